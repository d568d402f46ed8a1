/** A checkout runs its sources; a package has compiled files. */
export function isCheckout(): boolean {
  return import.meta.filename.endsWith('.ts')
}

/** The prefix of every command line, such as `npm run atrium --`. */
export function commandName(): string {
  return isCheckout() ? 'npm run atrium --' : 'atrium'
}
