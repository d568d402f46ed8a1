import { invalid } from '../../base/errors.ts'
import type { Field } from './fields.ts'
import { name } from './text.ts'

/** Names that Windows reserves, with or without an extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
/** Characters that change the text direction: they can make `gpj.exe` look like `exe.jpg`. */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Other texts may contain some of these. */
const control = /\p{Cc}/u

/** Why a text cannot be a file name, which must be safe to save anywhere. */
function fileNameFault(text: string): string | undefined {
  if (/[/\\]/.test(text)) return 'may not contain a slash or a backslash: it is a name, not a path.'
  if (/^\.+$/.test(text)) return 'may not consist only of dots.'
  if (turning.test(text)) return 'may not contain characters that change the text direction.'
  if (reserved.test(text)) return 'is a name that some systems reserve for devices, such as CON or NUL.'
  return undefined
}

/** The name of a file. It is never part of a path on disk. */
export function fileName(sentence: string): Field<string, 'write', 'folded'> {
  const given = name(sentence, { example: 'Offer.pdf' })
  return {
    ...given,
    parse(value, complain, about) {
      if (typeof value === 'string' && control.test(value.trim()) && !value.includes('\0')) {
        complain('may not contain control characters, line breaks or tabs.')
        return ''
      }
      let sound = true
      const text = given.parse(
        value,
        (detail, at) => {
          sound = false
          complain(detail, at)
        },
        about,
      )
      const fault = sound ? fileNameFault(text) : undefined
      if (fault !== undefined) complain(fault)
      return text
    },
  }
}

/** Parses a file name from a header. */
export function readGivenName(text: string, parameter: string): string {
  const faults: string[] = []
  const parsed = fileName('').parse(text, (detail) => faults.push(detail))
  if (faults.length > 0)
    throw invalid(faults.map((detail) => ({ parameter, detail: `The name of the file ${detail}` })))
  return parsed
}
