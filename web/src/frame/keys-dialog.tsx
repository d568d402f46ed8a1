import { Kbd, Stack, Title } from '@mantine/core'
import { Fragment } from 'react'
import { MountedDialog } from '../parts/mounted-dialog.tsx'
import { bindingsIn, type KeyPlace } from '../site/key-table.ts'
import { keyCaps } from '../site/keys.ts'
import { useNavigation } from '../site/use-pages.ts'
import { paletteTexts } from '../texts/palette.ts'
import { texts } from '../texts/texts.ts'
import classes from './palette.module.css'

const words = paletteTexts.keys

interface KeyLine {
  does: string
  keys: string
}

const places = Object.keys(words.places) as KeyPlace[]

/** The keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const pages = useNavigation()
  const going: KeyLine[] = pages.flatMap(({ title, shortcut }) =>
    shortcut === undefined ? [] : [{ does: words.goTo(title), keys: `g ${shortcut}` }],
  )
  return (
    <MountedDialog
      onClose={onClose}
      title={words.title}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.form.close }}
    >
      <Stack gap="lg">
        {places.map((place) => (
          <Lines
            key={place}
            title={words.places[place]}
            lines={[...bindingsIn(place), ...(place === 'everywhere' ? going : [])]}
          />
        ))}
      </Stack>
    </MountedDialog>
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
              {keyCaps(keys).map((cap, at) => (
                <Fragment key={cap}>
                  {at > 0 && (keys.includes(' ') ? ` ${words.andThen} ` : ' ')}
                  <Kbd>{cap}</Kbd>
                </Fragment>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
