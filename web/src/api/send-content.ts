import { accessToken, demandThere, forgetAccessToken } from './client.ts'
import { problemOf } from './problem.ts'
import { isBack } from './reach.ts'
import { signedOut } from './session-state.ts'
import { unsettledUntil } from './settled.ts'

interface Content {
  headers?: Readonly<Record<string, string>>
  signal: AbortSignal
  /** The number of bytes that have been sent. */
  onProgress?: (sent: number) => void
}

/** The connection broke while the service itself can be reached. */
export class Interrupted extends Error {}

/** Only this kind of request reports how far an upload is. */
function sendOnce(
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  content: Blob | undefined,
  token: string,
  { headers = {}, signal, onProgress }: Content,
): Promise<Response | undefined> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = (): void => request.abort()
    const end = (): void => signal.removeEventListener('abort', stop)
    request.open(method, path)
    request.responseType = 'text'
    request.setRequestHeader('authorization', `Bearer ${token}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded)
    request.onload = () => {
      end()
      const { status, responseText } = request
      const names = request.getAllResponseHeaders().trim().split('\r\n')
      const pairs = names.map((line): [string, string] => {
        const at = line.indexOf(':')
        return [line.slice(0, at), line.slice(at + 1).trim()]
      })
      resolve(new Response(status === 204 ? null : responseText, { status, headers: pairs }))
    }
    request.onerror = () => {
      end()
      resolve(undefined)
    }
    request.onabort = () => {
      end()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    else request.send(content ?? null)
  })
}

/** Sends the content of a file. An expired token is renewed once. */
export async function sendContent(
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  content: Blob | undefined,
  given: Content,
): Promise<Response> {
  for (let again = false; ; again = true) {
    given.signal.throwIfAborted()
    const answer = await unsettledUntil(sendOnce(method, path, content, await accessToken(), given))
    if (answer === undefined && (await isBack())) throw new Interrupted()
    const response = demandThere(answer)
    if (response.ok) return response
    if (response.status !== 401) throw await problemOf(response)
    forgetAccessToken()
    if (again) {
      signedOut()
      throw await problemOf(response)
    }
  }
}
