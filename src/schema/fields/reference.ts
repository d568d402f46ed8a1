import { isId } from '../../base/ids.ts'
import { idPattern, type JsonSchema } from '../json-schema.ts'
import { aKind } from '../kind-words.ts'
import {
  choice,
  type Field,
  type FieldDraft,
  type FieldOptions,
  field,
  found,
  optional,
  readOnly,
} from './fields.ts'
import { name } from './text.ts'

const idSchema: JsonSchema = { type: 'string', pattern: idPattern }
const exampleId = '034xoOp7QM7UE5C1GyMpSt'

/** The id of another record. */
export function reference(
  sentence: string,
  kind: string,
  options: FieldOptions<string> = {},
): Field<string, 'write', 'plain'> {
  return field<string>(
    sentence,
    {
      schema: idSchema,
      filterType: 'id',
      example: exampleId,
      refersTo: kind,
      parse(value, complain) {
        if (typeof value === 'string' && isId(value)) return value
        complain(`must be the id of ${aKind(kind)}: 22 letters and digits${found(value)}.`)
        return ''
      },
    },
    options,
  )
}

/** The id of a record whose kind is another field. */
export function recordId(
  sentence: string,
  options: FieldOptions<string> = {},
): Field<string, 'write', 'plain'> {
  return field<string>(
    sentence,
    {
      schema: idSchema,
      filterType: 'text',
      example: exampleId,
      parse(value, complain) {
        if (typeof value === 'string' && isId(value)) return value
        complain(`must be the id of a record: 22 letters and digits${found(value)}.`)
        return ''
      },
    },
    options,
  )
}

export function optionalReference(
  sentence: string,
  kind: string,
  options: FieldOptions<string> = {},
): Field<string | null, 'write', 'plain'> {
  return optional(reference(sentence, kind, options))
}

/** A list without duplicates; null clears it. */
function several<T>(
  sentence: string,
  most: number,
  item: FieldDraft<T>,
  options: FieldOptions<T[]>,
): Field<T[], 'write', 'json'> {
  return field<T[], 'json'>(
    sentence,
    {
      schema: { type: 'array', items: item.schema, maxItems: most },
      filterType: item.filterType,
      refersTo: item.refersTo,
      example: [item.example],
      parse(value, complain) {
        if (value === null) return []
        if (!Array.isArray(value)) {
          complain(`must be a list${found(value)}.`)
          return []
        }
        if (value.length > most) complain(`may have at most ${most} entries, but has ${value.length}.`)
        const items = value
          .slice(0, most)
          .map((entry, n) => item.parse(entry, (detail, at = '') => complain(detail, `/${n}${at}`)))
        return [...new Set(items)]
      },
    },
    { fallback: [], ...options },
    'json',
  )
}

export function references(
  sentence: string,
  kind: string,
  options: FieldOptions<string[]> & { max?: number } = {},
): Field<string[], 'write', 'json'> {
  return several(sentence, options.max ?? 100, reference('', kind), options)
}

/** Names of tags. Records store the ids of their tags (`tagIds`); names that do not exist yet become tags. */
export function tagNames(
  sentence: string,
  options: FieldOptions<string[]> = {},
): Field<string[], 'write', 'none'> {
  const item = { ...name(''), filterType: 'tags', example: 'urgent' } as const
  return { ...several(sentence, 100, item, options), storage: 'none' }
}

/** The stored half of {@link tagNames}. */
export function tagIds(): Field<string[], 'read', 'json'> {
  return { ...readOnly(references('The ids of its tags.', 'tag')), presentedAs: 'tags' }
}

/** Short texts; "`""` is dropped". */
export function texts(
  sentence: string,
  options: FieldOptions<string[]> = {},
): Field<string[], 'write', 'json'> {
  const { schema, ...item } = name('')
  const { minLength: _, ...mayBeEmpty } = schema
  const given = several<string>(
    sentence,
    100,
    {
      ...item,
      schema: mayBeEmpty,
      parse: (value, complain) => (value === '' ? value : item.parse(value, complain)),
    },
    options,
  )
  return {
    ...given,
    parse: (value, complain, about) => given.parse(value, complain, about).filter((text) => text !== ''),
  }
}

export function choices<const T extends string>(
  sentence: string,
  all: readonly T[],
  options: FieldOptions<T[]> = {},
): Field<T[], 'write', 'json'> {
  return several(sentence, all.length, choice('', all), options)
}

/** Names without duplicates. */
export function names(
  sentence: string,
  options: FieldOptions<string[]> & { max: number; length: number },
): Field<string[], 'write', 'json'> {
  return several(sentence, options.max, name('', { max: options.length }), options)
}

/** The id of an upload, or of another thing that is not a record yet. It is looked up when it is used. */
export function uuid(sentence: string, options: FieldOptions<string> = {}): Field<string, 'write', 'folded'> {
  const example = '0d3f0a5c-8c1f-4c55-9a1b-6d2f2b0f9e11'
  return { ...name(sentence, { max: 36, example, ...options }), filterType: undefined }
}

export function uuids(
  sentence: string,
  options: FieldOptions<string[]> & { max?: number } = {},
): Field<string[], 'write', 'json'> {
  const given = several<string>(sentence, options.max ?? 100, uuid(''), options)
  return {
    ...given,
    fallback: undefined,
    parse(value, complain, about) {
      if (value === null) complain('must be a list, not null.')
      return given.parse(value, complain, about)
    },
  }
}
