import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { stop } from '../prove/service.ts'
import { processorSeconds, type Setting } from './change-setting.ts'

/** Milliseconds after which measuring ends in any case. */
const patience = 120_000

/** How many deliveries a second one receiver gets while `count` of them wait. */
export async function measureDeliveries(
  { start, callerAt, log, say }: Setting,
  count: number,
): Promise<void> {
  let received = 0
  const receiver = createServer((request, response) => {
    received += 1
    request.resume()
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const service = await start()
  try {
    const caller = callerAt(service)
    const { body: hook } = await caller.ok('POST', '/v1/webhooks', { name: 'Bench', url, types: ['task.*'] })
    await caller.ok('POST', `/v1/webhooks/${hook.id}/pause`)
    await log(count)
    const [began, used] = [performance.now(), processorSeconds(service)]
    await caller.ok('POST', `/v1/webhooks/${hook.id}/resume`)
    while (received < count && performance.now() < began + patience) await pause(5)
    const seconds = (performance.now() - began) / 1_000
    const perDelivery = ((processorSeconds(service) - used) / received) * 1e6
    say(
      `deliveries to one receiver: ${Math.round(received / seconds)}/s (${received} of ${count}), ${Math.round(perDelivery)} µs of processor time of the service each`,
    )
    await caller.ok('DELETE', `/v1/webhooks/${hook.id}`)
  } finally {
    await stop(service)
    receiver.closeAllConnections()
    receiver.close()
  }
}
