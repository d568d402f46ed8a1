/** What proofs have found; each is mended, with a test of its own, or the proof itself where nothing smaller shows it. */
export const found: readonly { proof: string; what: string; test: string }[] = [
  {
    proof: 'postgres-lost',
    what: 'A PostgreSQL that fell silent held requests for as long as it was silent. It is given up after seven seconds.',
    test: 'prove/postgres-lost',
  },
  {
    proof: 'postgres-lost',
    what: 'Behind a write that ran alone, when PostgreSQL fell silent, others waited until that one was given up, and then for a connection: eleven seconds. They wait for it no longer than a moment.',
    test: 'test/db/retry-lock.test.ts',
  },
  {
    proof: 'disk-full',
    what: 'A full disk of PostgreSQL was answered 503, as if it were gone for a moment. It is a 507.',
    test: 'prove/disk-full',
  },
  {
    proof: 'processes',
    what: 'A process that was told to stop refused requests in the same moment as `/readyz` said so, before a balancer could know. `ATRIUM_DRAIN_SECONDS` gives it time.',
    test: 'test/process/shutdown.test.ts',
  },
  {
    proof: 'load',
    what: 'Two hundred connections that asked for pages of ten megabytes, and did not take them in, had two gigabytes of memory and stopped everyone else for twelve seconds. The proof had not shown it: the work of the others made those pages small. A caller has a thousand records of pages under way, and large ones are written and leave in pieces.',
    test: 'test/process/slow-clients.test.ts',
  },
  {
    proof: 'load',
    what: 'A page that was begun when its connection had broken already kept its place for ever: after a few of them the caller got no more pages.',
    test: 'test/http/in-progress.test.ts',
  },
  {
    proof: 'load',
    what: 'Everyone stood behind one caller who read tasks of half a megabyte over 50 connections, or pages of them over 20: for a second and more. Callers share the process by the time that they have had.',
    test: 'test/http/scheduler.test.ts',
  },
  {
    proof: 'load',
    what: 'Writes of others waited on SQLite behind all bulk requests that one caller had sent: five seconds behind ten. They wait for one.',
    test: 'test/http/fair-queue.test.ts',
  },
  {
    proof: 'load',
    what: 'Counted by their records, large pages of one caller had a gigabyte, and held the process for 0.2 s at a time. Answers count by their bytes, and of large rows few are read at once.',
    test: 'test/db/page-budget.test.ts',
  },
  {
    proof: 'load',
    what: 'Two hundred requests for one calendar of some megabytes took two gigabytes and stopped everyone for half a minute, also when all had left. A person has two under way.',
    test: 'test/api/calendar.test.ts',
  },
  {
    proof: 'load',
    what: 'CSV files and reports of large records held the process for 0.3 s at a time. They are written in pieces.',
    test: 'test/api/large-pages.test.ts',
  },
  {
    proof: 'load',
    what: 'Those who left while they waited for a page were errors in the log.',
    test: 'test/http/connections.test.ts',
  },
  {
    proof: 'load',
    what: 'Larger pieces on PostgreSQL read ten megabytes of rows at once, beside which others waited six times as long. Rows that are read whole come a few at a time again.',
    test: 'test/db/pace.test.ts',
  },
  {
    proof: 'load',
    what: 'Those who were refused by a rate limit at one moment were told after the same quarter of a second, came again together, and others waited behind those of them who were let in. They are told at different moments.',
    test: 'test/auth/refusal-delay.test.ts',
  },
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
  {
    proof: 'load',
    what: 'On PostgreSQL one caller with fifty connections kept the pool full, and others waited behind all of them with each query.',
    test: 'test/api/fair-shares.test.ts',
  },
  {
    proof: 'load',
    what: 'Bodies of a megabyte that fifty connections of one caller sent were all parsed at once: others waited 0.75 s, and some for ever.',
    test: 'test/http/large-bodies.test.ts',
  },
  {
    proof: 'load',
    what: 'What a caller had under way was forgotten when some of it counted nothing.',
    test: 'test/http/admission.test.ts',
  },
  {
    proof: 'load',
    what: 'On PostgreSQL ten bulk requests of one caller had all connections for seconds: others, and /readyz, were answered 503.',
    test: 'test/api/fair-shares.test.ts',
  },
  {
    proof: 'load',
    what: 'Who read its answers as fast as they came was refused after half a minute, when many waited.',
    test: 'test/http/admission.test.ts',
  },
  {
    proof: 'load',
    what: 'Large pages that had left stayed in memory until something else was collected: twenty of 33 MB had 1.2 GB, now 0.55.',
    test: 'test/http/sent-content.test.ts',
  },
  {
    proof: 'load',
    what: 'Two hundred such bodies took a gigabyte.',
    test: 'test/api/fair-shares.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'A body of hundreds of thousands of empty objects, or of a hundred thousand names, held the process for 0.1 s.',
    test: 'test/http/json.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'A body of many brackets, and one of 50,000 unknown members, held the process for up to 0.4 s. A body has at most 64 levels, and 1,000 members in an object.',
    test: 'test/http/json.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'Bodies that nobody read left a listener each on their connection.',
    test: 'test/http/broken-bodies.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'The token server answered a malformed media type in the form of the API, and hung up on a large body before its sender could read why.',
    test: 'test/api/auth/strange-requests.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'The refusal of a sort could hold half a character.',
    test: 'test/query/sort.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'The description did not know that a calendar’s address can be a 400.',
    test: 'test/api/calendar.test.ts',
  },
  {
    proof: 'injection',
    what: 'The refusal of a control character in the name of a file told of others that it may not have either.',
    test: 'test/api/uploads.test.ts',
  },
  {
    proof: 'secrets',
    what: 'Unusable addresses in the settings were quoted with their passwords.',
    test: 'test/db/config.test.ts',
  },
  {
    proof: 'secrets',
    what: 'A body that is no JSON was quoted in part, which may be part of a password.',
    test: 'test/http/json.test.ts',
  },
  {
    proof: 'secrets',
    what: 'A secret of single sign-on that is a number was quoted.',
    test: 'test/api/people/sso.test.ts',
  },
  {
    proof: 'secrets',
    what: 'A link to sign in was logged when the mail server quoted the letter that it refused.',
    test: 'test/http/log-redaction.test.ts',
  },
]
