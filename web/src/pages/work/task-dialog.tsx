import { Group, MultiSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange, usePage } from '../../api/queries.ts'
import type { Member, Milestone, Tag, Tasklist } from '../../api/types.ts'
import { FormDialog, faultOf } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { workTexts as words } from '../../texts/work.ts'
import { changesOf, fieldsOf, statuses, type TaskFields } from './task-fields.ts'

interface TaskDialogProps {
  workspaceId: string
  /** The task to change, with the state that it was read in; none: a new one is made. */
  task?: { id: string; fields: TaskFields; etag: string | null }
  onClose: () => void
}

const fieldNames = Object.keys(fieldsOf({}))

/** Makes a task, or changes one: only what was changed is sent. */
export function TaskDialog({ workspaceId, task, onClose }: TaskDialogProps) {
  const notices = useNotices()
  const before = task?.fields ?? fieldsOf({})
  const [fields, setFields] = useState<TaskFields>(before)
  const set = <K extends keyof TaskFields>(name: K, value: TaskFields[K]): void =>
    setFields((so) => ({ ...so, [name]: value }))
  const inside = `/v1/workspaces/${workspaceId}`
  const members = usePage<Member>(`${inside}/members?sort=fullName&limit=500`).data?.items ?? []
  const tasklists = usePage<Tasklist>(`${inside}/tasklists?sort=tasklistName&limit=500`).data?.items ?? []
  const milestones = usePage<Milestone>(`${inside}/milestones?sort=title&limit=500`).data?.items ?? []
  const tags = usePage<Tag>('/v1/tags?sort=tagName&limit=500').data?.items ?? []
  const save = useChange<void, { id: string }>(() => ({
    method: task === undefined ? 'POST' : 'PUT',
    path: task === undefined ? `${inside}/tasks` : `/v1/tasks/${task.id}`,
    body:
      task === undefined ? { title: fields.title, ...changesOf(before, fields) } : changesOf(before, fields),
    ...(task !== undefined && task.etag !== null && { headers: { 'if-match': task.etag } }),
  }))
  const fault = (name: keyof TaskFields) => faultOf(save.error, name)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={task === undefined ? words.newTask : words.changeTask}
      verb={task === undefined ? words.createTask : words.changeTask}
      busy={save.isPending}
      error={save.error}
      fields={fieldNames}
      onSubmit={() =>
        save.mutate(undefined, {
          onSuccess: () => {
            notices.done((task === undefined ? words.made : words.saved)(fields.title))
            onClose()
          },
        })
      }
    >
      <TextInput
        label={words.taskTitle}
        value={fields.title}
        onChange={(event) => set('title', event.currentTarget.value)}
        error={fault('title')}
        data-autofocus
      />
      <Group grow align="flex-start">
        <Select
          label={words.status}
          data={[...statuses]}
          value={fields.status}
          onChange={(status) => set('status', status ?? 'Open')}
          error={fault('status')}
        />
        <Select
          label={words.priority}
          data={words.priorities.map((label, at) => ({ value: String(at + 1), label }))}
          value={String(fields.priority)}
          onChange={(priority) => set('priority', Number(priority))}
          error={fault('priority')}
        />
      </Group>
      <MultiSelect
        label={words.assignees}
        searchable
        data={members.map(({ id, details }) => ({ value: id, label: details.fullName }))}
        value={fields.assignees}
        onChange={(assignees) => set('assignees', assignees)}
        error={fault('assignees')}
      />
      <Group grow align="flex-start">
        <TextInput
          type="date"
          label={words.start}
          value={fields.startDate}
          onChange={(event) => set('startDate', event.currentTarget.value)}
          error={fault('startDate')}
        />
        <TextInput
          type="date"
          label={words.due}
          value={fields.dueDate}
          onChange={(event) => set('dueDate', event.currentTarget.value)}
          error={fault('dueDate')}
        />
      </Group>
      {(tasklists.length > 0 || milestones.length > 0) && (
        <Group grow align="flex-start">
          <Select
            label={words.tasklist}
            placeholder={words.none}
            clearable
            data={tasklists.map(({ id, details }) => ({ value: id, label: details.tasklistName }))}
            value={fields.tasklistId}
            onChange={(chosen) => set('tasklistId', chosen)}
            error={fault('tasklistId')}
          />
          <Select
            label={words.milestone}
            placeholder={words.none}
            clearable
            data={milestones.map(({ id, details }) => ({ value: id, label: details.title }))}
            value={fields.milestoneId}
            onChange={(chosen) => set('milestoneId', chosen)}
            error={fault('milestoneId')}
          />
        </Group>
      )}
      <TagsInput
        label={words.tags}
        description={words.tagsHelp}
        data={tags.map(({ details }) => details.tagName)}
        value={fields.tags}
        onChange={(chosen) => set('tags', chosen)}
        error={fault('tags')}
      />
      <Textarea
        label={words.description}
        autosize
        minRows={3}
        maxRows={10}
        value={fields.description}
        onChange={(event) => set('description', event.currentTarget.value)}
        error={fault('description')}
      />
    </FormDialog>
  )
}
