/** `npm test` tests a sample where everything would take minutes; `npm run test:all` tests everything. */
export const isFull = process.env['ATRIUM_TEST_FULL'] !== undefined
