import type { Settings } from '../api/types.ts'

/** How the person wants dates, durations and rows to look. */
export type Preferences = Pick<Settings['details'], 'weekStart' | 'dateFormat' | 'durationFormat' | 'density'>

let current: Preferences = {
  weekStart: 'monday',
  dateFormat: 'automatic',
  durationFormat: 'clock',
  density: 'comfortable',
}

export const preferences = (): Preferences => current

/** Sets what everything that is shown from now on follows. */
export function setPreferences({ weekStart, dateFormat, durationFormat, density }: Preferences): void {
  current = { weekStart, dateFormat, durationFormat, density }
}
