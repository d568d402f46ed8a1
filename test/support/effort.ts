import { inject } from 'vitest'

/** `npm test` tests a sample where everything would take minutes; `npm run test:all` tests everything. */
export const isFull = process.env['ATRIUM_TEST_FULL'] !== undefined

/** Whether to test what does not reach the database, which is tested once. */
export const isFirstEngine = (): boolean => inject('engine') === 'sqlite'

/** Whether to test the nth of many that are alike: `npm test` tests every fourth. */
export const isSampled = (n: number): boolean => isFull || n % 4 === 0
