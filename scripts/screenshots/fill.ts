import sharp from 'sharp'
import {
  acceptInvitation,
  type Call,
  callerOf,
  makeCompany,
  type Site,
} from '../../test/support/site-in-production.ts'

/** A company of one administrator with one workspace, and what its pages show. */
export interface Filled {
  workspace: string
  /** The first task and the first file, if there are any. */
  task: string | undefined
  file: string | undefined
}

const acts = [
  'Write',
  'Order',
  'Check',
  'Print',
  'Photograph',
  'Translate',
  'Approve',
  'Send',
  'Plan',
  'Update',
]
const things = [
  'the menu for the opening week',
  'the shop window',
  'opening hours',
  'the poster in A3, with the new logo and the address of both entrances',
  'Datenschutz-Folgenabschätzung und Auftragsverarbeitungsvertrag',
  'the price list',
  'photos of the harbour',
  '価格表の翻訳',
  'the newsletter',
  'invitations',
  'the sign above the door',
]
const statuses = [
  'Open',
  'In Progress',
  'Completed',
  'Open',
  'On Hold',
  'Open',
  'Completed',
  'Cancelled',
  'Open',
]
const comments = [
  'Brass costs €380 more and takes three days longer. Still before the opening, but only just.',
  'Done.',
  'We close at 16:00 on Christmas Eve. Can that be on the page too? The client asked twice, and the sign maker needs to know by Friday.',
]

const pick = <T>(from: readonly T[], n: number): T => {
  const picked = from[n % from.length]
  if (picked === undefined) throw new Error('There is nothing to pick from')
  return picked
}

const titleOf = (n: number): string => {
  const round = Math.floor(n / (acts.length * things.length))
  return `${pick(acts, n)} ${pick(things, n)}${round === 0 ? '' : `, part ${round + 1}`}`
}

const dayOf = (shift: number): string => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10)

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

/** Does something with each of many, eight at a time. */
async function eachOf<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  const left = [...all]
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one)
  }
  await Promise.all(numbers(8).map(worker))
}

/** Creates records with as few requests as possible; returns their ids. */
async function createAll(call: Call, kind: 'tasks' | 'times', bodies: readonly object[]): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < bodies.length; at += 1_000) {
    const operations = bodies
      .slice(at, at + 1_000)
      .map((body, n) => ({ requestId: String(n), method: 'POST', body }))
    const { responses } = await call('POST', `/v1/${kind}/bulk?atomic=true`, { operations })
    for (const { body } of responses) ids.push(body)
  }
  return ids
}

