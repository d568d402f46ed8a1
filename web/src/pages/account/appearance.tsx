import { SegmentedControl } from '@mantine/core'
import { accountTexts } from '../../texts/account.ts'
import { useSettings } from './use-settings.ts'

const { appearance: words } = accountTexts

const choices = [
  { value: 'system', label: words.auto },
  { value: 'light', label: words.light },
  { value: 'dark', label: words.dark },
] as const

export function Appearance() {
  const { settings, save } = useSettings()
  return (
    <SegmentedControl
      aria-label={words.title}
      data={choices.map((choice) => ({ ...choice }))}
      value={settings?.theme ?? 'system'}
      onChange={(theme) => save({ theme })}
    />
  )
}
