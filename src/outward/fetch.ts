import { OutwardClient } from './client.ts'
import { NameLookups } from './lookups.ts'
import { AdmittedNetworks } from './ranges.ts'
import { AddressRefused } from './rules.ts'

/** Seconds, and bytes: identity providers respond quickly and briefly. */
const seconds = 10
const mostBytes = 1_048_576

interface FetchOptions {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

/** A `fetch` for the identity provider that a company chose. */
export function guardedFetch(privateAddresses: boolean, lookups = new NameLookups()) {
  const admitted = privateAddresses ? undefined : new AdmittedNetworks([], [])
  const client = new OutwardClient({ admitted, fewPorts: false }, { lookups })
  return async (address: string, given: FetchOptions): Promise<Response> => {
    const { method = 'GET', headers = {}, body, signal } = given
    const text = body instanceof URLSearchParams ? body.toString() : body
    const reply = await client
      .send(address, {
        method,
        headers,
        body: typeof text === 'string' ? text : undefined,
        seconds,
        mostBytes,
        whenLonger: 'fail',
        signal,
      })
      .catch((error: unknown) => {
        if (!(error instanceof AddressRefused)) throw error
        const advice =
          error.rule === 'credentials' ? '' : ' Set ATRIUM_SSO_PRIVATE_ADDRESSES=yes to allow it.'
        throw new Error(error.message + advice, { cause: error })
      })
    const empty = reply.status === 204 || reply.status === 304
    const distinct = Object.entries(reply.headers).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    return new Response(empty ? null : new Uint8Array(reply.body), {
      status: reply.status,
      headers: distinct,
    })
  }
}
