import { mayBeGone, onlyNew, optionalMoment, readOnly } from '../fields/fields.ts'
import { optionalReference, reference } from '../fields/reference.ts'
import { name } from '../fields/text.ts'
import { ordered, type RowOf, resource } from '../resource.ts'

export const step = resource(
  'step',
  'A step of a task: a line of its checklist.',
  {
    title: name('What needs to be done.', { example: 'Ask the customer' }),
    doneAt: optionalMoment('When it was done; null until then.'),
    doneBy: mayBeGone(
      readOnly(optionalReference('Who marked it as done (a userHash); null until then.', 'user')),
    ),
    taskId: onlyNew(reference('The task it belongs to.', 'task', { required: true })),
  },
  {
    table: 'steps',
    list: { sort: ['title'], filter: ['title'], orderedWithin: 'taskId' },
    hidden: ordered,
  },
)

export type StepRow = RowOf<typeof step>
