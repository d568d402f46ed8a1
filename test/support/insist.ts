import { setTimeout } from 'node:timers/promises'

interface Reply {
  status: number
  headers: Headers | Readonly<Record<string, string | undefined>>
}

/** Repeats a request while the service refuses it with 503, which means that it has done nothing. */
export async function insist<R extends Reply>(send: () => Promise<R>): Promise<R> {
  for (const end = performance.now() + 120_000; ; ) {
    const reply = await send()
    if (reply.status !== 503 || performance.now() > end) return reply
    const { headers } = reply
    const seconds = headers instanceof Headers ? headers.get('retry-after') : headers['retry-after']
    if (!(Number(seconds) > 0)) throw new Error(`A 503 with the Retry-After ${seconds}`)
    await setTimeout(100 + Math.random() * 400)
  }
}
