import {
  type ClientRequest,
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
} from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { clock } from '../base/clock.ts'
import { codeOf } from '../base/errors.ts'
import { type LookupQueue, NameLookups } from './lookups.ts'
import { AddressRefused, type Reach, ruleBrokenAt, ruleBrokenBy } from './rules.ts'

interface OutgoingRequest {
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  /** Seconds for the whole exchange. */
  seconds: number
  /** Bytes of the response to read. */
  mostBytes: number
  /** A longer response fails, or ends there. */
  whenLonger: 'fail' | 'cut'
  queue?: LookupQueue
  signal?: AbortSignal | undefined
}

interface OutgoingReply {
  status: number
  headers: IncomingMessage['headersDistinct']
  body: Buffer
}

/** Seconds to connect, which includes looking up the name. */
const secondsToConnect = 5

/** Milliseconds that an unused connection stays open. */
const idleMilliseconds = 10_000

const agentOptions = { keepAlive: true, timeout: idleMilliseconds, maxFreeSockets: 32 }

/**
 * Sends requests to addresses that a customer chose. Names are resolved once for each connection, every resolved
 * address is checked, and the connection uses exactly these addresses. Redirects are not followed.
 */
export class OutwardClient {
  readonly #reach: Reach
  readonly #lookups: NameLookups
  readonly #agents: { secure: SecureAgent; plain: PlainAgent } | undefined

  /** `keepsConnections`: a request that breaks on a reused connection is sent again, so it must be repeatable. */
  constructor(reach: Reach, { keepsConnections = false, lookups = new NameLookups() } = {}) {
    this.#reach = reach
    this.#lookups = lookups
    this.#agents = keepsConnections
      ? { secure: new SecureAgent(agentOptions), plain: new PlainAgent(agentOptions) }
      : undefined
  }

  async send(address: string, given: OutgoingRequest): Promise<OutgoingReply> {
    const url = new URL(address)
    const broken = ruleBrokenBy(url, this.#reach)
    if (broken !== undefined) throw new AddressRefused(broken)
    const time = new AbortController()
    const timer = clock.setTimeout(
      () => time.abort(new Error(`No response within ${given.seconds} s.`)),
      given.seconds * 1000,
    )
    const signal = given.signal === undefined ? time.signal : AbortSignal.any([given.signal, time.signal])
    try {
      return await this.#exchange(url, given, signal)
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      clock.clear(timer)
    }
  }

  close(): void {
    this.#agents?.secure.destroy()
    this.#agents?.plain.destroy()
  }

  #exchange(url: URL, given: OutgoingRequest, signal: AbortSignal): Promise<OutgoingReply> {
    return new Promise((resolve, reject) => {
      const sent = this.#begin(url, given, signal)
      limitConnecting(sent)
      let isUnanswered = true
      sent.on('error', (error) => {
        // The receiver closed an idle connection at the moment it was reused.
        const wasStale = sent.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(codeOf(error))
        if (!wasStale || !isUnanswered || signal.aborted) return reject(error)
        isUnanswered = false
        this.#exchange(url, given, signal).then(resolve, reject)
      })
      sent.once('response', (reply) => {
        isUnanswered = false
        readReply(sent, reply, given).then(resolve, reject)
      })
      sent.end(given.body)
    })
  }

  #begin(
    url: URL,
    { method, headers, queue = 'healthy' }: OutgoingRequest,
    signal: AbortSignal,
  ): ClientRequest {
    const secure = url.protocol === 'https:'
    return (secure ? secureRequest : plainRequest)(url, {
      method,
      headers,
      signal,
      lookup: this.#guardedLookup(url.protocol, queue, signal),
      agent: this.#agents === undefined ? false : secure ? this.#agents.secure : this.#agents.plain,
    })
  }

  #guardedLookup(protocol: string, queue: LookupQueue, signal: AbortSignal): LookupFunction {
    const { admitted } = this.#reach
    return (hostname, options, done) => {
      this.#lookups.find(hostname, queue, signal).then(
        (found) => {
          const free = admitted === undefined || admitted.hasName(hostname)
          const [broken] = free
            ? []
            : found.flatMap(({ address }) => ruleBrokenAt(address, protocol, admitted) ?? [])
          const [first] = found
          if (broken !== undefined) done(new AddressRefused(broken), [])
          else if (first === undefined) done(new Error(`${hostname} has no address.`), [])
          else if (options.all === true) done(null, found)
          else done(null, first.address, first.family)
        },
        (error: Error) => done(error, []),
      )
    }
  }
}

function limitConnecting(sent: ClientRequest): void {
  sent.once('socket', (socket) => {
    if (!socket.connecting) return
    const timer = clock.setTimeout(
      () => sent.destroy(new Error(`Could not connect within ${secondsToConnect} s.`)),
      secondsToConnect * 1000,
    )
    const stop = (): void => clock.clear(timer)
    sent.once('close', stop)
    socket.once('connect', stop)
  })
}

function readReply(
  sent: ClientRequest,
  reply: IncomingMessage,
  { mostBytes, whenLonger }: OutgoingRequest,
): Promise<OutgoingReply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (): void =>
      resolve({
        status: reply.statusCode ?? 502,
        headers: reply.headersDistinct,
        body: Buffer.concat(chunks),
      })
    reply.on('data', (chunk: Buffer) => {
      const room = mostBytes - size
      size += chunk.length
      if (room > 0) chunks.push(chunk.subarray(0, room))
      if (size <= mostBytes) return
      if (whenLonger === 'fail') reject(new Error(`The response is longer than ${mostBytes} bytes.`))
      else finish()
      sent.destroy()
    })
    reply.once('end', finish)
    // A receiver that closes half-way.
    reply.once('error', reject)
  })
}