/** Nothing, or `count` of everything that a page lists, most of it by a second person, so that Ada is notified. */
export async function fillCompany(site: Site, count: number): Promise<Filled> {
  await makeCompany(site, 'Nordlicht Studio', false)
  const ada = callerOf(site, site.context)
  const { id: workspace } = await ada('POST', '/v1/workspaces', {
    workspaceName: 'Café Luz: opening',
    description: 'A second café by the harbour, from the lease to the first guest.',
  })
  if (count === 0) return { workspace, task: undefined, file: undefined }
  const { id: me } = await ada('GET', '/v1/users/me')
  const { id: colleague } = await ada('POST', '/v1/users', {
    ...{ email: 'kenji@example.com', fullName: 'Kenji Watanabe', userType: 'Internal' },
  })
  await ada('PUT', `/v1/workspaces/${workspace}/members/${colleague}`, { role: 'Admin' })
  const { link } = await ada('POST', `/v1/users/${colleague}/invitation`, {})
  const context = await site.newContext()
  await acceptInvitation(site, context, link)
  const kenji = callerOf(site, context)

  const milestones: string[] = []
  for (const n of numbers(Math.min(count, 12))) {
    const title = pick(['Content ready', 'Doors open', 'Files to printer'], n) + (n < 3 ? '' : ` ${n}`)
    const body = { title, dueDate: dayOf(n * 9 - 5) }
    milestones.push((await kenji('POST', `/v1/workspaces/${workspace}/milestones`, body)).id)
  }
  const spread = Math.min(count, 300)
  const tasks = await createAll(
    kenji,
    'tasks',
    numbers(count).map((n) => ({
      ...{ workspaceId: workspace, title: titleOf(n), status: pick(statuses, n), priority: (n % 5) + 1 },
      ...{
        startDate: dayOf((n % spread) - spread / 3 - 2),
        dueDate: dayOf((n % spread) - spread / 3 + (n % 7)),
      },
      ...{ assignees: n % 3 === 1 ? [me, colleague] : [me], tags: [pick(['Design', 'Text', 'Print'], n)] },
      ...{ estimateMinutes: (n % 9) * 45, milestoneId: pick(milestones, n * 7) },
    })),
  )
  const [task = ''] = tasks
  await eachOf(numbers(count), (n) =>
    kenji('POST', `/v1/tasks/${task}/comments`, { body: pick(comments, n) }),
  )
  await createAll(
    ada,
    'times',
    numbers(count).map((n) => ({
      ...{ workspaceId: workspace, taskId: pick(tasks, n % 40), date: dayOf(-Math.floor(n / 15)) },
      ...{ minutes: ((n % 7) + 1) * (count > 100 ? 5 : 35), note: pick(comments, n), billable: n % 3 > 0 },
    })),
  )
  const deleted = await createAll(
    ada,
    'tasks',
    numbers(count).map((n) => ({ workspaceId: workspace, title: `${titleOf(n)} (old)` })),
  )
  for (let at = 0; at < deleted.length; at += 1_000)
    await ada('POST', '/v1/tasks/bulk', {
      operations: deleted
        .slice(at, at + 1_000)
        .map((id, n) => ({ requestId: String(n), method: 'DELETE', id })),
    })
  await eachOf(numbers(Math.min(count, 1_000)), (n) =>
    kenji('POST', `/v1/workspaces/${workspace}/events`, {
      ...{ title: pick(['Kick-off', 'Tasting with the baker', 'Site visit'], n), allDay: n % 4 === 3 },
      startsAt: `${dayOf((n % 90) - 2)}T${String(7 + (n % 9)).padStart(2, '0')}:30:00.000Z`,
      endsAt: `${dayOf((n % 90) - 2)}T${String(8 + (n % 9)).padStart(2, '0')}:30:00.000Z`,
    }),
  )
  const file = await addFiles(kenji, { workspace, task }, count)
  if (count > 1_000) await addPeopleAndPlaces(ada, workspace)
  return { workspace, task, file }
}

/** Images and a text; all others are copies of them. */
async function addFiles(
  call: Call,
  place: { workspace: string; task: string },
  count: number,
): Promise<string> {
  const picture = async (
    background: string,
    width: number,
    height: number,
  ): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    )
  const originals = [
    new File([await picture('#d97757', 900, 600)], 'Shop window.png'),
    new File([await picture('#3b6ea5', 600, 900)], 'Opening poster A3, final version for the printer.png'),
    new File(['Winter hours start on 1 December.'], 'Opening hours.txt'),
  ]
  const { workspace, task } = place
  const ids: string[] = []
  for (const original of originals) {
    const { id } = await call('POST', '/v1/files/upload', original)
    const { responses } = await call('POST', `/v1/workspaces/${workspace}/files`, { deferredAssetIds: [id] })
    ids.push(responses[0].body)
  }
  await call('POST', `/v1/files/${ids[0]}/copies`, { taskId: task })
  await eachOf(numbers(Math.max(0, count - originals.length)), (n) =>
    call('POST', `/v1/files/${pick(ids, n)}/copies`, {
      fileName: `${pick(things, n)} ${n}.${n % 3 === 2 ? 'txt' : 'png'}`,
      workspaceId: workspace,
    }),
  )
  return ids[0] ?? ''
}

const firstNames = [
  'Amina',
  'Bo',
  'Chloé',
  'Dag',
  'Ewa',
  'Femke',
  'Grace',
  'Haruki',
  'Ingrid',
  'Maximiliane-Charlotte',
]
const lastNames = [
  'Diallo',
  'Li',
  'Bernard',
  'Solheim',
  'Kowalska',
  'van den Heuvel',
  'Mensah',
  'Leutheusser-Schnarrenberger',
]

async function addPeopleAndPlaces(call: Call, workspace: string): Promise<void> {
  await eachOf(numbers(200), async (n) => {
    const person = {
      email: `person${n}@example.com`,
      fullName: `${pick(firstNames, n)} ${pick(lastNames, n)}`,
    }
    const { id } = await call('POST', '/v1/users', person)
    await call('PUT', `/v1/workspaces/${workspace}/members/${id}`, {
      role: n % 5 === 0 ? 'Reader' : 'Contributor',
    })
  })
  await eachOf(numbers(100), (n) =>
    call('POST', '/v1/workspaces', { workspaceName: `${pick(lastNames, n)}: ${pick(things, n)} ${n}` }),
  )
}
