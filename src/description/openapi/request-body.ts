import { type BodySpec, exampleContent } from '../../http/operation.ts'
import { bodySchema } from '../../schema/describe.ts'
import type { Field } from '../../schema/fields/fields.ts'
import type { Fields } from '../../schema/resource.ts'
import type { RequestBody } from './document.ts'
import { changesOf, newOf } from './schemas.ts'
import type { SharedComponents } from './shared-components.ts'

export function requestBodyOf(body: BodySpec, parts: SharedComponents): RequestBody {
  if ('new' in body)
    return {
      description: 'The fields of the new record.',
      required: true,
      content: json(
        newOf(body.new, body.given ?? [], parts),
        exampleOf(without(body.new.fields, body.given ?? []), {
          set: ['create', 'write'],
          shown: body.shown ?? [],
        }),
      ),
    }
  if ('change' in body)
    return {
      description:
        'Only the given members change; `null` clears a field. A read-only member is ignored if it equals the current value.',
      required: true,
      content: json(
        changesOf(body.change, parts),
        exampleOf(body.change.fields, { set: ['write'], most: 2 }),
      ),
    }
  if ('content' in body)
    return {
      description: body.content,
      required: false,
      content: {
        [body.type ?? 'application/octet-stream']: {
          schema: { type: 'string', format: 'binary' },
          example: body.empty === true ? '' : exampleContent.text,
        },
      },
    }
  return {
    description: 'The parameters of the method.',
    required: body.optional !== true,
    content: json(bodySchema(body.members, 'new'), exampleOf(body.members, { set: ['create', 'write'] })),
  }
}

function json(schema: RequestBody['content'][string]['schema'], example: object): RequestBody['content'] {
  return { 'application/json': { schema, example } }
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/** Optional members whose values must be unique: with them, only the first example would succeed. */
const unique = new Set(['externalId', 'urlShortName'])

/** Everything required, and everything that can be tried as it is: an example id would not exist. */
function exampleOf(
  fields: Fields,
  {
    set,
    shown = [],
    most = Number.POSITIVE_INFINITY,
  }: { set: readonly Field<unknown>['set'][]; shown?: readonly string[]; most?: number },
): Record<string, unknown> {
  const chosen = Object.entries<Field<unknown>>(fields)
    .filter(
      ([name, field]) =>
        set.includes(field.set) && (field.required || shown.includes(name) || isFree(name, field)),
    )
    .slice(0, most)
  return Object.fromEntries(chosen.map(([name, { example }]) => [name, example]))
}

function isFree(name: string, { refersTo }: Field<unknown>): boolean {
  return refersTo === undefined && !unique.has(name)
}
