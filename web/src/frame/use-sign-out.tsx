import { type ReactNode, useState } from 'react'
import { hasDrafts } from '../api/drafts.ts'
import { useSignOut } from '../api/session.ts'
import { UntilLoaded } from '../parts/until-loaded.tsx'
import { lazyPart } from '../site/load-when-back.ts'

const SignOutDialog = lazyPart(async () => (await import('./sign-out-dialog.tsx')).SignOutDialog)

/** Signs out, after a question if that discards text that was not sent. */
export function useSignOutWithQuestion(): { signOut: () => void; question: ReactNode } {
  const { mutate } = useSignOut()
  const [asking, setAsking] = useState(false)
  return {
    signOut: () => (hasDrafts() ? setAsking(true) : mutate()),
    question: <UntilLoaded>{asking && <SignOutDialog onClose={() => setAsking(false)} />}</UntilLoaded>,
  }
}
