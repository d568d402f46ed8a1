import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Caller } from '../caller.ts'
import { launch, ready, type Service } from '../service.ts'
import type { Balancer } from './balancer.ts'
import type { Group } from './group.ts'

const callers = 4

/** Reads and writes continuously; no request may fail. */
function load({ people, workspaceId, faults }: Group) {
  const path = `/v1/workspaces/${workspaceId}/tasks`
  const titles: string[] = []
  const seen = { answered: 0, slowest: 0 }
  let going = true
  const call = async (n: number): Promise<void> => {
    for (let turn = n; going; turn += callers) {
      const caller = people[turn % people.length]?.caller
      const title = randomUUID()
      const isWrite = turn % 3 === 0
      const began = performance.now()
      try {
        const reply = await (isWrite
          ? caller?.send('POST', path, { title })
          : caller?.send('GET', `${path}?limit=5`))
        if (reply?.status !== (isWrite ? 201 : 200))
          faults.add(
            `While they were replaced, one was answered ${reply?.status}: ${JSON.stringify(reply?.body)}`,
          )
        else if (isWrite) titles.push(title)
        seen.answered += 1
      } catch (error) {
        faults.add(`While they were replaced, one had no answer: ${(error as Error).cause ?? error}`)
      }
      seen.slowest = Math.max(seen.slowest, performance.now() - began)
    }
  }
  const ended = Promise.all(Array.from({ length: callers }, (_, n) => call(n)))
  return {
    seen,
    async end(): Promise<string[]> {
      going = false
      await ended
      return titles
    },
  }
}

/** Replaces every process under load, as an operator does: stops and restarts one after another. */
export async function rollingRestart(
  group: Group,
  balancer: Balancer,
): Promise<{ answered: number; replaced: number; slowest: number }> {
  const before = new Set((await tasksOf(group)).map(({ details }) => details['title']))
  const work = load(group)
  let replaced = 0
  for (let round = 0; round < (group.long ? 10 : 1); round += 1)
    for (const [n, service] of group.services.entries()) {
      if (service.written().includes('processes are serving.')) replaced += await replaceWithin(group, n)
      else {
        const upload = beginUpload(service, group)
        await setTimeout(100)
        service.signal('SIGTERM')
        // By then it is drained, and no balancer sends it anything.
        await setTimeout(2_300)
        const status = await upload.end()
        if (status !== 201)
          group.faults.add(`A request in progress when the process was asked to stop got ${status}`)
        const { code } = await service.ended
        if (code !== 0) group.faults.add(`A process that was asked to stop ended with ${code}`)
        const next = await launch({ ...group.settings, ATRIUM_PORT: String(service.port) })
        group.services[n] = await ready(next)
        await balancer.until(service.port, true)
        replaced += 1
      }
      await setTimeout(200)
    }
  const titles = new Set(await work.end())
  const found = (await tasksOf(group)).map(({ details }) => details['title'])
  const made = found.filter((title) => !before.has(title))
  if (made.length !== titles.size || made.some((title) => !titles.has(String(title))))
    group.faults.add(
      `${titles.size} tasks were acknowledged while processes were replaced, but ${made.length} exist`,
    )
  return { ...work.seen, replaced }
}

/** An upload that is still in progress when the process receives a stop signal. */
function beginUpload({ port }: Service, { company }: Group): { end: () => Promise<number | string> } {
  const headers = {
    authorization: `Bearer ${company.token}`,
    'content-disposition': 'attachment; filename="slow"',
  }
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/v1/files/upload', headers })
  const reply = once(sent, 'response').then(
    ([answer]: IncomingMessage[]) => answer?.statusCode ?? 0,
    (error: unknown) => String(error),
  )
  sent.write('The beginning, ')
  return {
    end() {
      sent.end('and the end.')
      return reply
    },
  }
}

/** SIGHUP: the supervisor replaces its workers. */
async function replaceWithin({ services, faults }: Group, n: number): Promise<number> {
  const service = services[n]
  const done = (): number => service?.written().split('Replaced all processes.').length ?? 0
  const before = done()
  service?.signal('SIGHUP')
  for (const end = performance.now() + 60_000; done() === before; await setTimeout(20))
    if (performance.now() > end) {
      faults.add('After SIGHUP the processes were not replaced within a minute')
      return 0
    }
  return 2
}

const tasksOf = ({ url, company, workspaceId }: Group) =>
  new Caller(url, company.token).all(`/v1/workspaces/${workspaceId}/tasks?limit=500`)
