import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { clock } from '../base/clock.ts'
import { problem } from '../base/errors.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import { release } from '../file-store/blocks.ts'
import { parseJson } from './json.ts'

export interface BodyLimits {
  bytes: number
  seconds: number
}

const howToUpload = ' To upload a file, send its content to /v1/files/upload first, and then its id as JSON.'

/** Refuses a body whose headers are not those of JSON. */
export function demandJson(request: IncomingMessage): void {
  if (!hasBody(request)) return
  const { 'content-type': given = '' } = request.headers
  const type = given.split(';')[0]?.trim().toLowerCase() ?? ''
  if (type !== '' && type !== 'application/json' && !/^application\/[\w.+-]+\+json$/.test(type))
    throw problem(
      'unsupported_media_type',
      `This method requires application/json, not ${type.slice(0, 100)}.${type.startsWith('multipart/') ? howToUpload : ''}`,
    )
  demandUnpacked(request)
}

export function demandUnpacked(request: IncomingMessage): void {
  const packing = findPacking(request)
  if (packing !== undefined) throw problem('unsupported_media_type', packing)
}

/** Refuses encoded bodies: they are never decoded here, and would be stored as they are. */
export function findPacking({ headers }: IncomingMessage): string | undefined {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return 'Send the body without a Content-Encoding.'
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked')
    return 'Send the body without a Transfer-Encoding, or with chunked alone.'
  return undefined
}

/** Parsing a larger body takes a few milliseconds. */
const large = 65_536

/** "An empty body with a JSON content type counts as no body where a body is optional." */
export async function readJsonBody(
  request: IncomingMessage,
  limits: BodyLimits,
): Promise<{ bytes: Buffer; value: unknown }> {
  if (!hasBody(request)) return { bytes: Buffer.alloc(0), value: undefined }
  const bytes = await readBody(request, limits)
  if (bytes.length >= large) await yieldNow()
  return { bytes, value: bytes.length === 0 ? undefined : parseJson(bytes) }
}

/** Whether the request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The size of the body, capped at the limit; an unknown size counts as the largest. */
export function sizeOfBody({ headers }: IncomingMessage, { bytes }: BodyLimits): number {
  if (headers['transfer-encoding'] !== undefined) return bytes
  const announced = Number(headers['content-length'] ?? 0)
  return announced > bytes ? 0 : announced
}

/** Reads a small body completely, within the size limit and the deadline. */
export function readBody(request: IncomingMessage, { bytes, seconds }: BodyLimits): Promise<Buffer> {
  // The connection stays open: the client reads the response only after sending everything.
  const tooLarge = () => problem('too_large', `The body is larger than ${bytes} bytes.`)
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > bytes) return Promise.reject(tooLarge())
  // The client may have disconnected during authentication.
  if (isBroken(request)) return Promise.reject(interrupted())
  // Most bodies arrive with the headers, so there is nothing to wait for.
  if (announced > 0 && request.readableLength === announced) {
    const whole: Buffer = request.read()
    // Read to the end, or the connection could not take another request.
    request.resume()
    return Promise.resolve(whole)
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const deadline = clock.setTimeout(() => {
      fail(
        problem('request_timeout', `The body did not arrive within ${seconds} seconds.`, {
          headers: { connection: 'close' },
        }),
      )
    }, seconds * 1000)
    const stop = (): void => {
      clock.clear(deadline)
      request.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak)
      request.socket.off('end', onBreak)
    }
    const fail = (error: Error): void => {
      stop()
      request.pause()
      reject(error)
    }
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size > bytes) fail(tooLarge())
      else chunks.push(chunk)
    }
    const onEnd = (): void => {
      stop()
      resolve(Buffer.concat(chunks))
    }
    const onBreak = (): void => {
      if (isBroken(request)) fail(interrupted())
    }
    request.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak)
    // A client that disconnects half-way sends no further event.
    request.socket.on('end', onBreak)
  })
}

/** How much of a body is buffered while earlier data is stored. */
const mostWaiting = 128 * 1024

/** How slowly the sender of content may be. */
export interface ContentPace {
  /** The longest pause. */
  idleSeconds: number
  /** The least rate; 0: none. */
  bytesPerSecond: number
  /** How long the rate may be lower. */
  slowSeconds?: number
}

/**
 * A body as a stream, of any size; a sender that pauses too long or is too slow is given up. `stop`: the body is no
 * longer wanted.
 */
export async function* streamBody(
  request: IncomingMessage,
  { idleSeconds, bytesPerSecond, slowSeconds = 60 }: ContentPace,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const waiting: Buffer[] = []
  // An injected body is in its sender's memory.
  const isOurs = request.socket instanceof Socket
  let size = 0
  let isLate = false
  let isSlow = false
  let lately = 0
  let wasPaused = false
  let wake = (): void => undefined
  const onChange = (): void => wake()
  const late = clock.setTimeout(() => {
    isLate = true
    wake()
  }, idleSeconds * 1000)
  const measuring = clock.setInterval(() => {
    // The sender is not slow if it had to wait until earlier data was stored.
    isSlow = lately < bytesPerSecond * slowSeconds && waiting.length === 0 && !wasPaused
    lately = 0
    wasPaused = request.isPaused()
    if (isSlow) wake()
  }, slowSeconds * 1000)
  const onData = (chunk: Buffer): void => {
    waiting.push(chunk)
    size += chunk.length
    lately += chunk.length
    if (size >= mostWaiting) {
      request.pause()
      wasPaused = true
    }
    wake()
  }
  for (const event of ends) request.on(event, onChange)
  request.socket.on('end', onChange)
  stop.addEventListener('abort', onChange)
  request.on('data', onData)
  try {
    for (;;) {
      const chunk = waiting.shift()
      if (stop.aborted) throw stop.reason
      if (chunk !== undefined) {
        size -= chunk.length
        yield chunk
        if (isOurs) release(chunk)
        // Only the sender's pauses count, not the time it takes to store the body.
        isLate = false
        late.refresh()
        if (size < mostWaiting && request.isPaused()) request.resume()
      } else if (request.readableEnded) return
      else if (isBroken(request)) throw interrupted()
      else if (isLate) throw tooLate(idleSeconds)
      else if (isSlow) throw tooSlow(bytesPerSecond, slowSeconds)
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    clock.clear(late)
    clock.clear(measuring)
    for (const event of ends) request.off(event, onChange)
    request.socket.off('end', onChange)
    stop.removeEventListener('abort', onChange)
    request.off('data', onData).pause()
    if (isOurs) for (const chunk of waiting) release(chunk)
  }
}

const ends = ['end', 'error', 'close'] as const

const isBroken = (request: IncomingMessage): boolean =>
  request.errored !== null || request.destroyed || (request.socket.readableEnded && !request.complete)

const interrupted = (): Error =>
  problem('request_timeout', 'The connection closed before the body had arrived.')

const tooLate = (seconds: number): Error =>
  problem('request_timeout', `No part of the body arrived for ${seconds} seconds.`, {
    headers: { connection: 'close' },
  })

const tooSlow = (rate: number, seconds: number): Error =>
  problem(
    'request_timeout',
    `The body arrived at less than ${rate} bytes per second for ${seconds} seconds.`,
    {
      headers: { connection: 'close' },
    },
  )
