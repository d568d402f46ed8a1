import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { useRecord } from '../../../api/queries.ts'
import type { Company, Workspace } from '../../../api/types.ts'
import { faultOf } from '../../../parts/form-dialog.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import { recordTexts } from '../../../texts/records.ts'
import { placeTexts, workspaceTexts as words } from '../../../texts/setup-places.ts'
import { DraftForm } from '../draft-form.tsx'
import { Section } from '../section.tsx'
import { SetupFrame } from '../setup-frame.tsx'
import { type Tagged, useDraft, useTagged } from '../tagged.ts'
import { useArchiving } from './archiving.ts'
import { Members } from './members.tsx'
import { PlaceSelect } from './place-dialogs.tsx'
import { type Organization, organized, pathOf, usePlaces } from './places.ts'
import { TrashWorkspace } from './workspace-dialogs.tsx'

/** The settings and members of one workspace. */
export function SetupWorkspacePage() {
  const { workspaceId = '' } = useParams<{ workspaceId: string }>()
  const { data, error, refetch } = useTagged<Workspace>(`/v1/workspaces/${workspaceId}`)
  const company = useRecord<Company>('/v1/company').data
  const [trashing, setTrashing] = useState(false)
  const [, go] = useLocation()
  const archiving = useArchiving()
  const workspace = data?.record
  const archived = workspace?.details.archived === true
  const archive = (
    <Button
      variant="default"
      loading={archiving.isPending}
      onClick={() => workspace !== undefined && archiving.mutate({ workspace, archived: !archived })}
    >
      {archived ? words.unarchive : words.archive}
    </Button>
  )
  return (
    <SetupFrame title={workspace?.details.workspaceName ?? recordTexts.one('workspace')}>
      {data === undefined || workspace === undefined || company === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : (
        <Stack gap="lg">
          {archived && (
            <Alert color="gray" role="status">
              <Group justify="space-between">
                {words.archivedHint}
                {archive}
              </Group>
            </Alert>
          )}
          <Settings key={workspace.id} current={data} organization={company.details.organization} />
          <Members workspace={workspace} />
          {!archived && (
            <Section
              title={words.end}
              hint={words.endHint}
              action={
                <Group gap="sm">
                  {archive}
                  <Button color="red" variant="outline" onClick={() => setTrashing(true)}>
                    {words.remove}
                  </Button>
                </Group>
              }
            />
          )}
          {trashing && (
            <TrashWorkspace
              workspace={workspace}
              onClose={() => setTrashing(false)}
              onDone={() => go('/setup/workspaces')}
            />
          )}
        </Stack>
      )}
    </SetupFrame>
  )
}

function Settings({ current, organization }: { current: Tagged<Workspace>; organization: Organization }) {
  const { placeField, nested } = organized[organization]
  const place = placeTexts[organization]
  const { places = [] } = usePlaces(organization)
  const draft = useDraft(`/v1/workspaces/${current.record.id}`, current, ({ details }) => ({
    workspaceName: details.workspaceName,
    urlShortName: details.urlShortName,
    description: details.description,
    [placeField]: details[placeField],
  }))
  const { values, set, error } = draft
  const disabled = current.record.details.archived
  return (
    <Section title={words.settings}>
      <DraftForm
        draft={draft}
        labels={{
          workspaceName: words.name,
          urlShortName: words.shortName,
          description: words.description,
          [placeField]: place.place,
        }}
        saved={words.saved}
        formats={{ [placeField]: (id: unknown) => pathOf(places, String(id)) || place.none }}
      >
        <TextInput
          label={words.name}
          description={words.nameHelp}
          value={values.workspaceName}
          onChange={(event) => set({ workspaceName: event.currentTarget.value })}
          error={faultOf(error, 'workspaceName')}
          disabled={disabled}
        />
        <TextInput
          label={words.shortName}
          description={words.shortNameChangeHelp}
          value={values.urlShortName}
          onChange={(event) => set({ urlShortName: event.currentTarget.value })}
          error={faultOf(error, 'urlShortName')}
          disabled={disabled}
        />
        <PlaceSelect
          label={place.place}
          {...(nested && { top: place.none })}
          places={places}
          value={values[placeField] ?? null}
          onChange={(id) => set({ [placeField]: id })}
          error={faultOf(error, placeField)}
          disabled={disabled}
        />
        <Textarea
          label={words.description}
          autosize
          minRows={2}
          maxRows={12}
          value={values.description ?? ''}
          onChange={(event) => set({ description: event.currentTarget.value || null })}
          error={faultOf(error, 'description')}
          disabled={disabled}
        />
      </DraftForm>
    </Section>
  )
}
