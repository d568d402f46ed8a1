import { knownName } from '../api/names.ts'
import type { Change } from '../api/types.ts'
import { changedField, inWords } from '../texts/audit-sentences.ts'
import { historyTexts as words } from '../texts/history.ts'
import { recordTexts } from '../texts/records.ts'
import { panelTexts } from '../texts/task-panel.ts'
import { changedValue, isEmpty } from './changed-value.ts'
import { plainText } from './plain-text.ts'

type Details = Change['details']

/** Fields that follow from others. */
export const derivedFields: ReadonlySet<string> = new Set(['rank', 'stageId', 'size', 'mimeType', 'sha256'])

/** "Due date" within a sentence. Abbreviations keep their capitals: "URL", "API client". */
const lowerFirst = (label: string): string =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)

/** The record that a change is about: "Task “Plan the launch”". The name of a deleted record is not known. */
export function subjectOf({ kind, recordId }: Details): string {
  const name = knownName(recordId)
  return words.subject(recordTexts.one(kind), name === undefined ? undefined : plainText(name))
}

/** Describes a change to a record, such as "status Open → Completed". */
export function happenedIn({ type, kind, fields, previous, after }: Details): string {
  const verb = type.slice(type.indexOf('.') + 1)
  if (verb !== 'updated') return words.happened[type] ?? words.happened[verb] ?? inWords(verb)
  // A stage is shown in place of its status.
  const shown = fields.includes('stageId') ? new Set([...fields, 'status']) : fields
  const parts = [...shown].flatMap((field) => {
    // The time when a task was completed follows from its status.
    if (derivedFields.has(field) || (field === 'completedAt' && fields.includes('status'))) return []
    if (field === 'version' && after['version'] !== undefined)
      return [words.newVersion(Number(after['version']))]
    const say = (values: Details['after']): string | undefined => {
      const stage = field === 'status' ? changedValue(kind, 'stageId', values['stageId']) : undefined
      return stage ?? (isEmpty(values[field]) ? words.none : changedValue(kind, field, values[field]))
    }
    const label = panelTexts.fieldNames[field] ?? lowerFirst(changedField(kind, field))
    const [from, to] = [say(previous), say(after)]
    return [from === undefined || to === undefined ? words.changed(label) : words.from(label, from, to)]
  })
  return parts.length === 0 ? words.reordered : parts.join(', ')
}
