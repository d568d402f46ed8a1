import { randomBytes, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { hashToken } from '../../src/auth/access-token.ts'
import { assertionOf, jwtBearer } from '../../test/support/signer.ts'
import { Caller, type Reply } from '../caller.ts'
import { type Company, foundCompany, settingsFor } from '../company.ts'
import { Faults, type Outcome, type Place, type Proof } from '../proof.ts'
import { launch, ready, stop } from '../service.ts'
import { attach, whyNotTrace } from '../strace.ts'
import { beginning, continuing } from '../tus.ts'
import { type Acknowledgement, Order } from './order.ts'
import { TraceReader } from './trace.ts'

export const fsyncProof: Proof = {
  name: 'fsync',
  sentence:
    'Every write is on disk before it is acknowledged: system calls show the row written to the log, then the sync of the log, then the response. File content and its folder are synced before the row.',
  engines: ['sqlite'],
  run,
}

const calls =
  'openat,write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,fsync,fdatasync,link,linkat,rename,renameat,renameat2'

async function run(place: Place): Promise<Outcome> {
  const skipped = whyNotTrace()
  if (skipped !== undefined) return { figures: {}, faults: [], skipped }
  const settings = await settingsFor(place)
  const company = await foundCompany(settings)
  const faults = new Faults()
  const service = await ready(await launch(settings))
  const trace = join(place.folder, 'trace')
  // Long enough for a database page, and for an answer.
  const tracer = await attach(service.pid, ['-y', '-s', '5000', '-o', trace, '-e', `trace=${calls}`])
  const writes = new Writes(new Caller(service.url, company.token), company)
  await writes.open()
  place.onProgress(0.2, 'one at a time')
  for (let n = 0; n < (place.long ? 30 : 2); n += 1) await writes.oneOfEach()
  place.onProgress(0.5, 'several at once')
  const together = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < (place.long ? 15 : 1); n += 1) await writes.oneOfEach()
  })
  await Promise.all(together)
  await tracer.leave()
  await stop(service)
  place.onProgress(0.8, 'reading the trace')
  const order = new Order(writes.acknowledged, faults)
  const reader = new TraceReader()
  for await (const line of createInterface({ input: createReadStream(trace, 'latin1') }))
    order.see(reader.read(line))
  order.end()
  // Each piece has a row; the last one's is in the complete upload.
  const uploads = writes.acknowledged.filter(({ what }) => /upload|piece/.test(what)).length
  if (order.contents !== uploads)
    faults.add(`The trace has ${order.contents} contents with a row, and ${uploads} were uploaded`)
  return {
    figures: {
      'writes acknowledged': order.acknowledged,
      'contents among them': order.contents,
      'syncs of the log': order.syncs,
    },
    faults: faults.all,
  }
}

/** Sends writes of every kind, and records their answers. */
class Writes {
  readonly #caller: Caller
  readonly #company: Company
  #workspaceId = ''
  readonly acknowledged: Acknowledgement[] = []

  constructor(caller: Caller, company: Company) {
    this.#caller = caller
    this.#company = company
  }

  async open(): Promise<void> {
    const made = await this.#send('A workspace', 'POST', '/v1/workspaces', { workspaceName: 'Synced' })
    this.#workspaceId = made.body.id
  }

  async oneOfEach(): Promise<void> {
    const workspace = `/v1/workspaces/${this.#workspaceId}`
    const title = randomUUID()
    const task = await this.#send('A task', 'POST', `${workspace}/tasks`, { title, tags: [title] })
    const path = `/v1/tasks/${task.body.id}`
    await this.#send('A change', 'PUT', path, { title: randomUUID() })
    await this.#send('Time', 'POST', `${path}/times`, { date: '2026-03-02', minutes: 5 })
    await this.#send('A deletion', 'DELETE', `${path}?withTimes=true`)
    const operations = ['a', 'b'].map((requestId) => ({
      requestId,
      method: 'POST',
      body: { title, workspaceId: this.#workspaceId },
    }))
    await this.#send('A bulk', 'POST', '/v1/tasks/bulk?atomic=true', { operations })
    const name = { 'content-disposition': `attachment; filename="${title}"` }
    const content = randomBytes(100_000)
    const upload = await this.#send(
      'An upload',
      'POST',
      '/v1/files/upload',
      content,
      name,
      ({ body }) => body.id,
    )
    const claim = { deferredAssetIds: [upload.body.id] }
    const file = await this.#send('A file', 'POST', `${workspace}/files`, claim)
    await this.#send('A lock', 'POST', `/v1/files/${file.body.responses[0].body}/lock`)
    const idOf = ({ headers }: Reply): string => headers.get('location')?.split('/').at(-1) ?? ''
    const other = randomBytes(100_000)
    const headers = beginning(title, other.length)
    const begun = await this.#send('Its beginning', 'POST', '/v1/files/uploads', undefined, headers, idOf)
    const id = idOf(begun)
    for (const [from, what] of [
      [0, 'A piece'],
      [50_000, 'The last piece'],
    ] as const) {
      const piece = other.subarray(from, from + 50_000)
      await this.#send(what, 'PATCH', `/v1/files/uploads/${id}`, piece, continuing(from), () => id)
    }
    const asked = { grant_type: jwtBearer, assertion: assertionOf(this.#company.credential) }
    await this.#send('A token', 'POST', '/oauth2/token', asked, {}, ({ body }) =>
      hashToken(body.access_token),
    )
  }

  /** The change log has the request id of a change, unless the write leaves another mark. */
  async #send(
    what: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    markOf: (reply: Reply) => string = (reply) => reply.headers.get('x-request-id') ?? '',
  ): Promise<Reply> {
    const reply = await this.#caller.ok(method, path, body, headers)
    const requestId = reply.headers.get('x-request-id') ?? ''
    this.acknowledged.push({ what, requestId, mark: markOf(reply) })
    return reply
  }
}
