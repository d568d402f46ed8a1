import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/queries.ts'
import type { User } from '../../api/types.ts'
import { AuthForm } from '../../parts/auth-form.tsx'
import { faultOf } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { TimeZoneField } from '../../parts/time-zone-field.tsx'
import { accountTexts } from '../../texts/account.ts'
import { outsideTexts } from '../../texts/outside.ts'

const { you: words } = accountTexts

export function Profile({ user }: { user: User }) {
  const { details } = user
  const [fullName, setFullName] = useState(details.fullName)
  const [timeZone, setTimeZone] = useState(details.timeZone)
  const notices = useNotices()
  const save = useChange<void>(() => ({
    method: 'PUT',
    path: `/v1/users/${user.id}`,
    body: { fullName, timeZone },
  }))
  return (
    <AuthForm
      verb={words.save}
      busy={save.isPending}
      error={save.error}
      fields={['fullName', 'timeZone']}
      disabled={fullName === details.fullName && timeZone === details.timeZone}
      onSubmit={() => save.mutate(undefined, { onSuccess: () => notices.done(words.saved) })}
    >
      <TextInput
        label={outsideTexts.fullName}
        value={fullName}
        onChange={(event) => setFullName(event.currentTarget.value)}
        error={faultOf(save.error, 'fullName')}
        autoComplete="name"
      />
      <TextInput
        label={outsideTexts.email}
        description={words.emailHelp}
        value={details.email}
        readOnly
        variant="filled"
      />
      <TimeZoneField value={timeZone} onChange={setTimeZone} error={faultOf(save.error, 'timeZone')} />
    </AuthForm>
  )
}
