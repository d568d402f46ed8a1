import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { accountTexts } from '../../texts/account.ts'

const { appearance: words } = accountTexts

const choices = [
  { value: 'auto', label: words.auto },
  { value: 'light', label: words.light },
  { value: 'dark', label: words.dark },
] as const

export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      aria-label={words.title}
      data={choices.map((choice) => ({ ...choice }))}
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
    />
  )
}
