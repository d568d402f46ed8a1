import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useMe } from '../../../api/me.ts'
import type { Workspace } from '../../../api/types.ts'
import { faultOf } from '../../../parts/form-dialog.tsx'
import { placeTexts, workspaceTexts as words } from '../../../texts/setup-places.ts'
import { DraftForm } from '../draft-form.tsx'
import { Section } from '../section.tsx'
import { type Tagged, useDraft } from '../tagged.ts'
import { PlaceSelect } from './place-dialogs.tsx'
import { type Organization, organized, pathOf, usePlaces } from './places.ts'

type Details = Workspace['details']

/** Only one of the two places belongs to the company's way to organize workspaces. */
type Values = Pick<
  Details,
  'workspaceName' | 'urlShortName' | 'description' | 'workspaceType' | 'readersMayComment'
> &
  Partial<Pick<Details, 'accountId' | 'workspaceGroupId'>>

interface WorkspaceFormProps {
  current: Tagged<Workspace>
  organization: Organization
}

/** The settings of a workspace. Nothing in an archived one can be changed. */
export function WorkspaceForm({ current, organization }: WorkspaceFormProps) {
  const { placeField, nested } = organized[organization]
  const place = placeTexts[organization]
  const { user } = useMe()
  const { places = [] } = usePlaces(organization)
  const draft = useDraft(
    `/v1/workspaces/${current.record.id}`,
    current,
    ({ details }): Values => ({
      workspaceName: details.workspaceName,
      urlShortName: details.urlShortName,
      description: details.description,
      workspaceType: details.workspaceType,
      readersMayComment: details.readersMayComment,
      [placeField]: details[placeField],
    }),
  )
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
          workspaceType: words.type,
          readersMayComment: words.readersMayComment,
          accountId: placeTexts.accounts.place,
          workspaceGroupId: placeTexts.workspaceGroups.place,
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
        {/* External people see neither accounts nor groups. */}
        {user?.details.userType === 'Internal' && (
          <PlaceSelect
            label={place.place}
            {...(nested && { top: place.none })}
            places={places}
            value={values[placeField] ?? null}
            onChange={(id) => set({ [placeField]: id })}
            error={faultOf(error, placeField)}
            disabled={disabled}
          />
        )}
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
        <TextInput
          label={words.type}
          description={words.typeHelp}
          value={values.workspaceType}
          onChange={(event) => set({ workspaceType: event.currentTarget.value })}
          error={faultOf(error, 'workspaceType')}
          disabled={disabled}
        />
        <Checkbox
          label={words.readersMayComment}
          description={words.readersMayCommentHelp}
          checked={values.readersMayComment}
          onChange={(event) => set({ readersMayComment: event.currentTarget.checked })}
          disabled={disabled}
        />
      </DraftForm>
    </Section>
  )
}
