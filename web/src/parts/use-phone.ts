import { useMediaQuery } from '@mantine/hooks'

/** Whether the page is as narrow as on a phone. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
}
