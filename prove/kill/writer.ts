import { randomBytes, randomInt } from 'node:crypto'
import type { Credential } from '../../src/auth/client-keys.ts'
import { assertionOf, jwtBearer } from '../../test/support/signer.ts'
import type { Caller, Reply } from '../caller.ts'
import { sha256Of } from '../sha256.ts'
import { beginning, continuing } from '../tus.ts'
import type { Ledger, Line, TagState, TaskState, WriteKind } from './ledger.ts'

/** The options of a writer. */
interface Desk {
  caller: Caller
  ledger: Ledger
  workspaceId: string
  credential: Credential
}

/** Writes continuously, choosing at random, with its own records. */
export class Writer {
  readonly #desk: Desk
  readonly #tag: Line<TagState>
  readonly #tasks: Line<TaskState>[] = []
  #files = 0

  constructor(desk: Desk, tag: Line<TagState>) {
    this.#desk = desk
    this.#tag = tag
  }

  /** Works until the connection breaks, or until `enough`. */
  async work(enough?: AbortSignal): Promise<void> {
    const ways = [
      () => this.#makeTask(),
      () => this.#makeTask(),
      () => this.#changeTask(),
      () => this.#changeTask(),
      () => this.#trashTask(),
      () => this.#enterTime(),
      () => this.#makeFile(),
      () => this.#makeSeveral(),
      () => this.#getToken(),
      () => this.#renameTag(),
    ]
    try {
      while (enough?.aborted !== true) await ways[randomInt(ways.length)]?.()
    } catch (error) {
      // A broken request has no answer; any other error is a fault of the proof.
      if (!(error instanceof TypeError)) throw error
    }
  }

