/** Characters that are stored of a document: about sixty pages. */
export const mostCharacters = 150_000

/** PostgreSQL cannot store NUL, and no control character is part of a word. */
const blank = /[\s\p{Cc}\ufffe\uffff]+/gu

/** A text in which every run of spaces and line breaks is one space. */
export const tidied = (text: string): string =>
  text.replaceAll(blank, ' ').trim().slice(0, mostCharacters).toWellFormed()

/** UTF-8, UTF-16 if it has a byte order mark, or else Latin 1. */
export function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  // The last character may have been cut off.
  const unknown = text.indexOf('\ufffd')
  return unknown < 0 || unknown >= text.length - 3 ? text : new TextDecoder('windows-1252').decode(bytes)
}
