import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Listener, Subscription } from '../database.ts'
import { primaryOf } from './hosts.ts'

/** Milliseconds between two attempts to connect, and between two checks that the server still responds. */
const [betweenAttempts, betweenChecks] = [1_000, 5_000]
const longestAnswer = 4_000

/** Receives the notifications of a channel, and connects again whenever the connection breaks. */
export class Listening implements Subscription {
  readonly #urls: readonly string[]
  readonly #channel: string
  readonly #listener: Listener
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #isConnected = false

  constructor(urls: readonly string[], channel: string, listener: Listener) {
    this.#urls = urls
    this.#channel = channel
    this.#listener = listener
    this.#running = this.#run()
  }

  isConnected(): boolean {
    return this.#isConnected
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#listen(signal).catch(() => undefined)
      this.#isConnected = false
      await wait(betweenAttempts, signal)
    }
  }

  /** Resolves when the connection has broken. */
  async #listen(signal: AbortSignal): Promise<void> {
    const client = new pg.Client({
      connectionString: await primaryOf(this.#urls),
      application_name: 'atrium-feed',
      connectionTimeoutMillis: longestAnswer,
      query_timeout: longestAnswer,
      keepAlive: true,
    })
    const broken = new AbortController()
    client.on('error', () => broken.abort())
    client.on('end', () => broken.abort())
    client.on('notification', ({ payload = '' }) => this.#listener.onMessage(payload))
    const ended = AbortSignal.any([signal, broken.signal])
    try {
      await client.connect()
      await client.query(`LISTEN ${client.escapeIdentifier(this.#channel)}`)
      this.#isConnected = true
      this.#listener.onConnect()
      while (!ended.aborted) {
        await wait(betweenChecks, ended)
        if (!ended.aborted) await client.query('SELECT 1')
      }
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
