import { knownName } from '../../api/names.ts'
import type { Change } from '../../api/types.ts'
import { derivedFields } from '../../parts/change-text.ts'
import { changedValue } from '../../parts/changed-value.ts'
import { filePageTexts } from '../../texts/file-page.ts'
import { recordTexts } from '../../texts/records.ts'
import { panelTexts as words } from '../../texts/task-panel.ts'
import type { ToldChange } from './stream.ts'

export type ChangedKind = 'task' | 'file'

const shared = { deleted: words.deleted, restored: words.restored }

const verbs: Readonly<Record<ChangedKind, Readonly<Record<string, string>>>> = {
  task: { ...shared, created: words.created, blocked: words.blocked, unblocked: words.unblocked },
  file: { ...shared, ...filePageTexts.verbs },
}

/**
 * What happened to a record, newest first. A change stores the values before it; those after it are in the next one, or
 * in the record itself.
 */
export function sentencesOf(kind: ChangedKind, changes: readonly Change[], details: object): ToldChange[] {
  const later: Record<string, unknown> = { ...details }
  return changes.flatMap((change) => {
    const { type, fields, previous } = change.details
    const verb = type.slice(type.indexOf('.') + 1)
    const moves = fields.includes('stageId')
    // A stage is shown in place of its status.
    const [from, to] = [stageOf(moves ? previous['stageId'] : later['stageId']), stageOf(later['stageId'])]
    const parts = fields.flatMap((field) => {
      const [before, after] = [previous[field], later[field]]
      later[field] = before
      if (derivedFields.has(field) || field === 'completedAt') return []
      return [
        field === 'status'
          ? sentenceOf(kind, field, from ?? before, to ?? after)
          : sentenceOf(kind, field, before, after),
      ]
    })
    // Reordering is not worth reporting.
    const place = !moves ? '' : to === undefined ? words.moved : sentenceOf(kind, 'status', from, to)
    const text = verbs[kind][verb] ?? (parts.length > 0 ? parts.join(', ') : place)
    return text === '' ? [] : [{ change, text }]
  })
}

const stageOf = (id: unknown): string | undefined => (typeof id === 'string' ? knownName(id) : undefined)

function sentenceOf(kind: string, field: string, before: unknown, after: unknown): string {
  if (field === 'version') return filePageTexts.addedVersion(Number(after))
  const label = words.fieldNames[field] ?? recordTexts.field(kind, field)
  const [from, to] = [changedValue(kind, field, before), changedValue(kind, field, after)]
  if (field === 'description' || to === undefined) return words.changed(label)
  return from === undefined ? words.changedTo(label, to) : words.changedFrom(label, from, to)
}
