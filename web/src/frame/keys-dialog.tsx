import { Kbd, Modal, Stack, Title } from '@mantine/core'
import { Fragment } from 'react'
import { paletteTexts } from '../texts/palette.ts'
import { texts } from '../texts/texts.ts'
import { letterOf, modKey } from './keys.ts'
import classes from './palette.module.css'
import { useRailPlaces } from './places.tsx'

const words = paletteTexts.keys

interface KeyLine {
  does: string
  /** Pressed together, or one after another where `then` stands between them. */
  keys: readonly string[]
}

/** All keys that do something, wherever one is. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const places = useRailPlaces()
  const anywhere: KeyLine[] = [
    { does: words.goAnywhere, keys: [modKey, '+', 'K'] },
    { does: words.showKeys, keys: ['?'] },
    ...places.map(({ label }) => ({
      does: words.goTo(label),
      keys: ['G', words.andThen, letterOf(label).toUpperCase()],
    })),
    { does: words.escape, keys: ['Esc'] },
  ]
  const tables: KeyLine[] = [
    { does: words.upDown, keys: ['↑', '↓'] },
    { does: words.enter, keys: ['Enter'] },
  ]
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ 'aria-label': texts.form.close }}>
      <Stack gap="lg">
        <Lines title={words.anywhere} lines={anywhere} />
        <Lines title={words.tables} lines={tables} />
      </Stack>
    </Modal>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  return (
    <div>
      <Title order={3} mb="sm">
        {title}
      </Title>
      <dl className={classes['keys']}>
        {lines.map(({ does, keys }) => (
          <Fragment key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key) =>
                key === '+' || key === words.andThen ? (
                  <span key={key}> {key} </span>
                ) : (
                  <Kbd key={key}>{key}</Kbd>
                ),
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
