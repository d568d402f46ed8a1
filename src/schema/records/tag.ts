import { computed, optionalInteger, readOnly } from '../fields/fields.ts'
import { optionalReference } from '../fields/reference.ts'
import { name } from '../fields/text.ts'
import { type RowOf, resource, trash } from '../resource.ts'

const count = (what: string, example: number) =>
  computed(
    optionalInteger(
      `How many ${what} have it, not counting the trash; null for external people.`,
      0,
      Number.MAX_SAFE_INTEGER,
      { example },
    ),
  )

/** A tag is in the trash while a job removes it from its records, or replaces it by the tag that it was merged into. */
export const tag = resource(
  'tag',
  'A name that tasks and files can be tagged with, stored once per company.',
  {
    tagName: name('The name, unique in the company regardless of case.', { example: 'Press' }),
    fileCount: count('files', 4),
    taskCount: count('tasks', 17),
  },
  {
    table: 'tags',
    searched: ['tagName'],
    hidden: { ...trash, mergedInto: readOnly(optionalReference('The tag it was merged into.', 'tag')) },
  },
)

export type TagRow = RowOf<typeof tag>
