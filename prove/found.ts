/** What proofs have found; each is mended, with a test of its own. */
export const found: readonly { proof: string; what: string; test: string }[] = [
  {
    proof: 'load',
    what: 'Others waited twice as long beside 16 connections that asked again as soon as they were refused. A refusal by a rate limit waits a moment now.',
    test: 'test/api/auth/rate-limits.test.ts',
  },
  {
    proof: 'load',
    what: 'Whoever ended the connection in the middle of a small body kept the request, and with it the end of the service, waiting for half a minute.',
    test: 'test/process/slow-clients.test.ts',
  },
  {
    proof: 'load',
    what: 'The log blamed the database when somebody left in the middle of a body.',
    test: 'test/process/slow-clients.test.ts',
  },
]
