import { ActionIcon, Tooltip } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { IconSearch } from '../parts/icons.tsx'
import { paletteTexts as words } from '../texts/palette.ts'
import { modKey, useKeys } from './keys.ts'

const PaletteDialog = lazy(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

/** The button that opens the palette, and the shortcuts that work everywhere. */
export function Palette({ compact = false }: { compact?: boolean }) {
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const close = (): void => setOpen(undefined)
  useKeys({
    palette: () => setOpen((now) => (now === 'palette' ? undefined : 'palette')),
    keys: () => setOpen('keys'),
  })
  return (
    <>
      <Tooltip label={`${words.open} (${modKey} K)`}>
        <ActionIcon
          variant="subtle"
          {...(compact ? { size: 44 } : { color: 'gray' })}
          aria-label={words.open}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen('palette')}
        >
          <IconSearch size={compact ? 22 : 18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Suspense>
        {open === 'palette' && <PaletteDialog onClose={close} />}
        {open === 'keys' && <KeysDialog onClose={close} />}
      </Suspense>
    </>
  )
}
