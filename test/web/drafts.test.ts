import { afterEach, expect, test, vi } from 'vitest'
import { hasDrafts, keepDraftsOf } from '../../web/src/api/drafts.ts'
import { keepNames, knownName } from '../../web/src/api/names.ts'
import { setSession } from '../../web/src/api/session-state.ts'

/** As in browsers, the stored keys are properties. */
class Kept {
  [key: string]: unknown

  removeItem(key: string): void {
    delete this[key]
  }
}

function storageWith(...keys: string[]): Kept {
  const storage = Object.assign(new Kept(), Object.fromEntries(keys.map((key) => [key, 'text'])))
  vi.stubGlobal('localStorage', storage)
  return storage
}

afterEach(() => vi.unstubAllGlobals())

test('people who sign in keep their own drafts, and those of others are removed', () => {
  const storage = storageWith(
    'atrium-draft:ada:step of x',
    'atrium-draft:bob:step of x',
    'atrium-draft:step of x',
    'other',
  )
  keepDraftsOf('ada')
  expect(Object.keys(storage)).toEqual(['atrium-draft:ada:step of x', 'other'])
})

test('choices and earlier texts that are stored with drafts are not drafts', () => {
  const beside = ['comment on x, internal', 'description of x, before', 'workspace of the last task']
  storageWith(...beside.map((name) => `atrium-draft:ada:${name}`))
  keepDraftsOf('ada')
  expect(hasDrafts()).toBe(false)
  storageWith('atrium-draft:ada:description of x')
  expect(hasDrafts()).toBe(true)
})

test('names are forgotten when another person signs in, and kept when the same person does', () => {
  storageWith()
  const arrive = (userHash: string): void =>
    setSession({
      ...{ signedIn: true, next: null, csrfToken: null, hasCompany: true, hasSingleSignOn: false },
      user: {
        ...{ userHash, email: '', fullName: '', companyId: '', companyName: '' },
        ...{ hasTimer: false, hasCalendarAddress: false },
      },
    })
  arrive('ada')
  keepNames({ x: 'Launch' })
  arrive('ada')
  expect(knownName('x')).toBe('Launch')
  arrive('bob')
  expect(knownName('x')).toBeUndefined()
})
