import { ActionIcon, Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange, usePage } from '../../api/queries.ts'
import type { Stage, StageChanges } from '../../api/types.ts'
import { FormDialog, faultOf } from '../../parts/form-dialog.tsx'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '../../parts/icons.tsx'
import { type Status, StatusRing } from '../../parts/marks.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { useWriteWithNotice } from '../../parts/write-with-notice.ts'
import { workspaceSettingsTexts as words } from '../../texts/workspace-settings.ts'
import { Section } from '../setup/section.tsx'
import { statuses } from '../tasks/sections.ts'

interface StagesProps {
  workspaceId: string
  disabled: boolean
}

/** The stages of a workspace: each is saved when its field loses the focus. */
export function Stages({ workspaceId, disabled }: StagesProps) {
  const path = `/v1/workspaces/${workspaceId}/stages`
  const { data, error, refetch } = usePage<Stage>(`${path}?sort=rank&limit=100`)
  const [deleting, setDeleting] = useState<Stage>()
  const place = useWriteWithNotice<{ stage: Stage; body: { before?: string; after?: string } }>(
    ({ stage, body }) => ({ method: 'PUT', path: `/v1/stages/${stage.id}/place`, body }),
    ({ stage }) => words.moved(stage.details.stageName),
  )
  const stages = data?.items
  return (
    <Section title={words.stages} hint={words.stagesHint}>
      {stages === undefined ? (
        error === null ? (
          <Loading rows={3} />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : (
        <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {stages.map((stage, n) => {
            const { stageName } = stage.details
            const [above, below] = [stages[n - 1]?.id, stages[n + 1]?.id]
            return (
              <Group component="li" key={stage.id} gap="sm" align="flex-start">
                <StageFields key={stage.details.updatedAt} stage={stage} disabled={disabled} />
                <Group gap={0} wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    disabled={disabled || above === undefined || place.isPending}
                    aria-label={words.moveUp(stageName)}
                    onClick={() => above !== undefined && place.mutate({ stage, body: { before: above } })}
                  >
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    disabled={disabled || below === undefined || place.isPending}
                    aria-label={words.moveDown(stageName)}
                    onClick={() => below !== undefined && place.mutate({ stage, body: { after: below } })}
                  >
                    <IconArrowDown size={16} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    disabled={disabled}
                    aria-label={words.remove(stageName)}
                    onClick={() => setDeleting(stage)}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                </Group>
              </Group>
            )
          })}
        </Stack>
      )}
      {!disabled && stages !== undefined && <NewStage path={path} />}
      {deleting !== undefined && <DeleteStage stage={deleting} onClose={() => setDeleting(undefined)} />}
    </Section>
  )
}

function StageFields({ stage, disabled }: { stage: Stage; disabled: boolean }) {
  const { stageName, status, softLimit } = stage.details
  const notices = useNotices()
  const [name, setName] = useState(stageName)
  const [limit, setLimit] = useState<string | number>(softLimit ?? '')
  const path = `/v1/stages/${stage.id}`
  const save = useChange<StageChanges>((body) => ({ method: 'PUT', path, body }))
  const undo = useWriteWithNotice<StageChanges>(
    (body) => ({ method: 'PUT', path, body }),
    () => words.saved(stageName),
  )
  // These fields may be replaced by fresh ones before the response arrives. A fault is shown next to its field.
  const store = (changes: StageChanges, before: StageChanges, said: string): void =>
    void save.mutateAsync(changes).then(
      () => notices.done(said, () => undo.mutate(before)),
      () => undefined,
    )
  /** A field that has its stored value again has no fault. */
  const forget = (field: keyof StageChanges): void => {
    if (faultOf(save.error, field) !== undefined) save.reset()
  }
  const storeName = (): void => {
    if (name.trim() !== stageName) store({ stageName: name }, { stageName }, words.saved(name.trim()))
    else forget('stageName')
  }
  const storeLimit = (): void => {
    const next = limit === '' ? null : Number(limit)
    if (next !== softLimit) store({ softLimit: next }, { softLimit }, words.limitSaved(stageName))
    else forget('softLimit')
  }
  return (
    <>
      <TextInput
        flex="1 1 180px"
        miw={0}
        aria-label={words.stageNo(stageName)}
        leftSection={<StatusRing status={status} />}
        title={status}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={storeName}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        error={faultOf(save.error, 'stageName')}
        disabled={disabled}
      />
      <NumberInput
        w={112}
        aria-label={words.limitOf(stageName)}
        placeholder={words.noLimit}
        min={1}
        max={10_000}
        // The service explains what is wrong with any other number; it is not replaced silently.
        clampBehavior="none"
        allowDecimal={false}
        hideControls
        value={limit}
        onChange={setLimit}
        onBlur={storeLimit}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        error={faultOf(save.error, 'softLimit')}
        disabled={disabled}
      />
    </>
  )
}

function NewStage({ path }: { path: string }) {
  const notices = useNotices()
  const [stageName, setName] = useState('')
  const [status, setStatus] = useState<Status>('In Progress')
  const create = useChange(() => ({ method: 'POST', path, body: { stageName, status } }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    create.mutate(undefined, {
      onSuccess: () => {
        notices.done(words.added(stageName.trim()))
        // The person may already be typing the next name.
        setName((typed) => (typed === stageName ? '' : typed))
      },
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="sm" align="flex-end">
        <TextInput
          flex="1 1 180px"
          miw={0}
          label={words.newName}
          placeholder={words.namePlaceholder}
          value={stageName}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultOf(create.error, 'stageName')}
        />
        <Select
          w={160}
          label={words.status}
          data={[...statuses]}
          value={status}
          allowDeselect={false}
          leftSection={<StatusRing status={status} />}
          onChange={(next) => setStatus(statuses.find((each) => each === next) ?? status)}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconPlus size={16} />}
          loading={create.isPending}
          disabled={stageName.trim() === ''}
        >
          {words.add}
        </Button>
      </Group>
    </form>
  )
}

function DeleteStage({ stage, onClose }: { stage: Stage; onClose: () => void }) {
  const notices = useNotices()
  const { stageName, status } = stage.details
  const remove = useChange(() => ({ method: 'DELETE', path: `/v1/stages/${stage.id}` }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.remove(stageName)}
      verb={words.removeVerb}
      danger
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.removed(stageName))
            onClose()
          },
        })
      }
    >
      <Text size="sm">{words.removeHint(status)}</Text>
    </FormDialog>
  )
}
