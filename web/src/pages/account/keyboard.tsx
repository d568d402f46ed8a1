import { Switch } from '@mantine/core'
import { accountTexts } from '../../texts/account.ts'
import { useSettings } from './use-settings.ts'

const { keyboard: words } = accountTexts

/** Switches keys without a modifier on and off: they get in the way of speech input and of some keyboards. */
export function Keyboard() {
  const { settings, save } = useSettings()
  return (
    <Switch
      label={words.singleKeys}
      description={words.singleKeysHelp}
      disabled={settings === undefined}
      checked={settings?.singleKeys ?? true}
      onChange={(event) => save({ singleKeys: event.currentTarget.checked }, words.saved)}
    />
  )
}
