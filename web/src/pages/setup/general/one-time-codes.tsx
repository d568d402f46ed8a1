import { Switch } from '@mantine/core'
import { useMe } from '../../../api/me.ts'
import { useRecord } from '../../../api/queries.ts'
import type { Company } from '../../../api/types.ts'
import { faultOf } from '../../../parts/form-dialog.tsx'
import { generalTexts as words } from '../../../texts/setup-general.ts'
import { DraftForm } from '../draft-form.tsx'
import { Section } from '../section.tsx'
import { type Tagged, useDraft } from '../tagged.ts'

/** How a person signs in. */
export interface SignIn {
  hasPassword: boolean
  hasOneTimeCodes: boolean
  hasSingleSignOn: boolean
}

/** Whether one-time codes are required. */
export function OneTimeCodes({ current }: { current: Tagged<Company> }) {
  const draft = useDraft('/v1/company', current, ({ details: { oneTimeCodesRequired } }) => ({
    oneTimeCodesRequired,
  }))
  const { user } = useMe()
  const own = useRecord<SignIn>(user === undefined ? undefined : `/v1/users/${user.id}/signIn`).data
  const youFirst = draft.isChanged && draft.values.oneTimeCodesRequired && own?.hasOneTimeCodes === false
  return (
    <Section title={words.codes} hint={words.codesHelp}>
      <DraftForm
        draft={draft}
        labels={{ oneTimeCodesRequired: words.codesRequired }}
        saved={words.codesSaved}
      >
        <Switch
          label={words.codesRequired}
          description={
            youFirst ? `${words.codesRequiredHelp} ${words.codesYouFirst}` : words.codesRequiredHelp
          }
          checked={draft.values.oneTimeCodesRequired}
          onChange={(event) => draft.set({ oneTimeCodesRequired: event.currentTarget.checked })}
          error={faultOf(draft.error, 'oneTimeCodesRequired')}
        />
      </DraftForm>
    </Section>
  )
}
