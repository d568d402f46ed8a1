import { Alert, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Redirect } from 'wouter'
import { useArrive, useAuth, useSession } from '../../api/session.ts'
import type { AuthAnswers } from '../../api/types.ts'
import { AuthForm } from '../../parts/auth-form.tsx'
import { faultOf } from '../../parts/form-dialog.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { Loading } from '../../parts/states.tsx'
import { ownTimeZone, TimeZoneField } from '../../parts/time-zone-field.tsx'
import { outsideTexts } from '../../texts/outside.ts'
import { texts } from '../../texts/texts.ts'
import { DeadLink } from '../dead-link.tsx'
import { tokenInAddress, useLink } from '../link-token.ts'
import { OutsideFrame } from '../outside-frame.tsx'
import { Enrolment } from '../sign-in/enrolment.tsx'

const { link: words } = outsideTexts

type Invitation = AuthAnswers['POST /auth/invitations']

/** After the link was used, the person sets up codes if the company requires them, or starts working. */
type Used = { enrols: true; password: string } | { enrols: false }

/** The page of invitations and password reset links. */
export function LinkPage() {
  const [token] = useState(tokenInAddress)
  const [used, setUsed] = useState<Used>()
  const link = useLink('POST /auth/invitations', token)
  if (used?.enrols) return <Enrolment password={used.password} onDone={() => setUsed({ enrols: false })} />
  if (used !== undefined) return <Redirect to="/" replace />
  if (link.isError) return <DeadLink error={link.error} words={words} retry={() => void link.refetch()} />
  if (link.isPending)
    return (
      <OutsideFrame title={texts.states.loading}>
        <Loading rows={3} />
      </OutsideFrame>
    )
  return <LinkForm token={token} invitation={link.data} onUsed={setUsed} />
}

interface LinkFormProps {
  token: string
  invitation: Invitation
  onUsed: (used: Used) => void
}

function LinkForm({ token, invitation, onUsed }: LinkFormProps) {
  const { purpose, email, companyName } = invitation
  const joining = purpose === 'Invitation'
  const [fullName, setFullName] = useState(invitation.fullName)
  const [timeZone, setTimeZone] = useState(ownTimeZone)
  const [password, setPassword] = useState('')
  const accept = useAuth('/auth/invitations/accept')
  const arrive = useArrive()
  const { session } = useSession()
  const other = session?.user != null && session.user.email !== email ? session.user : undefined
  return (
    <OutsideFrame
      title={joining ? words.invitationTitle(companyName) : words.resetTitle}
      lead={joining ? words.invitationLead : words.resetLead}
    >
      {other !== undefined && (
        <Alert color="yellow" role="status">
          {words.other(other.fullName, email)}
        </Alert>
      )}
      <AuthForm
        verb={joining ? words.invitationVerb(companyName) : words.resetVerb}
        wide
        busy={accept.isPending}
        error={accept.error}
        fields={['password', 'fullName', 'timeZone']}
        onSubmit={() =>
          accept.mutate(
            { token, password, ...(joining && { fullName, timeZone }) },
            {
              onSuccess: (arrived) => {
                arrive(arrived)
                onUsed(arrived.next === 'enrolment' ? { enrols: true, password } : { enrols: false })
              },
            },
          )
        }
      >
        <TextInput
          label={outsideTexts.email}
          value={email}
          readOnly
          variant="filled"
          autoComplete="username"
          type="email"
        />
        {joining && (
          <>
            <TextInput
              label={outsideTexts.fullName}
              value={fullName}
              onChange={(event) => setFullName(event.currentTarget.value)}
              error={faultOf(accept.error, 'fullName')}
              autoComplete="name"
            />
            <TimeZoneField
              value={timeZone}
              onChange={setTimeZone}
              error={faultOf(accept.error, 'timeZone')}
            />
          </>
        )}
        <PasswordField
          label={joining ? outsideTexts.password : outsideTexts.newPassword}
          description={outsideTexts.passwordHelp}
          fresh
          autoFocus
          value={password}
          onChange={setPassword}
          error={faultOf(accept.error, 'password')}
        />
      </AuthForm>
    </OutsideFrame>
  )
}
