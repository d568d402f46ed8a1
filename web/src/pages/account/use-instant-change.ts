import { useState } from 'react'
import { useChange } from '../../api/queries.ts'

/**
 * The values of a record, each of which is saved as soon as it is chosen. `shown` has the changes that are still being
 * saved, too.
 */
export function useInstantChange<Details extends object, Changes extends object>(
  path: string,
  stored: Details | undefined,
): { shown: Details | undefined; save: (changes: Changes) => Promise<void> } {
  const [pending, setPending] = useState<readonly Changes[]>([])
  const change = useChange<Changes>((body) => ({ method: 'PUT', path, body }), { inOrder: path })
  return {
    shown: stored === undefined ? undefined : Object.assign({}, stored, ...pending),
    save: async (changes) => {
      setPending((all) => [...all, changes])
      try {
        await change.mutateAsync(changes)
      } finally {
        setPending((all) => all.filter((each) => each !== changes))
      }
    },
  }
}
