import { type Fault, invalid, type Problem, type ProblemCode, problem } from '../base/errors.ts'

/** A fault together with the code that the answer has when nothing of another kind is wrong. */
export interface Refused {
  code: ProblemCode
  fault: Fault
}

/** What a message about a boolean begins with: "A boolean other than `true` or `false`: the message begins with `Invalid Request`." */
export const invalidRequest = 'Invalid Request'

export function filterFault(detail: string, index: number): Fault {
  // The column is in the sentence too: a client in compatibility mode sees the message alone.
  return { parameter: 'filter', detail: `${detail} (column ${index + 1}).`, column: index + 1 }
}

/** One 400 for all that was found. */
export function refusal(found: readonly Refused[]): Problem {
  const faults = found.map(({ fault }) => fault)
  const [code, ...others] = new Set(found.map((refused) => refused.code))
  const whole = invalid(faults, code === undefined || others.length > 0 ? 'invalid_request' : code)
  const owed = faults.some(({ detail }) => detail.startsWith(invalidRequest))
  if (!owed || whole.message.startsWith(invalidRequest)) return whole
  return problem(whole.code, `${invalidRequest}: ${whole.message}`, { faults })
}

const shownLength = 40

/** What the caller sent, as a message quotes it: short, in quotation marks, with what cannot be seen escaped. */
export function quote(text: string): string {
  if (text.length <= shownLength) return JSON.stringify(text)
  const last = text.codePointAt(shownLength - 1) ?? 0
  const start = text.slice(0, last > 0xffff ? shownLength - 1 : shownLength)
  return `${JSON.stringify(start).slice(0, -1)}…"`
}
