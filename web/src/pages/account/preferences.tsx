import { Select, Stack } from '@mantine/core'
import type { Settings } from '../../api/types.ts'
import { accountTexts } from '../../texts/account.ts'
import { useSettings } from './use-settings.ts'

const { preferences: words } = accountTexts

type Field = keyof typeof words.choices

const fields = Object.keys(words.choices) as Field[]

/** How the application looks to this person, on every device. Each choice is saved immediately. */
export function Preferences() {
  const { settings, save } = useSettings()
  return (
    <Stack gap="md" maw={320}>
      {fields.map((field) => (
        <Select
          key={field}
          label={words.labels[field]}
          {...(field === 'weekStart' && { description: words.hints.weekStart })}
          data={Object.entries(words.choices[field]).map(([value, label]) => ({ value, label }))}
          value={settings?.[field] ?? null}
          disabled={settings === undefined}
          allowDeselect={false}
          onChange={(value) => {
            // The options are the values of the field.
            if (value !== null) save({ [field]: value } as Partial<Settings['details']>)
          }}
        />
      ))}
    </Stack>
  )
}