  #some(): Line<TaskState> | undefined {
    const fit = this.#tasks.filter(({ id, sure }) => id !== undefined && sure?.inTrash === false)
    return fit[randomInt(Math.max(1, fit.length))]
  }

  /** Undefined: refused temporarily, as may happen on a busy machine. Any other refusal is a fault. */
  async #send(
    kind: WriteKind,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply | undefined> {
    const { caller, ledger } = this.#desk
    const reply = await caller.send(method, path, body, headers)
    if (reply.status < 300) {
      ledger.acknowledge(kind)
      return reply
    }
    if (reply.status !== 503)
      ledger.strange.push(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return undefined
  }

  async #done<S extends object>(
    kind: WriteKind,
    line: Line<S>,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Reply | undefined> {
    const reply = await this.#send(kind, method, path, body)
    if (reply !== undefined) line.acknowledge()
    return reply
  }

  async #makeTask(): Promise<void> {
    const { ledger, workspaceId } = this.#desk
    const line = ledger.line(ledger.tasks, 'task')
    const title = `New ${line.key}`
    line.begin({ title, inTrash: false }, 'task.created')
    const body = { title, externalId: line.key, tags: [this.#tagName] }
    const reply = await this.#done('task', line, 'POST', `/v1/workspaces/${workspaceId}/tasks`, body)
    if (reply === undefined) return
    line.id = reply.body.id
    this.#tasks.push(line)
  }

  get #tagName(): string {
    return this.#tag.sure?.tagName ?? ''
  }

  async #changeTask(): Promise<void> {
    const line = this.#some()
    if (line?.sure === undefined) return
    const title = `Changed ${randomBytes(6).toString('hex')}`
    line.begin({ ...line.sure, title }, 'task.updated')
    await this.#done('change', line, 'PUT', `/v1/tasks/${line.id}`, { title })
  }

  async #trashTask(): Promise<void> {
    const line = this.#some()
    if (line?.sure === undefined) return
    // Its time entries go with it and have their own log entries.
    if ([...this.#desk.ledger.times.values()].some(({ sure }) => sure?.taskId === line.id)) return
    line.begin({ ...line.sure, inTrash: true }, 'task.deleted')
    const deleted = await this.#done('deletion', line, 'DELETE', `/v1/tasks/${line.id}`)
    if (deleted === undefined || randomInt(3) === 0) return
    line.begin({ ...line.sure, inTrash: false }, 'task.restored')
    await this.#done('restoration', line, 'POST', `/v1/tasks/${line.id}/restore`)
  }

  async #enterTime(): Promise<void> {
    const task = this.#some()
    if (task?.id === undefined) return
    const { ledger } = this.#desk
    const line = ledger.line(ledger.times, 'time')
    const minutes = 1 + randomInt(480)
    line.begin({ taskId: task.id, minutes }, 'time.created')
    const body = { date: '2026-03-02', minutes, externalId: line.key }
    const reply = await this.#done('time', line, 'POST', `/v1/tasks/${task.id}/times`, body)
    if (reply !== undefined) line.id = reply.body.id
  }

  async #makeFile(): Promise<void> {
    const { ledger, workspaceId } = this.#desk
    // Not too many: each is read again after every kill.
    if (this.#files >= 20) return
    const line = ledger.line(ledger.files, 'file')
    const bytes = randomBytes(2 + randomInt(200_000))
    const uploaded = await (randomInt(2) === 0 ? this.#upload(line.key, bytes) : this.#bring(line.key, bytes))
    if (uploaded === undefined) return
    line.begin({ sha256: sha256Of(bytes), locked: false }, 'file.created')
    const claim = { deferredAssetIds: [uploaded] }
    const reply = await this.#done('file', line, 'POST', `/v1/workspaces/${workspaceId}/files`, claim)
    if (reply === undefined) return
    line.id = reply.body.responses[0].body
    this.#files += 1
    if (line.sure === undefined) return
    line.begin({ ...line.sure, locked: true }, 'file.locked')
    await this.#done('lock', line, 'POST', `/v1/files/${line.id}/lock`)
    if (randomInt(2) === 0) return
    line.begin({ ...line.sure, locked: false }, 'file.unlocked')
    await this.#done('unlock', line, 'DELETE', `/v1/files/${line.id}/lock`)
  }

  async #upload(name: string, bytes: Uint8Array): Promise<string | undefined> {
    const headers = { 'content-disposition': `attachment; filename="${name}"` }
    return (await this.#send('upload', 'POST', '/v1/files/upload', bytes, headers))?.body.id
  }

  /** The same in two pieces (tus 1.0). */
  async #bring(name: string, bytes: Uint8Array): Promise<string | undefined> {
    const { uploads } = this.#desk.ledger
    const headers = beginning(name, bytes.length)
    const begun = await this.#send('upload', 'POST', '/v1/files/uploads', undefined, headers)
    const path = begun?.headers.get('location')
    const id = path?.split('/').at(-1)
    if (path === undefined || path === null || id === undefined) return undefined
    const middle = bytes.length >> 1
    for (const [from, to] of [
      [0, middle],
      [middle, bytes.length],
    ] as const) {
      uploads.set(id, { acknowledged: from, sent: to })
      const brought = await this.#send('piece', 'PATCH', path, bytes.subarray(from, to), continuing(from))
      if (brought === undefined) return undefined
    }
    // The file that it becomes part of has its own line.
    uploads.delete(id)
    return id
  }

  async #makeSeveral(): Promise<void> {
    const { ledger, workspaceId } = this.#desk
    const lines = Array.from({ length: 5 }, () => ledger.line(ledger.tasks, 'task'))
    for (const line of lines) line.begin({ title: line.key, inTrash: false }, 'task.created')
    ledger.together.push(lines.map(({ key }) => key))
    const operations = lines.map(({ key }) => ({
      requestId: key,
      method: 'POST',
      body: { title: key, externalId: key, workspaceId, tags: [this.#tagName] },
    }))
    const reply = await this.#send('bulk', 'POST', '/v1/tasks/bulk?atomic=true', { operations })
    if (reply === undefined) return
    for (const [n, line] of lines.entries()) {
      line.acknowledge()
      line.id = reply.body.responses[n].body
      this.#tasks.push(line)
    }
  }

  async #getToken(): Promise<void> {
    const { ledger, credential } = this.#desk
    const body = { grant_type: jwtBearer, assertion: assertionOf(credential) }
    const token = (await this.#send('token', 'POST', '/oauth2/token', body))?.body.access_token
    if (token === undefined) return
    ledger.tokens.set(token, 'live')
    if (randomInt(2) === 0) return
    ledger.tokens.set(token, 'being revoked')
    const revoked = await this.#send('revocation', 'POST', '/oauth2/revoke', { token })
    if (revoked !== undefined) ledger.tokens.set(token, 'revoked')
  }

  /** One change, visible at once on all tasks with the tag. */
  async #renameTag(): Promise<void> {
    if (this.#tag.sure === undefined || randomInt(4) > 0) return
    const tagName = `${this.#tag.key} ${randomBytes(4).toString('hex')}`
    this.#tag.begin({ tagName }, 'tag.updated')
    await this.#done('tag', this.#tag, 'PUT', `/v1/tags/${this.#tag.id}`, { tagName })
  }
}
