import { Code, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { useSession } from '../../api/session.ts'
import { Failed, Loading } from '../../parts/states.tsx'
import { outsideTexts } from '../../texts/outside.ts'
import { OutsideFrame } from '../outside-frame.tsx'
import { CodeStep } from './code-step.tsx'
import { Enrolment } from './enrolment.tsx'
import { PasswordStep } from './password-step.tsx'
import { forgetWayBack, wayBack } from './way-back.ts'

const { signIn: words } = outsideTexts

/** Sign-in, step by step: password, one-time code, and setting codes up where the company asks for them. */
export function SignInPage() {
  const { session, error, refetch } = useSession()
  const [password, setPassword] = useState<string>()
  const [enrolling, setEnrolling] = useState(false)
  const next = session?.next
  useEffect(() => {
    // It goes on until the recovery codes were kept, though the service is content before.
    if (next === 'enrolment') setEnrolling(true)
  }, [next])
  if (session === undefined)
    return error === null ? (
      <OutsideFrame title={words.title}>
        <Loading rows={4} />
      </OutsideFrame>
    ) : (
      <main>
        <Failed error={error} retry={refetch} />
      </main>
    )
  if (!session.hasCompany) return <NoCompany />
  if (!session.signedIn) return <PasswordStep onGiven={setPassword} />
  if (session.next === 'oneTimeCode') return <CodeStep />
  if (session.next === 'enrolment' || enrolling)
    return <Enrolment password={password} onDone={() => setEnrolling(false)} />
  return <Arrived />
}

function Arrived() {
  const [to] = useState(wayBack)
  useEffect(forgetWayBack, [])
  return <Redirect to={to} replace />
}

/** Somebody has opened the address before the link: told where the link is. */
function NoCompany() {
  return (
    <OutsideFrame title={words.noCompanyTitle} lead={words.noCompanyLead}>
      <Code block style={{ whiteSpace: 'pre-wrap' }}>
        {words.noCompanyLine}
      </Code>
      <Text c="var(--atrium-quiet)">{words.noCompanyHint}</Text>
    </OutsideFrame>
  )
}
