import { expect, test } from 'vitest'
import { aKind } from '../../src/schema/kind-words.ts'

test.each([
  ['account', 'an account'],
  ['event', 'an event'],
  ['user', 'a user'],
  ['upload', 'an upload'],
  ['workspaceGroup', 'a workspace group'],
  ['tasklist', 'a task list'],
])('%s is called %s', (kind, told) => {
  expect(aKind(kind)).toBe(told)
})
