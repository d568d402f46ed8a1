import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

// Its types need those of a browser.
const { refreshAfterChanges } = (await import(
  new URL('../../web/src/api/refresh.ts', import.meta.url).href
)) as { refreshAfterChanges: (client: QueryClient, changes: readonly object[], userId: string) => void }

const changeOf = (n: number): object => ({
  ...{ id: `${n}`, position: `${n}`, type: 'file.created', kind: 'file', recordId: `file-${n}` },
  ...{ workspaceId: 'w', userHash: 'ada', fields: [] },
})

test('a thousand changes load a list once, and leave lists that they do not concern', async () => {
  const client = new QueryClient()
  const reads = { files: 0, times: 0 }
  const follow = (address: string, name: keyof typeof reads): (() => void) =>
    new QueryObserver(client, {
      queryKey: ['list', address],
      queryFn: () => {
        reads[name] += 1
        return []
      },
    }).subscribe(() => undefined)
  const stops = [follow('/v1/workspaces/w/files?limit=100', 'files'), follow('/v1/times?limit=100', 'times')]
  await expect.poll(() => reads).toEqual({ files: 1, times: 1 })
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const changes = Array.from({ length: 1_000 }, (_, n) => changeOf(n))
  refreshAfterChanges(client, changes, 'ada')
  await expect.poll(() => reads).toEqual({ files: 2, times: 1 })
  expect(invalidate).toHaveBeenCalledTimes(1)
  for (const stop of stops) stop()
  client.clear()
})
