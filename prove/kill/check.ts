import { Caller } from '../caller.ts'
import type { Faults } from '../proof.ts'
import { sha256Of } from '../sha256.ts'
import type { FileState, Ledger, Line, TagState, TaskState, TimeState } from './ledger.ts'

type Found = Awaited<ReturnType<Caller['all']>>

const byKey = (found: Found, name = 'externalId'): Map<string, Found[number]> =>
  new Map(found.map((record) => [String(record.details[name]), record]))

/**
 * Compares the service with the ledger. `since`: the time of the last comparison. `isLast`: reads content again that
 * was already read.
 */
export class Check {
  readonly #caller: Caller
  readonly #ledger: Ledger
  readonly #faults: Faults
  /** The entries of each record in the change log, in order. */
  readonly #logged: Map<string, string[]>

  private constructor(caller: Caller, ledger: Ledger, faults: Faults, logged: Map<string, string[]>) {
    this.#caller = caller
    this.#ledger = ledger
    this.#faults = faults
    this.#logged = logged
  }

  static async run(
    caller: Caller,
    ledger: Ledger,
    { workspaceId, since, url, isLast }: { workspaceId: string; since: string; url: string; isLast: boolean },
    faults: Faults,
  ): Promise<void> {
    const filter = encodeURIComponent(`createdAt>="${since}"`)
    const logged = new Map<string, string[]>()
    for (const { details } of await caller.all(`/v1/audit?limit=500&sort=createdAt&filter=${filter}`)) {
      const id = String(details['recordId'])
      logged.set(id, [...(logged.get(id) ?? []), String(details['type'])])
    }
    const check = new Check(caller, ledger, faults, logged)
    const tags = await check.#tags()
    const minutes = await check.#times(workspaceId)
    await check.#tasks(workspaceId, tags, minutes)
    await check.#files(workspaceId, isLast)
    await check.#uploads()
    await check.#tokens(url)
    check.#together()
    for (const answer of ledger.strange.splice(0)) faults.add(answer)
    for (const id of logged.keys())
      if (!check.#seen.has(id)) faults.add(`The change log names ${id}, which nobody has sent`)
  }

  readonly #seen = new Set<string>()

  #settle<S extends object>(line: Line<S>, found: S | undefined, id: string | undefined): void {
    if (id !== undefined) this.#seen.add(id)
    const fault = line.settle(found, (id === undefined ? undefined : this.#logged.get(id)) ?? [])
    if (fault !== undefined) this.#faults.add(fault)
    if (id !== undefined) line.id = id
  }

  async #tags(): Promise<Map<string, number>> {
    const found = new Map((await this.#caller.all('/v1/tags?limit=500')).map((tag) => [tag.id, tag]))
    const counts = new Map<string, number>()
    for (const line of this.#ledger.tags.values()) {
      const tag = line.id === undefined ? undefined : found.get(line.id)
      const state: TagState | undefined = tag && { tagName: String(tag.details['tagName']) }
      this.#settle(line, state, line.id)
      if (tag !== undefined) counts.set(String(tag.details['tagName']), Number(tag.details['taskCount']))
    }
    return counts
  }

  async #times(workspaceId: string): Promise<Map<string, number>> {
    const found = byKey(await this.#caller.all(`/v1/workspaces/${workspaceId}/times?limit=500`))
    const sums = new Map<string, number>()
    for (const [key, { details }] of found) {
      if (!this.#ledger.times.has(key)) this.#faults.add(`There is a time entry that nobody has sent: ${key}`)
      const taskId = String(details['taskId'])
      sums.set(taskId, (sums.get(taskId) ?? 0) + Number(details['minutes']))
    }
    for (const line of this.#ledger.times.values()) {
      const record = found.get(line.key)
      const state: TimeState | undefined = record && {
        taskId: String(record.details['taskId']),
        minutes: Number(record.details['minutes']),
      }
      this.#settle(line, state, record?.id)
    }
    return sums
  }

  async #tasks(workspaceId: string, tags: Map<string, number>, minutes: Map<string, number>): Promise<void> {
    const alive = byKey(await this.#caller.all(`/v1/workspaces/${workspaceId}/tasks?limit=500`))
    const trashed = byKey(await this.#caller.all(`/v1/workspaces/${workspaceId}/trash/tasks?limit=500`))
    const bearing = new Map<string, number>()
    for (const [key, { id, details }] of [...alive, ...trashed])
      if (!this.#ledger.tasks.has(key)) this.#faults.add(`There is a task that nobody has sent: ${key}`)
      else if (alive.has(key)) {
        const [tag = ''] = details['tags'] as string[]
        bearing.set(tag, (bearing.get(tag) ?? 0) + 1)
        if (Number(details['spentMinutes']) !== (minutes.get(id) ?? 0))
          this.#faults.add(
            `${key} has ${details['spentMinutes']} minutes, its time adds up to ${minutes.get(id) ?? 0}`,
          )
      }
    for (const line of this.#ledger.tasks.values()) {
      const record = alive.get(line.key) ?? trashed.get(line.key)
      const state: TaskState | undefined = record && {
        title: String(record.details['title']),
        inTrash: !alive.has(line.key),
      }
      this.#settle(line, state, record?.id)
    }
    for (const tag of bearing.keys())
      if (!tags.has(tag)) this.#faults.add(`A task has the tag ${tag}, which does not exist`)
    for (const [tag, count] of tags)
      if (count !== (bearing.get(tag) ?? 0))
        this.#faults.add(`The tag ${tag} counts ${count} tasks, but ${bearing.get(tag) ?? 0} have it`)
  }

  async #files(workspaceId: string, isLast: boolean): Promise<void> {
    const found = byKey(
      await this.#caller.all(`/v1/workspaces/${workspaceId}/allFiles?limit=500`),
      'fileName',
    )
    for (const key of found.keys())
      if (!this.#ledger.files.has(key)) this.#faults.add(`There is a file that nobody has sent: ${key}`)
    for (const line of this.#ledger.files.values()) {
      const record = found.get(line.key)
      let state: FileState | undefined
      if (record !== undefined) {
        const known = isLast ? undefined : this.#ledger.read.get(line.key)
        const sha256 = known ?? (await this.#hashOf(line.key, record.id))
        this.#ledger.read.set(line.key, sha256)
        state = { sha256, locked: Boolean(record.details['locked']) }
      }
      this.#settle(line, state, record?.id)
    }
  }

  async #hashOf(key: string, id: string): Promise<string> {
    const { status, bytes } = await this.#caller.bytes(`/v1/files/${id}/content`)
    if (status !== 200) this.#faults.add(`${key} has no content: ${status}`)
    return sha256Of(bytes)
  }

  async #uploads(): Promise<void> {
    for (const [id, { acknowledged, sent }] of this.#ledger.uploads) {
      const { status, headers } = await this.#caller.send('GET', `/v1/files/uploads/${id}`)
      const offset = Number(headers.get('upload-offset') ?? Number.NaN)
      if (status !== 200 || !(offset >= acknowledged && offset <= sent))
        this.#faults.add(
          `Of an upload ${acknowledged} bytes were acknowledged and ${sent} sent, and there are ${offset} (${status})`,
        )
    }
    this.#ledger.uploads.clear()
  }

  async #tokens(url: string): Promise<void> {
    const tokens = [...this.#ledger.tokens]
    this.#ledger.tokens.clear()
    const replies = await Promise.all(
      tokens.map(([token]) => new Caller(url, token).send('GET', '/v1/users/me')),
    )
    for (const [n, { status }] of replies.entries()) {
      const state = tokens[n]?.[1] ?? 'live'
      const may = { live: [200], revoked: [401], 'being revoked': [200, 401] }[state]
      if (!may.includes(status)) this.#faults.add(`A token that is ${state} is answered ${status}`)
    }
  }

  /** A request takes effect completely or not at all. */
  #together(): void {
    for (const keys of this.#ledger.together.splice(0)) {
      const there = keys.filter((key) => this.#ledger.tasks.get(key)?.sure !== undefined)
      if (there.length > 0 && there.length < keys.length)
        this.#faults.add(`Of ${keys.join(', ')} only ${there.join(', ')} exist`)
    }
  }
}
