import { NumberInput } from '@mantine/core'
import type { Company } from '../../../api/types.ts'
import { faultOf } from '../../../parts/form-dialog.tsx'
import { sized } from '../../../parts/sizes.ts'
import { generalTexts as words } from '../../../texts/setup-general.ts'
import { DraftForm } from '../draft-form.tsx'
import { Section } from '../section.tsx'
import { type Tagged, useDraft } from '../tagged.ts'

const gigabyte = 1_000_000_000

/** How large a folder may be to be downloaded as one archive. */
export function ZipDownloads({ current }: { current: Tagged<Company> }) {
  const draft = useDraft('/v1/company', current, ({ details: { zipBytes } }) => ({ zipBytes }))
  const { zipBytes } = draft.values
  const most = sized(current.record.details.limits.zipBytes)
  return (
    <Section title={words.zip}>
      <DraftForm
        draft={draft}
        labels={{ zipBytes: words.zipLargest }}
        saved={words.zipSaved}
        formats={{ zipBytes: (value) => (typeof value === 'number' ? sized(value) : most) }}
      >
        <NumberInput
          maw={240}
          label={words.zipLargest}
          description={words.zipHelp(most)}
          placeholder={most}
          suffix={words.gigabytes}
          clampBehavior="none"
          allowNegative={false}
          hideControls
          value={zipBytes === null ? '' : zipBytes / gigabyte}
          onChange={(value) => {
            const size = Math.round(Number(value) * gigabyte)
            // Somebody who types ".5" begins with a point.
            if (!Number.isNaN(size)) draft.set({ zipBytes: value === '' ? null : size })
          }}
          error={faultOf(draft.error, 'zipBytes') === undefined ? undefined : words.zipWrong}
        />
      </DraftForm>
    </Section>
  )
}
