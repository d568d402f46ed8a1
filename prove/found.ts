/** Faults that the proofs found. Each is fixed and has its own test, or is covered by the proof. */
export const found: readonly { proof: string; what: string; test: string }[] = [
  {
    proof: 'postgres-lost',
    what: 'When PostgreSQL stopped answering, requests waited as long as it did. Now they give up after seven seconds.',
    test: 'prove/postgres-lost',
  },
  {
    proof: 'postgres-lost',
    what: 'When PostgreSQL stopped answering during an exclusive write, others waited for it to time out and then for a connection, eleven seconds in total. Now they wait only briefly.',
    test: 'test/db/retry-lock.test.ts',
  },
  {
    proof: 'disk-full',
    what: 'A full disk of PostgreSQL was reported as 503, as if the database were unavailable. Now it is a 507.',
    test: 'prove/disk-full',
  },
  {
    proof: 'processes',
    what: 'A stopping process refused requests at the same moment `/readyz` failed, before a load balancer could react. `ATRIUM_DRAIN_SECONDS` gives it time.',
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
    what: 'Clients refused by a rate limit at the same moment all got their response a quarter of a second later, retried together, and delayed others. Responses are now spread over time.',
    test: 'test/auth/refusal-delay.test.ts',
  },
  {
    proof: 'load',
    what: 'Others waited twice as long beside 16 connections that asked again as soon as they were refused. A refusal by a rate limit waits a moment now.',
    test: 'test/api/auth/rate-limits.test.ts',
  },
  {
    proof: 'load',
    what: 'A client that disconnected in the middle of a small body kept the request, and so the shutdown, waiting for half a minute.',
    test: 'test/process/slow-clients.test.ts',
  },
  {
    proof: 'load',
    what: 'The log blamed the database when a client disconnected in the middle of a body.',
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
    what: 'Each unread body left a listener on its connection.',
    test: 'test/http/broken-bodies.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'The token endpoint answered a malformed media type in the form of the API, and closed the connection on a large body before the client could read why.',
    test: 'test/api/auth/strange-requests.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'The error for an invalid sort could contain half a character.',
    test: 'test/query/sort.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'The description lacked the 400 of a calendar address.',
    test: 'test/api/calendar.test.ts',
  },
  {
    proof: 'injection',
    what: 'The error for a control character in a file name listed other characters that are not allowed either.',
    test: 'test/api/uploads.test.ts',
  },
  {
    proof: 'secrets',
    what: 'Errors about invalid addresses in the settings quoted their passwords.',
    test: 'test/db/config.test.ts',
  },
  {
    proof: 'secrets',
    what: 'The error for an invalid JSON body quoted a part of it, which may be part of a password.',
    test: 'test/http/json.test.ts',
  },
  {
    proof: 'secrets',
    what: 'The error for a single sign-on secret that is a number quoted it.',
    test: 'test/api/people/sso.test.ts',
  },
  {
    proof: 'secrets',
    what: 'A sign-in link was logged when the mail server quoted the mail it refused.',
    test: 'test/http/log-redaction.test.ts',
  },
]
