import { readFileSync } from 'node:fs'

const lines = readFileSync(new URL('sentences.txt', import.meta.url), 'utf8').split('\n')
const begin = lines.findIndex((line) => line.startsWith('#'))

/** The sentences of the published interface, in order. */
export const sentences: readonly string[] = lines
  .slice(begin)
  .filter((line) => line !== '' && !line.startsWith('#'))

const known = new Set(sentences)

/** A sentence of the published interface as the name of the test that proves it; any other text is an error. */
export function said(sentence: string): string {
  if (!known.has(sentence)) throw new Error(`The interface does not say: ${sentence}`)
  return sentence
}

/** Sentences that no test can prove, and why. */
export const beyondTests: Readonly<Record<string, string>> = {
  'Integrations are expected to be updated regularly.': 'It is about other programs.',
  'User-based OAuth 2.0 web flows are announced as a future addition and are not available.':
    'An announcement; that only the service client flow is there is held by the sentence before it.',
}
