import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { usePage } from '../../api/queries.ts'
import type { Member, Milestone, Tasklist } from '../../api/types.ts'
import { loadVersion } from '../../api/write.ts'
import { byName } from '../../parts/by-name.ts'
import { clock, dayWords } from '../../parts/days.ts'
import { parseDuration } from '../../parts/durations.ts'
import { Face, MilestoneMark, PriorityBars, StatusRing } from '../../parts/marks.tsx'
import { taskTexts } from '../../texts/tasks.ts'
import { useTaskActs } from './acts.ts'
import { DayPicker } from './day-picker.tsx'
import { toggledInEach } from './each-list.ts'
import { Float } from './float.tsx'
import { matchingOptions, PickList, type PickOption } from './pick-list.tsx'
import { isIn } from './sections.ts'
import { stateIn, TagsPicker } from './tags-picker.tsx'
import { shownTask, type TaskDetails, useTask, useTasks } from './task-data.ts'
import { useStatusSections } from './use-status-sections.ts'

const words = taskTexts.pick

export type PickField =
  | 'status'
  | 'priority'
  | 'assignees'
  | 'dueDate'
  | 'startDate'
  | 'tags'
  | 'milestoneId'
  | 'tasklistId'
  | 'estimateMinutes'

interface PickRequest {
  field: PickField
  /** The tasks to change. */
  ids: readonly string[]
  /** The element at which to show the picker. */
  at: HTMLElement
}

const PickContext = createContext<(request: PickRequest) => void>(() => undefined)

/** Opens the picker of a field of one task, or of several. */
export const usePicker = (): ((request: PickRequest) => void) => use(PickContext)

