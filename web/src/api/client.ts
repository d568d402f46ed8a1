import { problemOf, Unreachable } from './problem.ts'
import { csrfToken, signedOut } from './session-state.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Sent {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, credentials: 'same-origin' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Unreachable()
  }
}

function initOf(
  method: Method,
  { body, headers = {}, signal }: Sent,
  more: Record<string, string>,
): RequestInit {
  return {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers, ...more },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  }
}

async function read<T>(response: Response): Promise<T> {
  if (!response.ok) throw await problemOf(response)
  return (response.status === 204 ? undefined : await response.json()) as T
}

/** The methods by which people get in: a cookie proves the session, a token of its own that it is this page. */
export async function auth<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const token = csrfToken()
  const more: Record<string, string> = token === undefined ? {} : { 'x-csrf-token': token }
  return read<T>(
    await reach(path, initOf(method, { body: method === 'POST' ? (body ?? {}) : undefined }, more)),
  )
}

interface AccessToken {
  text: string
  until: number
}

let held: Promise<AccessToken> | undefined

/** A short-lived access token, kept in memory alone; one trade serves all who wait for it. */
async function accessToken(): Promise<string> {
  const known = await held?.catch(() => undefined)
  if (known === undefined || known.until < Date.now()) {
    held = auth<{ access_token: string; expires_in: number }>('POST', '/auth/token').then(
      ({ access_token: text, expires_in: seconds }) => ({ text, until: Date.now() + (seconds - 30) * 1000 }),
    )
  }
  return (await held)?.text ?? ''
}

export function forgetAccessToken(): void {
  held = undefined
}

/** A request to the API as the person who is signed in. A token that has ended is traded anew, once. */
export async function send(method: Method, path: string, sent: Sent = {}): Promise<Response> {
  for (let again = false; ; again = true) {
    const headers = { authorization: `Bearer ${await accessToken()}` }
    const response = await reach(path, initOf(method, sent, headers))
    if (response.status !== 401) return response
    forgetAccessToken()
    if (again) {
      signedOut()
      throw await problemOf(response)
    }
  }
}

export async function api<T>(method: Method, path: string, sent?: Sent): Promise<T> {
  return read<T>(await send(method, path, sent))
}
