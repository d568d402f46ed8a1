import { buildFixture, type Fixture } from '../api/fixture.ts'
import type { World } from './world.ts'

/** Texts that break code that makes assumptions about bytes, lines or case. */
const odd = [
  'Ärger & Söhne',
  '𝒵 zeta',
  'two\nlines\tand a tab',
  'line\u2028separator',
  '"quotes" \\ and {}',
  'İstanbul ſ',
]

/** A company with a record of every kind, odd values, and records in every possible state. */
export async function buildOddCompany(world: World): Promise<Fixture> {
  const fixture = await buildFixture(world)
  const { admin, ids, company } = fixture
  const workspaceId = String(ids['workspaces/{workspaceId}'])
  const inside = `/v1/workspaces/${workspaceId}`
  const me = company.adminId
  const taskIds: string[] = []
  for (const [n, description] of odd.entries()) {
    const task = await admin.create('/v1/tasks', {
      title: description.replaceAll(/[\n\t\u2028]/g, ' '),
      description,
      workspaceId,
      status: ['Open', 'Completed', 'On Hold'][n % 3],
      priority: (n % 5) + 1,
      startDate: n % 2 === 0 ? '2024-02-29' : null,
      parentTaskId: n === 1 ? taskIds[0] : null,
      tasklistId: n === 2 ? ids['tasklists/{tasklistId}'] : null,
      milestoneId: n === 3 ? ids['milestones/{milestoneId}'] : null,
      assignees: n % 2 === 0 ? [me, ids['members/{userHash}']] : [],
      tags: [`Tag ${n}`, 'all', n % 2 === 0 ? 'even' : 'odd'],
      customFields: [
        { fieldApiId: 'c_text', value: description },
        { fieldApiId: 'c_number', value: -0.5e-7 },
        { fieldApiId: 'c_list', value: ['a', description] },
        { fieldApiId: 'c_null', value: null },
      ],
      externalId: n === 4 ? 'crm \u{1F600}' : null,
    })
    taskIds.push(task.id)
    await admin.create(`/v1/tasks/${task.id}/times`, {
      date: '2026-02-28',
      minutes: 1 + n,
      note: description,
    })
  }
  const operations = [{ requestId: 'one', method: 'POST', body: { title: 'By bulk', workspaceId } }]
  await admin.ok('POST', '/v1/tasks/bulk', { operations })
  const stage = await admin.create(`${inside}/stages`, { stageName: 'Second look', status: 'In Progress' })
  await admin.ok('PUT', `/v1/tasks/${taskIds[3]}`, { stageId: stage.id })
  await admin.ok('PUT', `/v1/tasks/${taskIds[4]}/blockers/${taskIds[5]}`)
  await admin.ok('PUT', `/v1/tasks/${taskIds[4]}/mute`)
  const comment = await admin.create(`/v1/tasks/${taskIds[4]}/comments`, { body: 'Who checks this?' })
  await admin.create(`/v1/tasks/${taskIds[4]}/comments`, { body: 'We do.', parentCommentId: comment.id })
  await admin.ok('PUT', `/v1/comments/${comment.id}/reactions/${encodeURIComponent('👍')}`)
  // Records in the trash, with those that went there with them.
  await admin.ok('DELETE', `/v1/tasks/${taskIds[0]}?withTimes=true`)
  const folder = await admin.create(`${inside}/folders`, { folderName: 'Gone' })
  await admin.create(`${inside}/folders`, { folderName: 'Below', parentFolderId: folder.id })
  await admin.file(`/v1/folders/${folder.id}`, 'in the trash.txt', 'goes along')
  await admin.ok('DELETE', `/v1/folders/${folder.id}`)
  const gone = await admin.create('/v1/workspaces', { workspaceName: 'Gone', urlShortName: 'gone' })
  await admin.create('/v1/tasks', { title: 'In the trash with it', workspaceId: gone.id, tags: ['all'] })
  await admin.ok('DELETE', `/v1/workspaces/${gone.id}`)
  // The name of a deleted workspace is free immediately.
  const again = await admin.create('/v1/workspaces', { workspaceName: 'Gone', urlShortName: 'gone' })
  await admin.ok('PUT', `/v1/workspaces/${again.id}/archive`)
  // Files with versions, a lock, tags, the same content twice, and no content.
  const file = await admin.file(inside, 'Größe & Maß.pdf', Buffer.alloc(70_000, 'x'))
  await admin.ok('PUT', `/v1/files/${file}/content`, Buffer.alloc(0), { 'content-type': 'text/plain' })
  await admin.ok('PUT', `/v1/files/${file}/content`, Buffer.from('third'), { 'content-type': 'text/plain' })
  await admin.ok('PUT', `/v1/files/${file}`, { tags: ['all', 'Files'], status: 'Final [READONLY]' })
  await admin.ok('POST', `/v1/files/${await admin.file(inside, 'locked.txt', 'third')}/lock`)
  await admin.file(`/v1/tasks/${taskIds[3]}`, 'on a task.bin', Buffer.from([0, 255, 10, 13]))
  // A tag that was merged, and one that was deleted.
  const [all, even, oddTag] = await Promise.all(
    ['all', 'even', 'odd'].map(async (name) => {
      const [tag] = (await admin.list(`/v1/tags?filter=${encodeURIComponent(`tagName="${name}"`)}`)).items
      return tag.id as string
    }),
  )
  await admin.ok('POST', `/v1/tags/${even}/merge`, { into: all })
  await admin.ok('DELETE', `/v1/tags/${oddTag}`)
  await admin.ok('PUT', '/v1/company', {
    fileStatuses: ['Draft', 'Final [READONLY]', 'Größer'],
    ssoIssuer: 'https://login.example.com',
    ssoClientId: 'atrium',
    ssoClientSecret: 'a secret of the provider',
    ssoDomains: [`${company.companyId.toLowerCase()}.example`],
  })
  return fixture
}
