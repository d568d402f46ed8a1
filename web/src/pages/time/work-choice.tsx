import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { keepNames, knownName } from '../../api/names.ts'
import type { Page } from '../../api/queries.ts'
import { useSearch } from '../../api/search.ts'
import type { Task, Time, Workspace } from '../../api/types.ts'
import { WorkspaceMark } from '../../parts/marks.tsx'
import { timeTexts as words } from '../../texts/time.ts'
import { matchingOptions, PickList, type PickOption } from '../tasks/pick-list.tsx'
import { type Work, workId } from './cells.ts'

type Named<R> = Page<R> & { names?: Record<string, string> }

async function readNamed<R>(address: string, signal: AbortSignal): Promise<R[]> {
  const page = await api<Named<R>>('GET', address, { signal })
  keepNames(page.names)
  return page.items
}

function useNamed<R>(address: string) {
  return useQuery({ queryKey: ['named', address], queryFn: ({ signal }) => readNamed<R>(address, signal) })
}

const asText = (filter: string): string => encodeURIComponent(filter)
const recentAddress = `/v1/times?limit=100&sort=-date&fields=workspaceId,taskId&expand=names&filter=${asText('userHash="me"')}`
const mineAddress = `/v1/tasks?limit=100&sort=dueDate&fields=title,workspaceId&expand=names&filter=${asText('assignees="me" AND open=true')}`
const placesAddress = `/v1/workspaces?limit=500&sort=workspaceName&fields=workspaceName&filter=${asText('archived=false')}`

interface Choice extends PickOption {
  work: Work
}

function choice(work: Work, label: string | undefined, hint: string | undefined): Choice[] {
  if (label === undefined) return []
  const icon = <WorkspaceMark id={work.workspaceId} />
  return [{ work, value: workId(work), label, icon, ...(hint !== undefined && { hint }) }]
}

interface WorkChoiceProps {
  label: string
  without?: ReadonlySet<string>
  onPick: (work: Work) => void
}

/** A choice of what to log time on: recent things first, then one's tasks, workspaces, and whatever is searched for. */
export function WorkChoice({ label, without, onPick }: WorkChoiceProps) {
  const [typed, setTyped] = useState('')
  const recent = useNamed<Time>(recentAddress).data ?? []
  const mine = useNamed<Task>(mineAddress).data ?? []
  const places = useNamed<Workspace>(placesAddress).data ?? []
  const { found } = useSearch({ text: typed, kinds: ['task'], limit: 12 })
  const open = new Map(places.map(({ id, details }) => [id, details.workspaceName]))
  const ofTask = (id: string, workspaceId: string, title: string | undefined): Choice[] =>
    open.has(workspaceId) ? choice({ workspaceId, taskId: id }, title, open.get(workspaceId)) : []
  const near = [
    ...recent.flatMap(({ details: { taskId, workspaceId } }) =>
      taskId === null
        ? choice({ workspaceId, taskId }, open.get(workspaceId), words.noTask)
        : ofTask(taskId, workspaceId, knownName(taskId)),
    ),
    ...mine.flatMap(({ id, details }) => ofTask(id, details.workspaceId, details.title)),
    ...places.flatMap(({ id, details }) =>
      choice({ workspaceId: id, taskId: null }, details.workspaceName, words.noTask),
    ),
  ]
  const options = (text: string): readonly Choice[] => {
    const matched = new Set(matchingOptions(near, text).map(({ value }) => value))
    const all = [
      ...near.filter(({ value }) => matched.has(value)),
      ...found.flatMap(({ id, details }) =>
        ofTask(id, String(details['workspaceId']), String(details['title'])),
      ),
    ]
    const byValue = new Map(all.map((each) => [each.value, each]))
    return [...byValue.values()].filter(({ value }) => without?.has(value) !== true).slice(0, 30)
  }
  return (
    <PickList
      label={label}
      placeholder={words.searchTask}
      options={options}
      onType={setTyped}
      onPick={(value) => {
        const picked = options(typed).find((each) => each.value === value)
        if (picked === undefined) return
        keepNames({ [picked.work.taskId ?? picked.work.workspaceId]: picked.label })
        onPick(picked.work)
      }}
    />
  )
}
