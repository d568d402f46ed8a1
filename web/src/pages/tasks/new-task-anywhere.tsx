import { Select, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useDraft } from '../../api/drafts.ts'
import { useMe } from '../../api/me.ts'
import { readPage, usePage } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { takeKeys } from '../../site/early-keys.ts'
import { homeTexts as words } from '../../texts/home.ts'
import { useTaskActs } from './acts.ts'
import { type KeyedTask, withKeys } from './new-keys.ts'
import { parseQuick } from './quick-add.ts'
import { usePeopleNamed } from './use-people-named.ts'

interface NewTaskAnywhereProps {
  /** The workspace that it is proposed for. */
  workspaceId?: string | undefined
  onClose: () => void
}

const openWorkspaces = `/v1/workspaces?${new URLSearchParams({
  ...{ sort: 'workspaceName', limit: '500', filter: 'archived=false', fields: 'workspaceName' },
})}`

/** Creates a task in any workspace of the person, assigned to them unless the text names others. */
export function NewTaskAnywhere({ workspaceId: proposed, onClose }: NewTaskAnywhereProps) {
  const acts = useTaskActs()
  const notices = useNotices()
  const [text, setText] = useDraft('new task anywhere')
  const { user } = useMe()
  const [chosen, setChosen] = useState(proposed)
  // Most tasks go where the one before went.
  const [latest, setLatest] = useDraft('workspace of the last task')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const unsent = useRef<readonly KeyedTask[]>([])
  const workspaces = usePage<Workspace>(openWorkspaces).data?.items
  const workspaceId = [chosen, latest === '' ? undefined : latest, workspaces?.[0]?.id].find(
    (each) => each !== undefined && (workspaces?.some(({ id }) => id === each) ?? true),
  )
  const peopleNamed = usePeopleNamed(workspaceId)
  const create = async (): Promise<void> => {
    // Nobody has to wait for the list before pressing Enter.
    const target = workspaceId ?? (await readPage<Workspace>(openWorkspaces)).items[0]?.id
    if (target === undefined) return
    const people = await peopleNamed(text, target)
    const task = { assignees: user === undefined ? [] : [user.id], ...parseQuick(text, people) }
    const result = await acts.create(target, withKeys([task], unsent.current))
    unsent.current = result.unsent
    if (result.unsent.length > 0) throw result.error
    setText('')
    setLatest(target)
    notices.done(words.taskCreated(task.title))
    onClose()
  }
  const submit = (): void => {
    setBusy(true)
    void create()
      .catch(setError)
      .finally(() => setBusy(false))
  }
  return (
    <FormDialog
      onClose={onClose}
      title={words.newTask}
      verb={words.createTask}
      busy={busy}
      error={error}
      disabled={text.trim() === '' || workspaces?.length === 0}
      onSubmit={submit}
    >
      <TextInput
        label={words.taskTitle}
        placeholder={words.taskTitleHint}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={() => {
          const early = takeKeys()
          if (early !== '') setText(`${text}${early}`)
        }}
        data-autofocus
      />
      <Select
        label={words.taskWorkspace}
        searchable
        allowDeselect={false}
        data={(workspaces ?? []).map(({ id, details }) => ({ value: id, label: details.workspaceName }))}
        value={workspaceId ?? null}
        onChange={(id) => setChosen(id ?? undefined)}
      />
    </FormDialog>
  )
}
