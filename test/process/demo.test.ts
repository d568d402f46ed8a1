import { expect, test } from 'vitest'
import { atrium, cleanUpProcesses, makeFolder, settingsIn } from '../support/process.ts'
import { withDatabase } from '../support/seed.ts'

cleanUpProcesses()

test.each(['workspaceGroups', 'accounts'])(
  'atrium demo creates a lively company that organizes by %s',
  async (organization) => {
    const env = settingsIn(makeFolder())
    const ended = await atrium(['demo', '--organization', organization, '--json'], { env })
    expect(ended.code, ended.stderr).toBe(0)
    const made = JSON.parse(ended.stdout)
    expect(made).toMatchObject({ people: 9, workspaces: 5, tasks: 100, times: 105, files: 20 })
    await withDatabase(env, async (db) => {
      const count = async (table: 'users' | 'tasks' | 'files' | 'times' | 'fileTags'): Promise<number> =>
        (await db.query.selectFrom(table).selectAll().execute()).length
      expect([await count('users'), await count('tasks'), await count('times')]).toEqual([9, 100, 105])
      expect([await count('files'), await count('fileTags')]).toEqual([20, 25])
      const statuses = await db.query.selectFrom('files').select('status').distinct().execute()
      expect(statuses).toHaveLength(4)
    })
    const again = await atrium(['demo', '--organization', organization], { env })
    expect(again.stdout).toMatch(
      /Created the company "Nordlicht Studio".*\nSign in as admin@\w+\.example with the password \S+\n$/,
    )
  },
)

test('an unknown organization is refused', async () => {
  const ended = await atrium(['demo', '--organization', 'x'], { env: settingsIn(makeFolder()) })
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('--organization must be')])
})
