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

/** The steps of signing in: password, one-time code, and setting up codes where the company requires them. */
export function SignInPage() {
  const { session, error, refetch } = useSession()
  const [password, setPassword] = useState<string>()
  const [enrolling, setEnrolling] = useState(false)
  const next = session?.next
  useEffect(() => {
    // The page stays until the recovery codes are saved, although the session is complete before that.
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
  if (!session.signedIn)
    return <PasswordStep hasSingleSignOn={session.hasSingleSignOn} onGiven={setPassword} />
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

/** For people who open the bare address before the first start. */
function NoCompany() {
  return (
    <OutsideFrame title={words.noCompanyTitle} lead={words.noCompanyLead}>
      <Code block style={{ whiteSpace: 'pre-wrap' }}>
        {`${window.location.origin}/welcome#…`}
      </Code>
      <Text c="var(--atrium-quiet)">{words.noCompanyHint}</Text>
    </OutsideFrame>
  )
}
