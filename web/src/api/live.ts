import { forgetAccessToken, send } from './client.ts'
import { readEvent, type StreamEvent } from './event-stream.ts'
import { unsettledUntil } from './settled.ts'

/** A change as the feed reports it, with the record as the caller sees it now. */
export interface LiveChange {
  id: string
  position: string
  type: string
  kind: string
  recordId: string
  workspaceId: string | null
  userHash: string | null
  fields: string[]
  record?: { id: string; details: object } | null
}

/** Changes, or that some were missed, so that everything has to be read again. */
export type LiveMessage = { changes: LiveChange[]; position: string } | { missed: true }

/**
 * Whether the session still exists. A stream that ends with its session must not take people away from what they are
 * typing: the next thing that they do asks them to sign in.
 */
async function isSignedIn(): Promise<boolean> {
  const response = await unsettledUntil(fetch('/auth/session', { credentials: 'same-origin' })).catch(
    () => undefined,
  )
  const session = (await response?.json().catch(() => undefined)) as { signedIn?: boolean } | undefined
  return session?.signedIn === true
}

/** Longer than two heartbeats of the service. */
const silence = 50_000

function pauseOf(tries: number): number {
  return Math.min(1_000 * 2 ** tries, 30_000) * (0.5 + Math.random() / 2)
}

/** Reads the stream until it ends. Returns the number of events. */
async function follow(
  response: Response,
  take: (event: StreamEvent) => void,
  stop: AbortController,
): Promise<number> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return 0
  let text = ''
  let count = 0
  let watch = setTimeout(() => stop.abort(), silence)
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(watch)
      watch = setTimeout(() => stop.abort(), silence)
      const blocks = (text + piece.value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) take(readEvent(block))
      count += blocks.length
    }
  } finally {
    clearTimeout(watch)
  }
  return count
}

/**
 * Follows the changes of the company. One tab of a browser keeps the stream open and passes the changes on to the
 * others: browsers allow six connections to a host. When that tab closes, another continues where it stopped.
 */
export function followChanges(userId: string, tell: (message: LiveMessage) => void): () => void {
  const name = `atrium-changes-${userId}`
  const channel = new BroadcastChannel(name)
  const stopped = new AbortController()
  let position = 'now'
  const receive = (message: LiveMessage): void => {
    if ('position' in message) position = message.position
    tell(message)
  }
  channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => receive(data)
  const report = (message: LiveMessage): void => {
    receive(message)
    channel.postMessage(message)
  }
  let isFirst = true
  const connect = async (): Promise<boolean> => {
    if (!isFirst && !(await isSignedIn())) return false
    // The stream broke before it sent a position: nobody knows what has changed since.
    const hasMissed = !isFirst && position === 'now'
    isFirst = false
    const stop = new AbortController()
    const end = (): void => stop.abort()
    stopped.signal.addEventListener('abort', end)
    try {
      const response = await send('GET', `/v1/changes?include=record&after=${position}`, {
        headers: { accept: 'text/event-stream' },
        signal: stop.signal,
      })
      if (response.status === 410) {
        position = 'now'
        report({ missed: true })
        return true
      }
      if (!response.ok) return false
      if (hasMissed) report({ missed: true })
      const count = await follow(
        response,
        ({ id, event, data }) => {
          if (event === 'change') {
            const change = JSON.parse(data) as LiveChange
            report({ changes: [change], position: change.position })
          } else if (event === 'end' && data.includes('revoked')) forgetAccessToken()
          else if (id !== undefined) report({ changes: [], position: id })
        },
        stop,
      )
      return count > 0
    } catch {
      return false
    } finally {
      stopped.signal.removeEventListener('abort', end)
    }
  }
  const lead = async (): Promise<void> => {
    for (let tries = 0; !stopped.signal.aborted; ) {
      tries = (await connect()) ? 0 : tries + 1
      if (stopped.signal.aborted) return
      await new Promise((resolve) => setTimeout(resolve, pauseOf(tries)))
    }
  }
  // An abort is how this ends.
  navigator.locks.request(name, { signal: stopped.signal }, lead).catch(() => undefined)
  return () => {
    stopped.abort()
    channel.close()
  }
}
