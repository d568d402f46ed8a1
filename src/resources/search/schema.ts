import { searchedRecords } from '../../db/search/search-index.ts'
import { idPattern, type JsonSchema } from '../../schema/json-schema.ts'

/** The kinds of records that can be found. */
export const searchedKinds = (): string[] => searchedRecords().map(({ kind }) => kind)

export const searchSchema = (kinds: readonly string[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: ['items', 'links'],
  properties: {
    items: {
      type: 'array',
      description: 'The records, best match first.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['kind', 'id', 'permalink', 'details', 'highlights'],
        properties: {
          kind: { type: 'string', enum: kinds, description: 'The kind of record.' },
          id: { type: 'string', pattern: idPattern, description: 'The hash of the record.' },
          userHash: { type: 'string', pattern: idPattern, description: 'The same as `id`, for people.' },
          permalink: { type: 'string', format: 'uri', description: 'The address of the record’s page.' },
          details: { type: 'object', description: 'Its fields, without long texts and lists.' },
          highlights: {
            type: 'array',
            description: 'Where the words were found.',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['field', 'text', 'ranges'],
              properties: {
                field: { type: 'string', description: 'The field.' },
                text: { type: 'string', description: 'Its text, or an excerpt of it.' },
                ranges: {
                  type: 'array',
                  description: 'Start and end of each match in `text`, in UTF-16 code units.',
                  items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'integer' } },
                },
              },
            },
          },
        },
      },
    },
    links: { type: 'object', additionalProperties: false, description: 'Always empty: there is one page.' },
  },
})
