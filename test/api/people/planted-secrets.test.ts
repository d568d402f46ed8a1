import { expect, test } from 'vitest'
import { Canaries } from '../../../prove/secrets/canaries.ts'
import { inDatabase, inFolder } from '../../../prove/secrets/stores.ts'
import { useWorld } from '../../support/world.ts'

/** The proof of secrets is only as good as its search: here are some in the wrong places. */
const world = useWorld()

test('a secret in a column is found there, even if encoded', async () => {
  const canaries = new Canaries()
  const { admin } = await world.company()
  const encoded = Buffer.from(`ada:${canaries.make('second')}`).toString('base64')
  const workspaceName = `Here: ${canaries.make('first')}`
  await admin.create('/v1/workspaces', { workspaceName, description: encoded })
  const found: string[] = []
  for await (const fault of inDatabase(world.db, canaries)) found.push(fault)
  expect(found).toContain('The column workspaces.workspaceName holds the first in clear')
  expect(found).toContain('The column workspaces.description holds the second in clear')
})

test('a secret in a file is found there', async () => {
  const canaries = new Canaries()
  const { admin } = await world.company()
  await admin.upload('x.bin', Buffer.concat([Buffer.alloc(100, 255), Buffer.from(canaries.make('third'))]))
  const found = [...inFolder(world.config.dataFolder, canaries)]
  expect(found).toEqual([expect.stringMatching(/^The file blobs\/\S+ holds the third in clear$/)])
})
