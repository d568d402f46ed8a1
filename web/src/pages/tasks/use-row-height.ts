import { preferences } from '../../parts/preferences.ts'
import { usePhone } from '../../parts/use-phone.ts'

/** The height of a row in pixels. On a phone a finger has to hit it. */
export function useRowHeight(): number {
  const phone = usePhone()
  if (phone) return 56
  return preferences().density === 'compact' ? 32 : 40
}
