import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useRecord } from '../api/queries.ts'
import type { Settings } from '../api/types.ts'
import { takeLastAct } from '../api/undo.ts'
import { afterWriting } from '../api/write.ts'
import { useNotices } from '../parts/notices.tsx'
import { takeBack } from '../parts/take-back.ts'
import { UntilLoaded } from '../parts/until-loaded.tsx'
import { holdKeys } from '../site/early-keys.ts'
import { listenForKeys, setSingleKeys, useKeyActions } from '../site/keys.ts'
import { lazyPart } from '../site/load-when-back.ts'
import { useNavigation } from '../site/use-pages.ts'
import { paletteTexts as words } from '../texts/palette.ts'
import { useSignOutWithQuestion } from './use-sign-out.tsx'

const loadPalette = () => import('./palette-dialog.tsx')
const PaletteDialog = lazyPart(async () => (await loadPalette()).PaletteDialog)
const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog)

interface PaletteProps {
  opened: boolean
  setOpened: (opened: boolean) => void
  foldRail: () => void
  createTask: () => void
}

/** The palette, the list of keys, and the keys that work everywhere. */
export function Palette({ opened, setOpened, foldRail, createTask }: PaletteProps) {
  const [showsKeys, setShowsKeys] = useState(false)
  const pages = useNavigation()
  const [, go] = useLocation()
  const notices = useNotices()
  const { signOut, question } = useSignOutWithQuestion()
  const settings = useRecord<Settings>('/v1/users/me/settings').data
  useEffect(() => setSingleKeys(settings?.details.singleKeys ?? true), [settings])
  useLayoutEffect(
    () =>
      listenForKeys((letter) => {
        const page = pages.find(({ shortcut }) => shortcut === letter)
        if (page !== undefined) go(page.path)
        return page !== undefined
      }),
    [pages, go],
  )
  useEffect(() => {
    // It has to open immediately.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), 1_500)
    return () => clearTimeout(timer)
  }, [])
  useKeyActions({
    palette: () => {
      if (!opened) holdKeys(() => setOpened(false))
      setOpened(!opened)
    },
    create: createTask,
    keys: () => setShowsKeys(true),
    rail: foldRail,
    undo: async () => {
      // What the person just did can only be taken back once the service has it.
      await afterWriting()
      const act = takeLastAct()
      if (act === undefined) notices.done(words.nothingToUndo)
      else takeBack(act.undo, notices, () => notices.done(words.undone(act.label)))
    },
  })
  return (
    <UntilLoaded>
      {opened && <PaletteDialog signOut={signOut} onClose={() => setOpened(false)} />}
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      {question}
    </UntilLoaded>
  )
}
