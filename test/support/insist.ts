import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Reply } from './client.ts'

/** Repeats a request while the service refuses it with 503, which means that it has done nothing. */
export async function insist(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await send()
    if (reply.status !== 503) return reply
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
    await setTimeout(100 + Math.random() * 400)
  }
}
