import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api/queries.ts'
import type { Company } from '../../../api/types.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { useNotices } from '../../../parts/notices.tsx'
import { generalTexts as words } from '../../../texts/setup-general.ts'
import { texts } from '../../../texts/texts.ts'
import { Section } from '../section.tsx'

/** Deletes the company. A banner on every page then offers to restore it. */
export function DeleteCompany({ company: { details } }: { company: Company }) {
  const [asking, setAsking] = useState(false)
  return (
    <Section title={words.deletion} hint={words.deletionHelp}>
      <Button
        color="red"
        variant="outline"
        disabled={details.deletedAt !== null}
        onClick={() => setAsking(true)}
        style={{ alignSelf: 'flex-start' }}
      >
        {words.deleteCompany}
      </Button>
      {asking && <Confirm name={details.companyName} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function Confirm({ name, onClose }: { name: string; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const notices = useNotices()
  const remove = useChange<void>(() => ({
    method: 'DELETE',
    path: `/v1/company?companyName=${encodeURIComponent(typed)}`,
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.deleteTitle(name)}
      verb={words.deleteCompany}
      danger
      disabled={typed !== name}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.deleted)
            onClose()
          },
        })
      }
    >
      <Text size="sm">{words.deleteHint}</Text>
      <TextInput
        label={texts.form.typeToConfirm(name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  )
}
