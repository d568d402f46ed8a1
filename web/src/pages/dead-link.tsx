import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { ApiProblem } from '../api/problem.ts'
import { Failed } from '../parts/states.tsx'
import { outsideTexts } from '../texts/outside.ts'
import { OutsideFrame } from './outside-frame.tsx'

interface DeadLinkProps {
  error: unknown
  words: { noneTitle: string; noneHint: string; goneTitle: string; goneHint?: string }
  retry: () => void
}

/** Explains why a link does not work, and what to do. */
export function DeadLink({ error, words, retry }: DeadLinkProps) {
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 400))
    return (
      <OutsideFrame title={words.noneTitle} lead={words.noneHint}>
        <ToSignIn />
      </OutsideFrame>
    )
  if (error instanceof ApiProblem && error.status === 410)
    return (
      <OutsideFrame title={words.goneTitle} lead={[error.message, words.goneHint].filter(Boolean).join(' ')}>
        <ToSignIn />
      </OutsideFrame>
    )
  return (
    <main>
      <Failed error={error} retry={retry} />
    </main>
  )
}

function ToSignIn() {
  return (
    <Button component={Link} href="/sign-in" variant="default" style={{ alignSelf: 'flex-start' }}>
      {outsideTexts.toSignIn}
    </Button>
  )
}
