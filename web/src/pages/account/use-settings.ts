import { useRecord } from '../../api/queries.ts'
import type { Settings } from '../../api/types.ts'
import { useNotices } from '../../parts/notices.tsx'
import { accountTexts } from '../../texts/account.ts'
import { useInstantChange } from './use-instant-change.ts'

const path = '/v1/users/me/settings'

type Details = Settings['details']

/** The settings of the person, with the changes that are being saved, and how to change them. */
export function useSettings(): {
  settings: Details | undefined
  /** Saves changes and shows a notice; they can be undone. */
  save: (changes: Partial<Details>, said?: string) => void
} {
  const notices = useNotices()
  const stored = useRecord<Settings>(path).data?.details
  const { shown, save } = useInstantChange<Details, Partial<Details>>(path, stored)
  return {
    settings: shown,
    save: (changes, said = accountTexts.preferences.saved) => {
      const before = Object.fromEntries(
        Object.keys(changes).map((name) => [name, shown?.[name as keyof Details]]),
      ) as Partial<Details>
      save(changes).then(
        () => notices.done(said, () => save(before).catch((error: unknown) => notices.failed(error))),
        (error: unknown) => notices.failed(error),
      )
    },
  }
}
