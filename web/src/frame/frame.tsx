import { AppShell, Box } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { UntilLoaded } from '../parts/until-loaded.tsx'
import { usePhone } from '../parts/use-phone.ts'
import { holdKeys } from '../site/early-keys.ts'
import { noteNavigation } from '../site/heading-focus.ts'
import { lazyPart } from '../site/load-when-back.ts'
import { useNavigation } from '../site/use-pages.ts'
import { texts } from '../texts/texts.ts'
import { DeletedBanner } from './deleted-banner.tsx'
import { LiveUpdates } from './live-updates.tsx'
import { Palette } from './palette.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { Rail } from './rail.tsx'

/** It is on every page, and the pages work without it. */
const UploadTray = lazyPart(async () => {
  const loaded = await import('./upload-tray.tsx').catch(() => ({ UploadTray: () => null }))
  return loaded.UploadTray
})

interface FrameProps {
  /** The timer of the person, on every page. */
  timer: ComponentType<{ folded?: boolean; phone?: boolean }>
  /** The dialog for a new task, from every page. */
  newTask: ComponentType<{ workspaceId?: string | undefined; onClose: () => void }>
  children: ReactNode
}

/** A file that is dropped where no page takes it would replace the application in its tab. */
function refuseStrayFiles(): () => void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
  return () => {
    window.removeEventListener('dragover', refuse)
    window.removeEventListener('drop', refuse)
  }
}

/** Only whether there is one, so that the frame is not drawn again when another one is opened. */
const hasOpenTask = (): boolean => new URLSearchParams(window.location.search).has('open')

/** The navigation, at the left or at the bottom of a phone, and the page. */
export function Frame({ timer: Timer, newTask: NewTask, children }: FrameProps) {
  const [location] = useLocation()
  const phone = usePhone()
  const pages = useNavigation()
  const [searching, setSearching] = useState(false)
  const [creating, setCreating] = useState(false)
  const [, workspace] = useRoute('/p/workspace/:id/*?')
  const createTask = (): void => {
    holdKeys(() => setCreating(false))
    setCreating(true)
  }
  const [choice, setChoice] = useState<{ at: boolean; folded: boolean }>()
  // A task beside the page needs the room; the person may still unfold the navigation.
  const isBeside = useLocationProperty(hasOpenTask)
  const folded = choice?.at === isBeside ? choice.folded : isBeside
  const fold = (): void => setChoice({ at: isBeside, folded: !folded })
  useEffect(() => noteNavigation(location), [location])
  useEffect(refuseStrayFiles, [])
  return (
    <AppShell
      navbar={{ width: folded ? 48 : 248, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: 64, collapsed: !phone }}
      padding={phone ? 16 : 24}
      transitionDuration={0}
    >
      <LiveUpdates />
      <Palette opened={searching} setOpened={setSearching} foldRail={fold} createTask={createTask} />
      <a className="skip" href="#content">
        {texts.skipToContent}
      </a>
      {!phone && (
        <AppShell.Navbar style={{ background: 'var(--atrium-rail)' }} aria-label={texts.rail.label}>
          <Rail
            pages={pages}
            folded={folded}
            fold={fold}
            search={() => setSearching(true)}
            timer={
              <UntilLoaded>
                <Timer folded={folded} />
              </UntilLoaded>
            }
          />
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1}>
        {/* Notices cover the lower corner; the end of a page can be scrolled above them. */}
        <Box pb={56}>
          <DeletedBanner />
          {children}
        </Box>
      </AppShell.Main>
      <UntilLoaded>
        <UploadTray />
      </UntilLoaded>
      <UntilLoaded>
        {creating && <NewTask workspaceId={workspace?.id} onClose={() => setCreating(false)} />}
      </UntilLoaded>
      {phone && (
        <AppShell.Footer
          aria-label={texts.rail.label}
          component="nav"
          style={{ background: 'var(--atrium-rail)' }}
        >
          <UntilLoaded>
            <Timer phone />
          </UntilLoaded>
          <PhoneBar pages={pages} search={() => setSearching(true)} create={createTask} />
        </AppShell.Footer>
      )}
    </AppShell>
  )
}
