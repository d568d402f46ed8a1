import { useChange, useRecord } from '../../api/queries.ts'
import type { Settings } from '../../api/types.ts'
import { useNotices } from '../../parts/notices.tsx'
import { accountTexts } from '../../texts/account.ts'

const path = '/v1/users/me/settings'

type Details = Settings['details']

/** The settings of the person, with the change that is on its way, and how to change them. */
export function useSettings(): {
  settings: Details | undefined
  /** Saves changes and says so; they can be undone. */
  save: (changes: Partial<Details>, said?: string) => void
} {
  const notices = useNotices()
  const stored = useRecord<Settings>(path).data?.details
  const change = useChange<Partial<Details>>((body) => ({ method: 'PUT', path, body }))
  const save = (changes: Partial<Details>, said: string = accountTexts.preferences.saved): void => {
    const before = Object.fromEntries(
      Object.keys(changes).map((name) => [name, stored?.[name as keyof Details]]),
    )
    change.mutate(changes, {
      onSuccess: () => notices.done(said, () => change.mutate(before)),
      onError: (error) => notices.failed(error),
    })
  }
  return {
    settings: stored === undefined ? undefined : { ...stored, ...(change.isPending && change.variables) },
    save,
  }
}
