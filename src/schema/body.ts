import { isDeepStrictEqual } from 'node:util'
import { type Fault, invalid } from '../base/errors.ts'
import { together } from '../base/together.ts'
import type { Field } from './fields/fields.ts'
import { aKind } from './kind-words.ts'
import { mostFaults, pointerTo } from './pointer.ts'
import type { Representation } from './present.ts'
import type { Fields, Values } from './resource.ts'

/** Returns those of the ids that name a record the caller may see. */
type LookUp = (kind: string, ids: readonly string[]) => Promise<ReadonlySet<string>>

export interface BodyRules {
  lookUp: LookUp
  /** Contract section 11: unknown members are ignored for clients in compatibility mode. */
  lenient: boolean
}

/** Parses the body that creates a record, and reports all faults at once. `given`: fields that the path provides. */
export async function parseNew<F extends Fields>(
  fields: F,
  body: unknown,
  rules: BodyRules,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Values<F, 'create' | 'write'>> {
  const reading = new Reading(fields, body, rules)
  const values: Record<string, unknown> = {}
  for (const { name, field } of listed(fields)) {
    if (Object.hasOwn(given, name)) {
      if (reading.has(name) && reading.value(name) !== given[name])
        reading.complain(name, 'differs from the value in the path.')
    } else if (field.set === 'read') {
      if (reading.has(name)) reading.complain(name, 'is set by the service and cannot be sent.')
    } else if (reading.has(name)) values[name] = reading.parse(name, field)
    else if (field.required) reading.complain(name, 'is required.')
    else values[name] = field.fallback
  }
  await reading.finish(values)
  return { ...values, ...given } as Values<F, 'create' | 'write'>
}

/**
 * Parses the body that changes a record, with only the members it contains; "a read-only member is ignored when it
 * equals the present value".
 */
export async function parseChanges<F extends Fields>(
  fields: F,
  body: unknown,
  current: Representation,
  rules: BodyRules,
): Promise<Partial<Values<F, 'write'>>> {
  const { details, ...head } = current.record
  const reading = new Reading(fields, body, rules, Object.keys(head))
  for (const [name, value] of Object.entries(head))
    if (reading.has(name) && reading.value(name) !== value) reading.complain(name, 'cannot be changed.')
  const values: Record<string, unknown> = {}
  for (const { name, field } of listed(fields)) {
    if (!reading.has(name)) continue
    if (field.set === 'write') values[name] = reading.parse(name, field, details[name])
    else if (!isDeepStrictEqual(reading.value(name), details[name]))
      reading.complain(name, 'cannot be changed.')
  }
  await reading.finish(values, details)
  return values as Partial<Values<F, 'write'>>
}

const lists = new WeakMap<Fields, readonly { name: string; field: Field<unknown> }[]>()

/** The fields with their names, listed once per resource because every body needs them. */
function listed(fields: Fields): readonly { name: string; field: Field<unknown> }[] {
  const known = lists.get(fields)
  if (known !== undefined) return known
  const list = Object.entries<Field<unknown>>(fields).map(([name, field]) => ({ name, field }))
  lists.set(fields, list)
  return list
}

/** One pass over a body that collects its faults. */
class Reading {
  readonly #fields: Fields
  readonly #body: Readonly<Record<string, unknown>>
  readonly #rules: BodyRules
  readonly #faults: Fault[] = []

  constructor(fields: Fields, body: unknown, rules: BodyRules, also: readonly string[] = []) {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw invalid([
        {
          pointer: '',
          detail: 'The body must be a JSON object with the fields of the record, sent as application/json.',
        },
      ])
    this.#fields = fields
    this.#body = body as Record<string, unknown>
    this.#rules = rules
    if (rules.lenient) return
    for (const name of Object.keys(body)) {
      // There may be very many; the rest is not reported.
      if (this.#faults.length >= mostFaults) break
      if (!Object.hasOwn(fields, name) && !also.includes(name))
        this.complain(name, `is not a field that this method accepts${closest(name, fields)}.`)
    }
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#body, name)
  }

  value(name: string): unknown {
    return this.#body[name]
  }

  complain(name: string, detail: string, at = ''): void {
    if (this.#faults.length >= mostFaults) return
    const pointer = pointerTo(name) + at
    this.#faults.push({ pointer, detail: `"${pointer.slice(1)}" ${detail}` })
  }

  /** `before`: the current value, for a change. */
  parse(name: string, field: Field<unknown>, before?: unknown): unknown {
    const value = this.value(name)
    // "`null` clears": a field that always has a value gets its default.
    if (value === null && !field.nullable && field.fallback !== undefined) return field.fallback
    const about = { before, lenient: this.#rules.lenient }
    return field.parse(value, (detail, at) => this.complain(name, detail, at), about)
  }

  /** Looks up the records that new values refer to, then throws all faults. */
  async finish(
    values: Readonly<Record<string, unknown>>,
    before: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const references = listed(this.#fields).flatMap(({ name, field: { refersTo: kind } }) => {
      const value = values[name]
      if (kind === undefined || value === undefined || value === null || this.#isFaulty(name)) return []
      const present = [before[name]].flat()
      const ids = ([value].flat() as string[]).filter((id) => !present.includes(id))
      return ids.length === 0 ? [] : [{ name, kind, ids }]
    })
    const found = await together(references.map(({ kind, ids }) => this.#rules.lookUp(kind, ids)))
    for (const [n, { name, kind, ids }] of references.entries()) {
      const sent = this.value(name)
      for (const id of ids)
        if (found[n]?.has(id) !== true)
          this.complain(
            name,
            `names ${aKind(kind)} that does not exist: ${id}.`,
            Array.isArray(sent) ? `/${sent.indexOf(id)}` : '',
          )
    }
    if (this.#faults.length > 0) throw invalid(this.#faults)
  }

  #isFaulty(name: string): boolean {
    return this.#faults.some(({ pointer }) => pointer === `/${name}` || pointer?.startsWith(`/${name}/`))
  }
}

function closest(name: string, fields: Fields): string {
  const plain = name.toLowerCase()
  const known = Object.keys(fields).find((field) => field.toLowerCase() === plain)
  return known === undefined ? '' : `; did you mean "${known}"?`
}
