import type { IncomingMessage } from 'node:http'
import { problem } from '../errors.ts'

export interface BodyLimits {
  bytes: number
  seconds: number
}

/** Whether the request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Collects a small body whole: not larger than the limit, and not slower than the deadline. */
export function readBody(request: IncomingMessage, { bytes, seconds }: BodyLimits): Promise<Buffer> {
  // The connection stays open: its sender reads the answer when all is sent, and not if we hang up before.
  const tooLarge = () => problem('too_large', `The body is larger than ${bytes} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > bytes) return Promise.reject(tooLarge())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const deadline = setTimeout(() => {
      fail(
        problem('request_timeout', `The body did not arrive within ${seconds} seconds.`, {
          headers: { connection: 'close' },
        }),
      )
    }, seconds * 1000)
    const stop = (): void => {
      clearTimeout(deadline)
      request.off('data', onData).off('end', onEnd).off('error', fail).off('close', onClose)
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
    const onClose = (): void =>
      fail(problem('request_timeout', 'The connection closed before the body had arrived.'))
    request.on('data', onData).on('end', onEnd).on('error', fail).on('close', onClose)
  })
}
