import { type Fault, invalid, type Problem, type ProblemCode, problem } from '../base/errors.ts'

/** A fault and the error code for it, used if all faults have the same one. */
export interface QueryRefusal {
  code: ProblemCode
  fault: Fault
}

/** "A boolean other than `true` or `false`: the message begins with `Invalid Request`." */
export const invalidRequest = 'Invalid Request'

export function filterFault(detail: string, index: number): Fault {
  // The message repeats the column, because a client in compatibility mode gets only the message.
  return { parameter: 'filter', detail: `${detail} (column ${index + 1}).`, column: index + 1 }
}

/** One 400 for all faults. */
export function refusal(found: readonly QueryRefusal[]): Problem {
  const faults = found.map(({ fault }) => fault)
  const [code, ...others] = new Set(found.map((refused) => refused.code))
  const whole = invalid(faults, code === undefined || others.length > 0 ? 'invalid_request' : code)
  const owed = faults.some(({ detail }) => detail.startsWith(invalidRequest))
  if (!owed || whole.message.startsWith(invalidRequest)) return whole
  return problem(whole.code, `${invalidRequest}: ${whole.message}`, { faults })
}

const shownLength = 40

/** Quotes what the caller sent: shortened, in quotation marks, with invisible characters escaped. */
export function quote(text: string): string {
  if (text.length <= shownLength) return JSON.stringify(text)
  const last = text.codePointAt(shownLength - 1) ?? 0
  const start = text.slice(0, last > 0xffff ? shownLength - 1 : shownLength)
  return `${JSON.stringify(start).slice(0, -1)}…"`
}
