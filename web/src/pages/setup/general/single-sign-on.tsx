import { Anchor, PasswordInput, Select, TagsInput, Text, TextInput } from '@mantine/core'
import type { Company } from '../../../api/types.ts'
import { CopyText } from '../../../parts/copy-text.tsx'
import { faultOf } from '../../../parts/form-dialog.tsx'
import { generalTexts as words } from '../../../texts/setup-general.ts'
import { DraftForm } from '../draft-form.tsx'
import { Fact } from '../fact.tsx'
import { Section } from '../section.tsx'
import { type Tagged, useDraft } from '../tagged.ts'

const creates = Object.entries(words.createsChoices).map(([value, label]) => ({ value, label }))

/** The settings of single sign-on. */
export function SingleSignOn({ current }: { current: Tagged<Company> }) {
  const draft = useDraft(
    '/v1/company',
    current,
    ({ details }) => ({
      ssoIssuer: details.ssoIssuer,
      ssoClientId: details.ssoClientId,
      ssoClientSecret: details.ssoClientSecret,
      ssoDomains: details.ssoDomains,
      ssoCreates: details.ssoCreates,
    }),
    ['ssoClientSecret'],
  )
  const { values, set, error, stored } = draft
  const isKept = stored.ssoClientSecret !== null
  const isTyped = values.ssoClientSecret !== stored.ssoClientSecret
  const secretHelp =
    isKept && values.ssoClientSecret === null
      ? words.secretRemoved
      : isKept
        ? words.secretKept
        : words.secretHelp
  return (
    <Section title={words.sso} hint={words.ssoHelp}>
      <DraftForm
        draft={draft}
        labels={{
          ssoIssuer: words.issuer,
          ssoClientId: words.clientId,
          ssoClientSecret: words.secret,
          ssoDomains: words.domains,
          ssoCreates: words.creates,
        }}
        saved={words.ssoSaved}
      >
        {stored.ssoIssuer === null && <Text size="sm">{words.ssoOff}</Text>}
        <TextInput
          label={words.issuer}
          description={words.issuerHelp}
          type="url"
          value={values.ssoIssuer ?? ''}
          onChange={(event) => set({ ssoIssuer: event.currentTarget.value || null })}
          error={faultOf(error, 'ssoIssuer')}
        />
        <TextInput
          label={words.clientId}
          description={words.clientIdHelp}
          value={values.ssoClientId ?? ''}
          onChange={(event) => set({ ssoClientId: event.currentTarget.value || null })}
          error={faultOf(error, 'ssoClientId')}
          autoComplete="off"
        />
        <div>
          <PasswordInput
            label={words.secret}
            description={secretHelp}
            placeholder={isKept && values.ssoClientSecret !== null ? words.secretPlaceholder : ''}
            value={isTyped ? (values.ssoClientSecret ?? '') : ''}
            onChange={(event) =>
              set({ ssoClientSecret: event.currentTarget.value || stored.ssoClientSecret })
            }
            error={faultOf(error, 'ssoClientSecret')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': words.showSecret }}
          />
          {isKept && values.ssoClientSecret !== null && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              mt={4}
              onClick={() => set({ ssoClientSecret: null })}
            >
              {words.secretRemove}
            </Anchor>
          )}
        </div>
        <TagsInput
          label={words.domains}
          description={words.domainsHelp}
          value={values.ssoDomains}
          onChange={(ssoDomains) => set({ ssoDomains })}
          error={faultOf(error, 'ssoDomains')}
          acceptValueOnBlur
        />
        <Select
          label={words.creates}
          description={words.createsHelp}
          data={creates}
          value={values.ssoCreates}
          onChange={(chosen) => chosen !== null && set({ ssoCreates: chosen as typeof values.ssoCreates })}
          error={faultOf(error, 'ssoCreates')}
        />
        <Fact label={words.redirect} help={words.redirectHelp}>
          <CopyText value={`${window.location.origin}/auth/sso/callback`} />
        </Fact>
      </DraftForm>
    </Section>
  )
}
