import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { readEach } from '../../api/queries.ts'
import { records } from '../../api/records.ts'
import type { Client } from '../../api/types.ts'
import { type AnyRecord, filled, pathOf } from './record-address.ts'

/** A record, and where it was read. Its kind can differ from the one in the permalink. */
export interface Located {
  kind: string
  path: string
  record: AnyRecord
}

/** Reads the record that a permalink leads to. */
export function useLocated(kind: string, id: string, within: string | undefined) {
  return useQuery({
    queryKey: ['located', kind, id, within],
    queryFn: async ({ signal }): Promise<Located> => {
      const read = async (as: string, path: string): Promise<Located> => {
        const record = await api<AnyRecord>('GET', path, { signal })
        // Paths without an id read the caller's own record, which may be another one.
        if (record.id !== id) throw new ApiProblem(404, {}, null)
        return { kind: as, path, record }
      }
      const path = pathOf(kind, id, within)
      if (path !== undefined) return read(kind, path)
      const listed = records[kind]?.listed
      if (listed !== undefined && (within !== undefined || !listed.includes('{'))) {
        const list = filled(listed, within ?? '')
        return { kind, path: list, record: await foundIn(list, id, signal) }
      }
      // The id of a member or subscriber is the userHash, so without its parent it leads to the person.
      if (kind === 'member' || kind === 'subscriber')
        return read('user', `/v1/users/${encodeURIComponent(id)}`)
      const clientId = kind === 'clientKey' ? await clientOfKey(id, signal) : undefined
      return read(kind, pathOf(kind, id, clientId ?? id) ?? '')
    },
  })
}

/** Searches a list for a record. */
async function foundIn(list: string, id: string, signal: AbortSignal): Promise<AnyRecord> {
  for await (const record of readEach<AnyRecord>(`${list}?limit=500`, signal))
    if (record.id === id) return record
  throw new ApiProblem(404, {}, null)
}

/** The client that a key belongs to; the keys are listed with each client. */
async function clientOfKey(keyId: string, signal: AbortSignal): Promise<string | undefined> {
  for await (const { id, details } of readEach<Client>('/v1/clients?limit=500', signal))
    if (details.keys.some((key) => key.keyId === keyId)) return id
  return undefined
}
