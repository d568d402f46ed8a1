import { randomBytes, randomUUID } from 'node:crypto'
import { assertionOf, jwtBearer } from '../../test/support/signer.ts'
import { Caller, type Reply } from '../caller.ts'
import type { Company } from '../company.ts'
import type { Faults } from '../proof.ts'
import { sha256Of } from '../sha256.ts'

/** Writes in every way, and records what was acknowledged. */
export class Desk {
  readonly #faults: Faults
  readonly #company: Company
  #caller: Caller
  #workspaceId = ''
  #taskId = ''
  /** The titles of tasks; the names of files, with their hashes. */
  readonly #acknowledged = { tasks: new Set<string>(), files: new Map<string, string>() }
  readonly #refused = new Set<string>()

  constructor(url: string, company: Company, faults: Faults) {
    this.#company = company
    this.#faults = faults
    this.#caller = new Caller(url, company.token)
  }

  async open(): Promise<void> {
    const made = await this.#caller.ok('POST', '/v1/workspaces', { workspaceName: 'Disk' })
    this.#workspaceId = made.body.id
    this.#taskId = (await this.makeTask()).body.id
    await this.makeFile(1_000)
  }

  /** Call it after a restart. */
  moveTo(url: string): void {
    this.#caller = new Caller(url, this.#company.token)
  }

  get acknowledged(): number {
    return this.#acknowledged.tasks.size + this.#acknowledged.files.size
  }

  async makeTask(): Promise<Reply> {
    const title = randomUUID()
    const body = { title, description: randomBytes(4_000).toString('hex') }
    const reply = await this.#caller.send('POST', `/v1/workspaces/${this.#workspaceId}/tasks`, body)
    if (reply.status === 201) this.#acknowledged.tasks.add(title)
    // After a 503, the write may still have been done.
    if (reply.status === 507) this.#refused.add(title)
    return reply
  }

  changeTask(): Promise<Reply> {
    const description = randomBytes(4_000).toString('hex')
    return this.#caller.send('PUT', `/v1/tasks/${this.#taskId}`, { description })
  }

  makeTag(): Promise<Reply> {
    return this.#caller.send('POST', '/v1/tags', { tagName: randomUUID() })
  }

  getToken(): Promise<Reply> {
    const body = { grant_type: jwtBearer, assertion: assertionOf(this.#company.credential) }
    return this.#caller.send('POST', '/oauth2/token', body)
  }

  /** The answer of the upload if that was refused, otherwise that of the file created from it. */
  async makeFile(size: number): Promise<Reply> {
    const name = randomUUID()
    const bytes = randomBytes(size)
    const disposition = { 'content-disposition': `attachment; filename="${name}"` }
    const upload = await this.#caller.send('POST', '/v1/files/upload', bytes, disposition)
    if (upload.status !== 201) return upload
    const claim = { deferredAssetIds: [upload.body.id] }
    const reply = await this.#caller.send('POST', `/v1/workspaces/${this.#workspaceId}/files`, claim)
    if (reply.status < 300) this.#acknowledged.files.set(name, sha256Of(bytes))
    return reply
  }

  /** Reading must work, whatever has happened to the disk. */
  async readAll(when: string): Promise<void> {
    for (const path of ['/v1/users/me', `/v1/workspaces/${this.#workspaceId}/tasks`, '/readyz']) {
      const { status } = await this.#caller.send('GET', path)
      if (status !== 200) this.#faults.add(`${when}, GET ${path} answered ${status}`)
    }
  }

  /** Checks that everything acknowledged exists, and nothing that was refused. */
  async check(when: string): Promise<void> {
    const tasks = await this.#caller.all(`/v1/workspaces/${this.#workspaceId}/tasks?limit=500`)
    const titles = new Set(tasks.map(({ details }) => String(details['title'])))
    for (const title of this.#acknowledged.tasks)
      if (!titles.has(title)) this.#faults.add(`${when}, a task that was acknowledged is gone`)
    for (const title of this.#refused)
      if (titles.has(title)) this.#faults.add(`${when}, a task that was refused exists`)
    const files = await this.#caller.all(`/v1/workspaces/${this.#workspaceId}/allFiles?limit=500`)
    const ids = new Map(files.map(({ id, details }) => [String(details['fileName']), id]))
    for (const [name, sha256] of this.#acknowledged.files) {
      const { status, bytes } = await this.#caller.bytes(`/v1/files/${ids.get(name)}/content`)
      if (status !== 200 || sha256Of(bytes) !== sha256)
        this.#faults.add(`${when}, a file that was acknowledged has different content, or none: ${status}`)
    }
  }
}
