import { inject } from 'vitest'

/** `npm test` tests a sample where everything would take minutes; `npm run test:all` tests everything. */
export const isFull = process.env['ATRIUM_TEST_FULL'] !== undefined

/** Whether to test what does not depend on the engine: `npm test` does so once, `npm run test:all` on both. */
export const isFirstEngine = (): boolean => isFull || inject('engine') === 'sqlite'

/** Whether to test the nth of many that are alike: `npm test` tests every fourth on the second engine. */
export const isSampled = (n: number): boolean => isFirstEngine() || n % 4 === 0
