import type { BodySpec } from '../../http/operation.ts'
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
        exampleOf(without(body.new.fields, body.given ?? []), { set: ['create', 'write'] }),
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
        [body.type ?? 'application/octet-stream']: { schema: { type: 'string', format: 'binary' } },
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

/** Everything required, and everything that can be tried as it is: an example id would not exist. */
function exampleOf(
  fields: Fields,
  { set, most = Number.POSITIVE_INFINITY }: { set: readonly Field<unknown>['set'][]; most?: number },
): Record<string, unknown> {
  const chosen = Object.entries<Field<unknown>>(fields)
    .filter(([, field]) => set.includes(field.set) && (field.required || field.refersTo === undefined))
    .slice(0, most)
  return Object.fromEntries(chosen.map(([name, { example }]) => [name, example]))
}
