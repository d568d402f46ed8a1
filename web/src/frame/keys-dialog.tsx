import { Kbd, Modal, Stack, Title } from '@mantine/core'
import { Fragment } from 'react'
import { useNavigation } from '../site/use-pages.ts'
import { paletteTexts } from '../texts/palette.ts'
import { texts } from '../texts/texts.ts'
import { modKey } from './keys.ts'
import classes from './palette.module.css'

const words = paletteTexts.keys

interface KeyLine {
  does: string
  /** Pressed together, or one after another with `then` between them. */
  keys: readonly string[]
}

/** The keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const pages = useNavigation()
  const anywhere: KeyLine[] = [
    { does: words.goAnywhere, keys: [modKey, '+', 'K'] },
    { does: words.showKeys, keys: ['?'] },
    ...pages.flatMap(({ title, shortcut }) =>
      shortcut === undefined
        ? []
        : [{ does: words.goTo(title), keys: ['G', words.andThen, shortcut.toUpperCase()] }],
    ),
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