/** Holds the picker that is open. */
export function Pickers({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<PickRequest>()
  const close = useCallback(() => setRequest(undefined), [])
  return (
    <PickContext value={setRequest}>
      {children}
      {request !== undefined && request.ids.length > 0 && (
        <Float at={request.at} label={words[request.field]} onClose={close}>
          <Picker key={request.field} {...request} onClose={close} />
        </Float>
      )}
    </PickContext>
  )
}

function Picker({ field, ids, onClose }: PickRequest & { onClose: () => void }) {
  const acts = useTaskActs()
  const [first = ''] = ids
  const task = useTask(first)
  const isKnown = task === null || task === undefined || field in task
  useEffect(() => {
    if (!isKnown) void loadVersion(`/v1/tasks/${first}`).catch(() => undefined)
  }, [isKnown, first])
  if (task === null || task === undefined) return null
  const label = taskTexts.fieldOf(
    { ...taskTexts.fields, ...taskTexts.fieldNames }[field],
    task.title,
    ids.length,
  )
  const set = (fields: Partial<TaskDetails>): void => {
    void acts.change(ids, fields, label)
    onClose()
  }
  const given = { task, set }
  switch (field) {
    case 'status':
      return <StatusPicker ids={ids} {...given} />
    case 'priority':
      return (
        <PickList
          label={words.priority}
          options={(typed) =>
            matchingOptions(
              [5, 4, 3, 2, 1].map((priority) => ({
                ...{
                  value: String(priority),
                  label: taskTexts.priorities[priority - 1] ?? '',
                  digit: priority,
                },
                chosen: priority === task.priority,
                icon: <PriorityBars priority={priority} />,
                keys: String(priority),
              })),
              typed,
            )
          }
          onPick={(priority) => set({ priority: Number(priority) })}
        />
      )
    case 'assignees':
      return <PeoplePicker task={task} ids={ids} label={label} />
    case 'tags':
      return <TaskTagsPicker ids={ids} label={label} />
    case 'estimateMinutes':
      return <EstimatePicker {...given} />
    case 'milestoneId':
      return <MilestonePicker {...given} />
    case 'tasklistId':
      return <TasklistPicker {...given} />
    default:
      return <DayPicker field={field} ids={ids} onPick={(day) => set({ [field]: day })} />
  }
}

interface GivenPicker {
  task: TaskDetails
  set: (fields: Partial<TaskDetails>) => void
}

/** The stages and statuses of the workspace, as on its board. Tasks of several workspaces have only the statuses in common. */
function StatusPicker({ ids, task, set }: GivenPicker & { ids: readonly string[] }) {
  const places = new Set([...useTasks(ids).values()].map(({ workspaceId }) => workspaceId))
  const sections = useStatusSections(places.size > 1 ? undefined : task.workspaceId)
  const hasStages = sections.some(({ fields }) => fields.stageId !== undefined)
  const options: PickOption[] = sections.map((section, n) => ({
    ...{ value: section.key, label: section.label, chosen: isIn(section, task) },
    ...(section.status !== undefined && { icon: <StatusRing status={section.status} /> }),
    ...(n < 9 && { digit: n + 1, keys: String(n + 1) }),
  }))
  return (
    <PickList
      label={words.status}
      options={(typed) => matchingOptions(options, typed)}
      onPick={(key) => {
        const { fields } = sections.find((section) => section.key === key) ?? {}
        // With both, undoing it finds the way back to the same stage.
        if (fields !== undefined) set(hasStages ? { stageId: null, ...fields } : fields)
      }}
    />
  )
}

interface ListPickerProps {
  ids: readonly string[]
  /** The name of the change. */
  label: string
}

/** The lists of several tasks under a field, and how to change them. */
function useLists(field: 'assignees' | 'tags', { ids, label }: ListPickerProps) {
  const acts = useTaskActs()
  const tasks = useTasks(ids)
  return {
    lists: new Map([...tasks].map(([id, task]) => [id, task[field]])),
    onChange: (changed: ReadonlyMap<string, string[]>): void => {
      const values = [...changed].map(([id, list]) => [id, { [field]: list }] as const)
      void acts.changeEach(new Map(values), label)
    },
  }
}

function TaskTagsPicker(props: ListPickerProps) {
  return <TagsPicker {...useLists('tags', props)} />
}

function PeoplePicker({ task, ...props }: ListPickerProps & { task: TaskDetails }) {
  const { lists, onChange } = useLists('assignees', props)
  const members = usePage<Member>(`/v1/workspaces/${task.workspaceId}/members?limit=500&fields=fullName`).data
  const options: PickOption[] = (members?.items ?? [])
    .map(({ id, details }) => ({
      ...{ value: id, label: details.fullName, ...stateIn(lists, id) },
      icon: <Face id={id} />,
    }))
    .toSorted((a, b) => Number(b.chosen) - Number(a.chosen) || byName(a.label, b.label))
  return (
    <PickList
      label={words.assignees}
      many
      options={(typed) => matchingOptions(options, typed)}
      onPick={(id) => onChange(toggledInEach(lists, id))}
    />
  )
}

const none = ''

function MilestonePicker({ task, set }: GivenPicker) {
  const found = usePage<Milestone>(
    `/v1/workspaces/${task.workspaceId}/milestones?limit=500&fields=title,dueDate&sort=dueDate`,
  ).data
  const options: PickOption[] = (found?.items ?? []).map(({ id, details }) => ({
    ...{ value: id, label: details.title, chosen: id === task.milestoneId, icon: <MilestoneMark /> },
    ...(details.dueDate !== null && { hint: dayWords(details.dueDate) }),
  }))
  return (
    <PickList
      label={words.milestoneId}
      options={(typed) => matchingOptions([...options, { value: none, label: words.none }], typed)}
      onPick={(id) => set({ milestoneId: id === none ? null : id })}
    />
  )
}

function TasklistPicker({ task, set }: GivenPicker) {
  const found = usePage<Tasklist>(
    `/v1/workspaces/${task.workspaceId}/tasklists?limit=500&fields=tasklistName&sort=tasklistName`,
  ).data
  const options: PickOption[] = (found?.items ?? []).map(({ id, details }) => ({
    ...{ value: id, label: details.tasklistName, chosen: id === task.tasklistId },
  }))
  return (
    <PickList
      label={words.tasklistId}
      options={(typed) => matchingOptions([...options, { value: none, label: words.none }], typed)}
      onPick={(id) => set({ tasklistId: id === none ? null : id })}
    />
  )
}

/** A week of days and nights. */
const longestEstimate = 10_080

function EstimatePicker({ task, set }: GivenPicker) {
  const usual: PickOption[] = [30, 60, 120, 240, 480].map((minutes) => ({
    ...{ value: String(minutes), label: clock(minutes), chosen: minutes === task.estimateMinutes },
  }))
  return (
    <PickList
      label={words.estimateMinutes}
      placeholder={words.typeDuration}
      options={(typed) => {
        const minutes = parseDuration(typed, task.estimateMinutes ?? 0, longestEstimate)
        if (typed.trim() === '') return [...usual, { value: none, label: words.noEstimate }]
        return minutes === undefined ? [] : [{ value: String(minutes), label: clock(minutes) }]
      }}
      onPick={(minutes) => set({ estimateMinutes: minutes === none ? null : Number(minutes) })}
    />
  )
}

/** The tasks that a key or a menu acts on: the selected ones, or the one under the cursor. */
export function targetsOf(selected: ReadonlySet<string>, cursor: string | undefined): string[] {
  const chosen = [...selected].filter((id) => shownTask(id))
  if (chosen.length > 0) return chosen
  return cursor !== undefined && shownTask(cursor) ? [cursor] : []
}
