import { boolean, choice, readOnly } from '../fields/fields.ts'
import { reference } from '../fields/reference.ts'
import { type RowOf, resource } from '../resource.ts'

/** One record for each person; its id, for callers, is that of the person. People who have not changed anything have none. */
export const settings = resource(
  'settings',
  'How a person wants the web application to look and behave.',
  {
    theme: choice('Light, dark, or the setting of the device.', ['system', 'light', 'dark'], {
      fallback: 'system',
    }),
    density: choice('How close rows are.', ['comfortable', 'compact'], { fallback: 'comfortable' }),
    weekStart: choice('The first day of a week.', ['monday', 'saturday', 'sunday'], { fallback: 'monday' }),
    dateFormat: choice(
      'How dates look; `automatic`: in the format of the browser’s language.',
      ['automatic', 'YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'],
      { fallback: 'automatic' },
    ),
    durationFormat: choice('How durations look: `1:30` or `1.5`.', ['clock', 'decimal'], {
      fallback: 'clock',
    }),
    startPage: choice(
      'The page after signing in.',
      ['home', 'workspaces', 'inbox', 'tasks', 'calendar', 'time', 'files', 'reports'],
      { fallback: 'home' },
    ),
    singleKeys: boolean('Whether single keys are shortcuts.', { fallback: true }),
  },
  { table: 'settings', hidden: { userHash: readOnly(reference('Whose settings they are.', 'user')) } },
)

export type SettingsRow = RowOf<typeof settings>
