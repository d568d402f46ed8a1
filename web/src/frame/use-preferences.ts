import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useRecord } from '../api/queries.ts'
import type { Settings } from '../api/types.ts'
import { preferences, setPreferences } from '../parts/preferences.ts'
import { useStoredState } from '../table/use-stored-state.ts'

/**
 * Follows the settings of the person. This browser remembers the last ones, so that a page does not change its looks
 * while they are read. Returns a key that changes when pages have to be rendered again.
 */
export function usePreferences(): string {
  const settings = useRecord<Settings>('/v1/users/me/settings').data?.details
  const [last, setLast] = useStoredState('preferences', preferences())
  const { setColorScheme } = useMantineColorScheme()
  setPreferences(settings ?? last)
  const key = JSON.stringify(preferences())
  useEffect(() => {
    document.documentElement.dataset['density'] = preferences().density
    if (settings !== undefined && JSON.stringify(last) !== key) setLast(preferences())
  })
  const theme = settings?.theme
  useEffect(() => {
    if (theme !== undefined) setColorScheme(theme === 'system' ? 'auto' : theme)
  }, [theme, setColorScheme])
  return key
}
