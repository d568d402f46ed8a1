/**
 * The people who can see a change. Company admins see every change; external people never see `internalOnly` ones.
 * - `members`: the members of its workspace, or of the one it came from.
 * - `person`: the same people, and the person it is about, so that they learn of losing access.
 * - `workspace`: the members of the workspace, and internal people.
 * - `directory`: internal people, and external people who may see the record.
 * - `record`: everybody who may see the record, and the person who made the change.
 * - `own`: the person who made the change.
 * - `admins`: nobody else.
 */
export type Audience = 'members' | 'person' | 'workspace' | 'directory' | 'record' | 'own' | 'admins'

const all = <A extends Audience, V extends string>(audience: A, ...verbs: readonly V[]): Record<V, A> =>
  Object.fromEntries(verbs.map((verb) => [verb, audience])) as Record<V, A>

const changed = ['created', 'updated', 'deleted'] as const
const kept = [...changed, 'restored', 'purged'] as const
const followed = ['subscribed', 'unsubscribed'] as const
const muted = ['muted', 'unmuted'] as const

/** Every type of change by kind and verb. A change of another type does not compile. */
const changeTypes = {
  company: {
    ...all('directory', 'created', 'updated'),
    ...all('admins', 'deleted', 'restored', 'imported', 'exported', 'signInFailed'),
  },
  user: {
    ...all('directory', ...changed),
    ...all('admins', 'signInFailed', 'passwordChanged', 'recovered', 'singleSignOnLinked'),
    ...all('admins', 'oneTimeCodesSetUp', 'oneTimeCodesRemoved', 'recoveryCodesRenewed'),
  },
  role: all('directory', 'created'),
  account: all('directory', ...changed),
  workspaceGroup: all('directory', ...changed),
  tag: all('directory', ...changed, 'merged'),
  workspace: { ...all('workspace', ...kept, 'archived', 'unarchived', ...followed), ...all('own', ...muted) },
  member: all('person', ...changed),
  folder: all('members', ...kept),
  milestone: { ...all('members', ...kept, ...followed), ...all('own', ...muted) },
  event: all('members', ...kept),
  tasklist: all('members', ...kept, 'placed'),
  stage: all('members', ...changed, 'placed'),
  task: {
    ...all('members', ...kept, 'placed', 'blocked', 'unblocked', ...followed),
    ...all('own', ...muted),
  },
  step: all('members', ...changed, 'placed'),
  time: all('members', ...kept),
  file: { ...all('members', ...kept, 'locked', 'unlocked', ...followed), ...all('own', ...muted) },
  comment: all('members', ...kept, 'reacted', 'unreacted'),
  timer: all('own', ...changed),
  timesheet: all('record', ...changed),
  settings: all('own', 'updated'),
  notificationSettings: all('own', 'updated'),
  favorite: all('own', 'created', 'deleted', 'placed'),
  calendarFeed: all('own', ...changed),
  report: { ...all('record', ...changed, 'placed'), ...all('admins', 'exported') },
  list: all('admins', 'exported'),
  client: all('admins', ...changed, 'revoked'),
  clientKey: all('admins', 'created', 'revoked'),
  webhook: all('admins', ...changed, 'paused', 'resumed', 'disabled', 'replayed', 'secretRotated'),
  session: all('admins', 'signedIn', 'signedOut', 'ended'),
  invitation: all('admins', ...changed, 'accepted', 'revoked'),
} as const satisfies Readonly<Record<string, Readonly<Record<string, Audience>>>>

export type ChangeKind = keyof typeof changeTypes

/** The kinds whose records go to the trash, or move, with the records they belong to. */
export type AttachedKind = 'task' | 'time' | 'file' | 'folder' | 'workspace' | 'comment'

/** The verbs of each kind of record. */
export type VerbOf<K extends ChangeKind> = keyof (typeof changeTypes)[K] & string

const audiences: ReadonlyMap<string, Audience> = new Map(
  Object.entries(changeTypes).flatMap(([kind, verbs]) =>
    Object.entries<Audience>(verbs).map(([verb, audience]) => [`${kind}.${verb}`, audience]),
  ),
)

/** The names of all types, such as `task.updated`. */
export const changeTypeNames: readonly string[] = [...audiences.keys()]

/** The types of a kind that others than company admins, and the person who made the change, may see. */
export function openTypesOf(kind: string): string[] {
  const closed: readonly Audience[] = ['admins', 'own']
  return changeTypeNames.filter((name) => name.startsWith(`${kind}.`) && !closed.includes(audienceOf(name)))
}

/** The types of changes inside workspaces that their members may see. */
export const workspaceTypes: readonly string[] = [...audiences]
  .filter(([, audience]) => ['members', 'person', 'workspace'].includes(audience))
  .map(([type]) => type)

/** Types that only an earlier version wrote are for company admins. */
export function audienceOf(type: string): Audience {
  return audiences.get(type) ?? 'admins'
}
