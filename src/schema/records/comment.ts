import { boolean, computed, field, mayBeGone, onlyNew, optionalMoment, readOnly } from '../fields/fields.ts'
import { optionalReference, reference, references } from '../fields/reference.ts'
import { markdown } from '../fields/text.ts'
import { type RowOf, resource, trash } from '../resource.ts'

/** The most people that a comment can mention. */
export const mostMentions = 100

/** A kind of reaction to a comment. */
export interface Reaction {
  emoji: string
  count: number
  own: boolean
}

const reactions = computed(
  field<Reaction[]>(
    'The reactions to it: each emoji, how many people chose it, and whether you did.',
    {
      schema: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['emoji', 'count', 'own'],
          properties: {
            emoji: { type: 'string', description: 'The emoji.' },
            count: { type: 'integer', minimum: 1, description: 'How many people chose it.' },
            own: { type: 'boolean', description: 'Whether you did.' },
          },
        },
      },
      filterType: undefined,
      example: [{ emoji: '👍', count: 2, own: true }],
      parse: () => [],
    },
    {},
  ),
)

export const comment = resource(
  'comment',
  'A comment on a task, file, milestone or event.',
  {
    body: markdown(
      'Its text, in Markdown without HTML. `@[Ada Lovelace](user:<userHash>)` mentions a person.',
      { example: 'Looks good to me.' },
    ),
    parentCommentId: mayBeGone(
      onlyNew(
        optionalReference(
          'The comment it replies to, on the same record. A reply cannot be replied to.',
          'comment',
        ),
      ),
    ),
    mentions: mayBeGone(
      readOnly(references('The people that the text mentions (userHashes).', 'user', { max: mostMentions })),
    ),
    files: mayBeGone(references('Files of the same workspace that belong to it.', 'file', { max: 20 })),
    internalOnly: onlyNew(
      boolean('Whether it is hidden from external people. A reply to such a comment is hidden too.', {
        fallback: false,
      }),
    ),
    editedAt: optionalMoment('When its text was last changed; null if it never was.'),
    resolved: computed(boolean('Whether it is resolved.')),
    resolvedAt: optionalMoment('When it was resolved; null until then.'),
    resolvedBy: mayBeGone(
      readOnly(optionalReference('Who resolved it (a userHash); null until then.', 'user')),
    ),
    workspaceId: readOnly(reference('The workspace it is in.', 'workspace')),
    taskId: readOnly(optionalReference('The task it is about, if any.', 'task')),
    fileId: readOnly(optionalReference('The file it is about, if any.', 'file')),
    milestoneId: readOnly(optionalReference('The milestone it is about, if any.', 'milestone')),
    eventId: readOnly(optionalReference('The event it is about, if any.', 'event')),
    reactions,
  },
  {
    table: 'comments',
    searched: ['body'],
    alwaysRead: ['resolvedAt'],
    list: {
      sort: [],
      filter: ['createdBy', 'parentCommentId', 'mentions', 'internalOnly', 'resolved'],
      // The lists are those of one record, and are read through its index.
      sortIndexes: [],
      filterIndexes: [],
    },
    hidden: trash,
  },
)

export type CommentRow = RowOf<typeof comment>
