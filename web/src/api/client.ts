import { forgetEarly, takeEarly } from './early.ts'
import { problemOf, Unreachable } from './problem.ts'
import { setGone } from './reach.ts'
import { csrfToken, setSession, signedOut } from './session-state.ts'
import { unsettledUntil } from './settled.ts'
import type { AuthAnswers } from './types.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Sent {
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Whether a proxy responded because the service is down; the service itself responds with JSON. */
function isByProxy({ status, headers }: Response): boolean {
  return [502, 503, 504].includes(status) && !(headers.get('content-type') ?? '').includes('json')
}

/** Throws if nothing responded, or only a proxy. */
export function demandThere(response: Response | undefined): Response {
  const isThere = response !== undefined && !isByProxy(response)
  setGone(!isThere)
  if (!isThere) throw new Unreachable()
  return response
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  const early = await takeEarly(init.method ?? 'GET', path)
  if (early !== undefined) return demandThere(early)
  const response = await fetch(path, { ...init, credentials: 'same-origin' }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    return undefined
  })
  return demandThere(response)
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

/** The methods under `/auth`. */
export type AuthMethod = keyof AuthAnswers
export type AuthPath = AuthMethod extends infer M ? (M extends `POST ${infer P}` ? P : never) : never
export type AuthBody = Readonly<Record<string, unknown>>

async function authOnce<M extends AuthMethod>(what: M, body: AuthBody): Promise<AuthAnswers[M]> {
  const [method, path = ''] = what.split(' ')
  const token = csrfToken()
  const more: Record<string, string> = token === undefined ? {} : { 'x-csrf-token': token }
  const init = method === 'GET' ? initOf('GET', {}, {}) : initOf('POST', { body }, more)
  return unsettledUntil(reach(path, init).then(read<AuthAnswers[M]>))
}

/** The cookie identifies the session; the CSRF token proves that the request comes from this application. */
export async function auth<M extends AuthMethod>(what: M, body: AuthBody = {}): Promise<AuthAnswers[M]> {
  try {
    return await authOnce(what, body)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'not_signed_in') signedOut()
    // Another tab has signed in, or another step of signing in is required.
    if (code !== 'cross_site' && code !== 'step_required') throw error
    setSession(await authOnce<'GET /auth/session'>('GET /auth/session', {}))
    if (code === 'step_required') throw error
    return authOnce(what, body)
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

interface AccessToken {
  text: string
  until: number
}

let held: Promise<AccessToken> | undefined

/** A short-lived access token, stored in memory only. Concurrent callers share one request for it. */
export async function accessToken(): Promise<string> {
  const before = held
  const known = await before?.catch(() => undefined)
  if ((known === undefined || known.until < Date.now()) && held === before) {
    held = auth('POST /auth/token').then(({ access_token: text, expires_in: seconds }) => ({
      text,
      until: Date.now() + (seconds - 30) * 1000,
    }))
  }
  return (await held)?.text ?? ''
}

export function forgetAccessToken(): void {
  held = undefined
  forgetEarly()
}

/** A request to the API as the person who is signed in. An expired token is renewed once. */
export function send(method: Method, path: string, sent: Sent = {}): Promise<Response> {
  return unsettledUntil(sendWithToken(method, path, sent))
}

async function sendWithToken(method: Method, path: string, sent: Sent): Promise<Response> {
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

export function api<T>(method: Method, path: string, sent?: Sent): Promise<T> {
  return unsettledUntil(send(method, path, sent).then(read<T>))
}
