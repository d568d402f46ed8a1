import { stop } from '../prove/service.ts'
import { quantile, type Setting } from './change-setting.ts'

const pageSize = 100
const rounds = 60

/** A page of changes after any position, compared with one just before the newest, in turns. */
export async function measurePositions({ start, callerAt, log, say }: Setting, count: number): Promise<void> {
  await log(count)
  const service = await start()
  const caller = callerAt(service)
  const { position } = (await caller.ok('GET', '/v1/changes?after=now')).body
  const [epoch, newest] = position.split('.')
  const timed = async (seq: number): Promise<number> => {
    const began = performance.now()
    const { body } = await caller.ok('GET', `/v1/changes?after=${epoch}.${seq}&limit=${pageSize}`)
    if (body.items.length !== pageSize) throw new Error(`A page has ${body.items.length} changes`)
    return performance.now() - began
  }
  const last = Number(newest) - pageSize
  const [anywhere, atTheEnd]: [number[], number[]] = [[], []]
  for (let n = -20; n < rounds; n += 1) {
    const any = await timed(Math.floor((last / rounds) * Math.max(0, n)))
    const end = await timed(last)
    if (n < 0) continue
    anywhere.push(any)
    atTheEnd.push(end)
  }
  const [any, end] = [quantile(anywhere, 0.5), quantile(atTheEnd, 0.5)]
  say(
    `a page after any of ${count} positions: ${any.toFixed(2)} ms; the newest: ${end.toFixed(2)} ms; ratio ${(any / end).toFixed(2)}`,
  )
  await stop(service)
}
