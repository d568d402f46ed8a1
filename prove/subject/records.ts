import { randomUUID } from 'node:crypto'
import { contentRequest } from '../../test/support/content-requests.ts'
import { Caller } from '../caller.ts'
import { type Described, isList } from './described.ts'

/** Where an id is found that a member of a body names. */
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
}

/** Looks like an id, and is that of nothing. */
export const none = '0'.repeat(22)

/** Ids of a company for the places of paths, found through its own lists. */
export class Records {
  readonly caller: Caller
  readonly #lists: readonly Described[]
  readonly #found = new Map<string, Promise<string>>()

  constructor(url: string, token: string, operations: readonly Described[]) {
    this.caller = new Caller(url, token)
    this.#lists = operations.filter(isList)
  }

  /** What was found may be gone. */
  forget(): void {
    this.#found.clear()
  }

  /** The path with an id in each place. */
  async fill(path: string): Promise<string> {
    let filled = path
    for (const [place, folder = '', parameter = ''] of path.matchAll(/(\w+)\/(\{\w+\})/g)) {
      const before = path.slice(0, path.indexOf(place))
      const id = await this.#idAt(before + folder, place, parameter)
      filled = filled.replace(parameter, id)
    }
    return filled
  }

  /** The id of a record that a member of a body can name. */
  async idOf(member: string): Promise<string> {
    // Who may be acted as is the administrator, whose token this is.
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
    if (parameter === '{uuid}') return this.#beginUpload()
    if (parameter === '{version}') return '1'
    if (parameter === '{file}') return `${randomUUID()}.ics`
    const [folder = ''] = place.split('/')
    const list =
      this.#lists.find(({ path }) => path === listPath) ??
      // Those of a workspace itself are few; this has those of its folders too.
      this.#lists.find(({ path }) => path.endsWith(folder === 'files' ? '/allFiles' : `/${folder}`))
    if (list === undefined) return none
    // The oldest is of the sample; what was made since is poorer.
    const { body } = await this.caller.send('GET', `${await this.fill(list.path)}?limit=100&sort=createdAt`)
    const items: { id: string; details: Record<string, unknown> }[] = body.items ?? []
    // The administrator, whose token this is, is left alone.
    if (folder === 'users') return items[1]?.id ?? none
    const some = folder === 'members' ? items.filter(({ details }) => details['role'] !== 'Admin') : items
    return some[0]?.id ?? none
  }

  async #beginUpload(): Promise<string> {
    const { headers } = contentRequest({ method: 'POST', path: '/v1/files/uploads' })
    const begun = await this.caller.ok('POST', '/v1/files/uploads', undefined, headers)
    return begun.headers.get('location')?.split('/').at(-1) ?? ''
  }
}
