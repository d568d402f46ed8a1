import { randomUUID } from 'node:crypto'
import { contentRequest } from '../../test/support/content-requests.ts'
import { Caller } from '../caller.ts'
import { type Described, isList } from './described.ts'

/** The list with the ids for a member of a body. */
const named: Readonly<Record<string, string>> = {
  workspaceId: 'workspaces/{workspaceId}',
  taskId: 'tasks/{taskId}',
  parentTaskId: 'tasks/{taskId}',
  tasklistId: 'tasklists/{tasklistId}',
  tasklistTemplate: 'tasklists/{tasklistId}',
  milestoneId: 'milestones/{milestoneId}',
  folderId: 'folders/{folderId}',
  parentFolderId: 'folders/{folderId}',
  accountId: 'accounts/{accountId}',
  parentAccountId: 'accounts/{accountId}',
  workspaceGroupId: 'workspaceGroups/{groupId}',
  clientId: 'clients/{clientId}',
  into: 'tags/{tagId}',
  userHash: 'users/{userHash}',
  userIds: 'users/{userHash}',
  assignees: 'members/{userHash}',
  recordId: 'tasks/{taskId}',
}

/** A valid id that no record has. */
export const none = '0'.repeat(22)

/** Ids of a company's records for path parameters, found through its own lists. */
export class Records {
  readonly caller: Caller
  readonly #lists: readonly Described[]
  readonly #found = new Map<string, Promise<string>>()

  constructor(url: string, token: string, operations: readonly Described[]) {
    this.caller = new Caller(url, token)
    this.#lists = operations.filter(isList)
  }

  /** The known records may be gone. */
  forget(): void {
    this.#found.clear()
  }

  /** The path with an id for each parameter. */
  async fill(path: string): Promise<string> {
    let filled = path
    for (const [place, folder = '', parameter = ''] of path.matchAll(/(\w+)\/(\{\w+\})/g)) {
      const before = path.slice(0, path.indexOf(place))
      const id = await this.#idAt(before + folder, place, parameter)
      filled = filled.replace(parameter, id)
    }
    return filled.includes('{recordId}') ? filled.replace('{recordId}', await this.idOf('recordId')) : filled
  }

  /** The id of a record that a member of a body can refer to. */
  async idOf(member: string): Promise<string> {
    // The only user to act as is the administrator, the owner of this token.
    if (member === 'actAs') return (await this.caller.ok('GET', '/v1/users/me')).body.id
    const place = named[member]
    if (place === undefined) return none
    const list = this.#lists.find(({ path }) => path.endsWith(`/${place.split('/')[0]}`))
    return this.#idAt(list?.path ?? '', place, '')
  }

  #idAt(listPath: string, place: string, parameter: string): Promise<string> {
    const key = `${listPath} ${place}`
    const known = this.#found.get(key) ?? this.#find(listPath, place, parameter)
    this.#found.set(key, known)
    return known
  }

  async #find(listPath: string, place: string, parameter: string): Promise<string> {
    // Those who follow a record are listed, but anybody who can see it can be added.
    if (place === 'subscribers/{userHash}') return this.idOf('assignees')
    if (parameter === '{uuid}') return this.#beginUpload()
    if (parameter === '{version}') return '1'
    if (parameter === '{kind}') return this.#keep()
    if (parameter === '{emoji}') return encodeURIComponent('👍')
    if (parameter === '{file}') return `${randomUUID()}.ics`
    if (parameter === '{sealed}') return randomUUID()
    const [folder = ''] = place.split('/')
    const list =
      this.#lists.find(({ path }) => path === listPath) ??
      // A workspace itself has few files; this list includes those in its folders.
      this.#lists.find(({ path }) => path.endsWith(folder === 'files' ? '/allFiles' : `/${folder}`))
    if (list === undefined) return none
    // The oldest is from the sample; newer ones have fewer values.
    const { body } = await this.caller.send('GET', `${await this.fill(list.path)}?limit=100&sort=createdAt`)
    const items: { id: string; details: Record<string, unknown> }[] = body.items ?? []
    // Leaves out the administrator, who owns this token.
    if (folder === 'users') return items[1]?.id ?? none
    const some = folder === 'members' ? items.filter(({ details }) => details['role'] !== 'Admin') : items
    return some[0]?.id ?? none
  }

  /** Makes the record of `idOf('recordId')` a favorite, and returns its kind. */
  async #keep(): Promise<string> {
    await this.caller.ok('PUT', `/v1/users/me/favorites/task/${await this.idOf('recordId')}`)
    return 'task'
  }

  async #beginUpload(): Promise<string> {
    const { headers } = contentRequest({ method: 'POST', path: '/v1/files/uploads' })
    const begun = await this.caller.ok('POST', '/v1/files/uploads', undefined, headers)
    return begun.headers.get('location')?.split('/').at(-1) ?? ''
  }
}
