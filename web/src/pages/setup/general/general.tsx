import { Stack, TextInput } from '@mantine/core'
import type { Company } from '../../../api/types.ts'
import { faultOf } from '../../../parts/form-dialog.tsx'
import { LinkedSection } from '../../../parts/linked-section.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import { generalTexts as words } from '../../../texts/setup-general.ts'
import { DraftForm } from '../draft-form.tsx'
import { Fact } from '../fact.tsx'
import { Section } from '../section.tsx'
import { SetupFrame } from '../setup-frame.tsx'
import { type Tagged, useDraft, useTagged } from '../tagged.ts'
import { DeleteCompany } from './delete-company.tsx'
import { FileStatuses, type WithStatuses } from './file-statuses.tsx'
import { Invitations } from './invitations.tsx'
import { Limits, type WithLimits } from './limits.tsx'
import { OneTimeCodes } from './one-time-codes.tsx'
import { SingleSignOn } from './single-sign-on.tsx'
import { ZipDownloads } from './zip-downloads.tsx'

/** Company Setup, General: the settings of the company. */
export function GeneralPage() {
  const { data, error, refetch } = useTagged<Company>('/v1/company')
  return (
    <SetupFrame>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : (
        <Stack gap="lg">
          <CompanySection current={data} />
          {hasStatuses(data) && <FileStatuses current={data} />}
          {hasLimits(data.record) && <Limits limits={data.record.details.limits} />}
          <ZipDownloads current={data} />
          <Invitations current={data} />
          <OneTimeCodes current={data} />
          <LinkedSection id="sso">
            <SingleSignOn current={data} />
          </LinkedSection>
          <DeleteCompany company={data.record} />
        </Stack>
      )}
    </SetupFrame>
  )
}

/** The file statuses and limits. */
function hasStatuses(current: Tagged<Company>): current is Tagged<WithStatuses> {
  return 'fileStatuses' in current.record.details
}

function hasLimits(company: Company): company is WithLimits {
  return 'limits' in company.details
}

function CompanySection({ current }: { current: Tagged<Company> }) {
  const draft = useDraft('/v1/company', current, ({ details: { companyName } }) => ({ companyName }))
  return (
    <Section title={words.company}>
      <DraftForm draft={draft} labels={{ companyName: words.companyName }} saved={words.companySaved}>
        <TextInput
          label={words.companyName}
          description={words.companyNameHelp}
          value={draft.values.companyName}
          onChange={(event) => draft.set({ companyName: event.currentTarget.value })}
          error={faultOf(draft.error, 'companyName')}
          autoComplete="organization"
        />
        <Fact label={words.organization} help={words.organizationHelp}>
          {words.organizations[current.record.details.organization]}
        </Fact>
      </DraftForm>
    </Section>
  )
}
