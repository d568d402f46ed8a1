import { Group, MultiSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange, usePage } from '../../api/queries.ts'
import { records } from '../../api/records.ts'
import type { Member, Milestone, Tag, Tasklist } from '../../api/types.ts'
import { FormDialog, faultOf } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { recordTexts } from '../../texts/records.ts'
import { workTexts as words } from '../../texts/work.ts'
import { changesOf, newTask, type TaskField, type TaskFields, taskFieldNames } from './task-fields.ts'

interface TaskDialogProps {
  workspaceId: string
  /** The task to edit, and the version that was read; without one, the form creates a task. */
  task?: { id: string; fields: TaskFields; etag: string | null }
  onClose: () => void
}

const label = (field: TaskField): string => recordTexts.field('task', field)

const statuses = records['task']?.fields['status']?.choices ?? []

/** Creates a task, or edits one by sending the fields that were changed. */
export function TaskDialog({ workspaceId, task, onClose }: TaskDialogProps) {
  const notices = useNotices()
  const before = task?.fields ?? newTask
  const [fields, setFields] = useState<TaskFields>(before)
  const set = <K extends keyof TaskFields>(name: K, value: TaskFields[K]): void =>
    setFields((now) => ({ ...now, [name]: value }))
  const inside = `/v1/workspaces/${workspaceId}`
  const members = usePage<Member>(`${inside}/members?sort=fullName&limit=500`).data?.items ?? []
  const tasklists = usePage<Tasklist>(`${inside}/tasklists?sort=tasklistName&limit=500`).data?.items ?? []
  const milestones = usePage<Milestone>(`${inside}/milestones?sort=title&limit=500`).data?.items ?? []
  const tags = usePage<Tag>('/v1/tags?sort=tagName&limit=500').data?.items ?? []
  const save = useChange<void, { id: string }>(() => ({
    method: task === undefined ? 'POST' : 'PUT',
    path: task === undefined ? `${inside}/tasks` : `/v1/tasks/${task.id}`,
    body: { ...(task === undefined && { title: fields.title }), ...changesOf(before, fields) },
    ...(task !== undefined && task.etag !== null && { headers: { 'if-match': task.etag } }),
  }))
  const input = (name: TaskField) => ({ label: label(name), error: faultOf(save.error, name) })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={task === undefined ? words.newTask : words.editTask}
      verb={task === undefined ? words.createTask : words.saveTask}
      busy={save.isPending}
      error={save.error}
      fields={taskFieldNames}
      onSubmit={() =>
        save.mutate(undefined, {
          onSuccess: () => {
            notices.done((task === undefined ? words.created : words.saved)(fields.title))
            onClose()
          },
        })
      }
    >
      <TextInput
        {...input('title')}
        value={fields.title}
        onChange={(event) => set('title', event.currentTarget.value)}
        data-autofocus
      />
      <Group grow align="flex-start">
        <Select
          {...input('status')}
          data={[...statuses]}
          value={fields.status}
          onChange={(status) => set('status', (status ?? before.status) as TaskFields['status'])}
          allowDeselect={false}
        />
        <Select
          {...input('priority')}
          data={words.priorities.map((label, at) => ({ value: String(at + 1), label }))}
          value={String(fields.priority)}
          onChange={(priority) => set('priority', Number(priority))}
          allowDeselect={false}
        />
      </Group>
      <MultiSelect
        {...input('assignees')}
        searchable
        data={members.map(({ id, details }) => ({ value: id, label: details.fullName }))}
        value={fields.assignees}
        onChange={(assignees) => set('assignees', assignees)}
      />
      <Group grow align="flex-start">
        {(['startDate', 'dueDate'] as const).map((name) => (
          <TextInput
            key={name}
            {...input(name)}
            type="date"
            value={fields[name] ?? ''}
            onChange={(event) => set(name, event.currentTarget.value || null)}
          />
        ))}
      </Group>
      {(tasklists.length > 0 || milestones.length > 0) && (
        <Group grow align="flex-start">
          <Select
            {...input('tasklistId')}
            placeholder={words.none}
            clearable
            data={tasklists.map(({ id, details }) => ({ value: id, label: details.tasklistName }))}
            value={fields.tasklistId}
            onChange={(chosen) => set('tasklistId', chosen)}
          />
          <Select
            {...input('milestoneId')}
            placeholder={words.none}
            clearable
            data={milestones.map(({ id, details }) => ({ value: id, label: details.title }))}
            value={fields.milestoneId}
            onChange={(chosen) => set('milestoneId', chosen)}
          />
        </Group>
      )}
      <TagsInput
        {...input('tags')}
        description={words.tagsHelp}
        data={tags.map(({ details }) => details.tagName)}
        value={fields.tags}
        onChange={(chosen) => set('tags', chosen)}
      />
      <Textarea
        {...input('description')}
        autosize
        minRows={3}
        maxRows={10}
        value={fields.description ?? ''}
        onChange={(event) => set('description', event.currentTarget.value || null)}
      />
    </FormDialog>
  )
}
