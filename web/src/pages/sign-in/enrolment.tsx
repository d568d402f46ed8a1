import { useSession } from '../../api/session.ts'
import { outsideTexts } from '../../texts/outside.ts'
import { SetUpCodes } from '../codes/set-up-codes.tsx'
import { OutsideFrame } from '../outside-frame.tsx'

const { enrolment: words } = outsideTexts

/** Sets up one-time codes during sign-in, where the company requires them. */
export function Enrolment({ password, onDone }: { password: string | undefined; onDone?: () => void }) {
  const { session, refetch } = useSession()
  return (
    <OutsideFrame title={words.title} lead={words.lead}>
      <SetUpCodes
        password={password}
        email={session?.user?.email ?? ''}
        onDone={() => {
          refetch()
          onDone?.()
        }}
      />
    </OutsideFrame>
  )
}
