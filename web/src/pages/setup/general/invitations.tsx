import { Switch } from '@mantine/core'
import type { Company } from '../../../api/types.ts'
import { faultOf } from '../../../parts/form-dialog.tsx'
import { generalTexts as words } from '../../../texts/setup-general.ts'
import { DraftForm } from '../draft-form.tsx'
import { Section } from '../section.tsx'
import { type Tagged, useDraft } from '../tagged.ts'

/** Whether Admins of workspaces may invite people. */
export function Invitations({ current }: { current: Tagged<Company> }) {
  const draft = useDraft('/v1/company', current, ({ details: { workspaceAdminsMayInvite } }) => ({
    workspaceAdminsMayInvite,
  }))
  return (
    <Section title={words.invitations}>
      <DraftForm
        draft={draft}
        labels={{ workspaceAdminsMayInvite: words.adminsInvite }}
        saved={words.invitationsSaved}
      >
        <Switch
          label={words.adminsInvite}
          description={words.adminsInviteHelp}
          checked={draft.values.workspaceAdminsMayInvite}
          onChange={(event) => draft.set({ workspaceAdminsMayInvite: event.currentTarget.checked })}
          error={faultOf(draft.error, 'workspaceAdminsMayInvite')}
        />
      </DraftForm>
    </Section>
  )
}
