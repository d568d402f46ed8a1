/** Downloads what is at an address. Without a name, the service names the file. */
export function downloadFrom(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Saves content as a file. */
export function download(content: BlobPart[], name: string, type = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob(content, { type }))
  downloadFrom(address, name)
  setTimeout(() => URL.revokeObjectURL(address), 1_000)
}
