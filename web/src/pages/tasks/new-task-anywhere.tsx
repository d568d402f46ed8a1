import { Anchor, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { useDraft } from '../../api/drafts.ts'
import { useMe } from '../../api/me.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { takeKeys } from '../../site/early-keys.ts'
import { homeTexts as words } from '../../texts/home.ts'
import { useTaskActs } from './acts.ts'
import { type KeyedTask, withKeys } from './new-keys.ts'
import { parseQuick } from './quick-add.ts'
import { useTargetWorkspace, WorkspaceSelect } from './target-workspace.tsx'
import { usePeopleNamed } from './use-people-named.ts'

interface NewTaskAnywhereProps {
  /** The workspace that it is proposed for. */
  workspaceId?: string | undefined
  onClose: () => void
}

/** Creates a task in any workspace of the person, assigned to them unless the text names others. */
export function NewTaskAnywhere({ workspaceId: proposed, onClose }: NewTaskAnywhereProps) {
  const acts = useTaskActs()
  const notices = useNotices()
  const [text, setText] = useDraft('new task anywhere')
  const { user, may } = useMe()
  const target = useTargetWorkspace(proposed)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const unsent = useRef<readonly KeyedTask[]>([])
  const hasNone = target.workspaces?.length === 0
  const peopleNamed = usePeopleNamed(target.id)
  const create = async (): Promise<void> => {
    const workspaceId = await target.find()
    if (workspaceId === undefined) return
    const people = await peopleNamed(text, workspaceId)
    const task = { assignees: user === undefined ? [] : [user.id], ...parseQuick(text, people) }
    const result = await acts.create(workspaceId, withKeys([task], unsent.current))
    unsent.current = result.unsent
    if (result.unsent.length > 0) throw result.error
    setText('')
    target.remember(workspaceId)
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
      disabled={text.trim() === '' || hasNone}
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
      {hasNone ? (
        <Text size="sm" role="status">
          {may('createWorkspaces') ? (
            <>
              {words.createWorkspaceFirst}{' '}
              <Anchor component={Link} href="/workspaces" onClick={onClose}>
                {words.workspaces.create}
              </Anchor>
            </>
          ) : (
            words.noWorkspace
          )}
        </Text>
      ) : (
        <WorkspaceSelect target={target} />
      )}
    </FormDialog>
  )
}
