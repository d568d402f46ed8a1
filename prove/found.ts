/** Faults that the proofs found. Each is fixed and has its own test, or is covered by the proof. */
export const found: readonly { proof: string; what: string; test: string }[] = [
  {
    proof: 'postgres-lost',
    what: 'When PostgreSQL stopped responding, requests waited as long as the outage lasted. Now they give up after seven seconds.',
    test: 'prove/postgres-lost',
  },
  {
    proof: 'postgres-lost',
    what: 'When PostgreSQL stopped responding during an exclusive write, others waited for it to time out and then for a connection, eleven seconds in total. Now they wait only briefly.',
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
    what: 'Two hundred connections that requested pages of ten megabytes and did not read them used two gigabytes of memory and blocked everyone else for twelve seconds. The proof had not shown it, because the work of the others made those pages small. A caller may now have a thousand records of pages in progress, and large pages are written and sent in chunks.',
    test: 'test/process/slow-clients.test.ts',
  },
  {
    proof: 'load',
    what: 'A page that was started after its connection had broken kept its place forever: after a few of them the caller got no more pages.',
    test: 'test/http/in-progress.test.ts',
  },
  {
    proof: 'load',
    what: 'One caller who read tasks of half a megabyte over 50 connections, or pages of them over 20, delayed everyone else by a second or more. Callers now share the process by the time they have used.',
    test: 'test/http/scheduler.test.ts',
  },
  {
    proof: 'load',
    what: 'On SQLite, writes of others waited for all bulk requests of one caller: five seconds for ten of them. Now they wait for one.',
    test: 'test/http/fair-queue.test.ts',
  },
  {
    proof: 'load',
    what: 'Large pages of one caller, counted by their records, used a gigabyte and blocked the process for 0.2 s at a time. Responses now count by their bytes, and only a few large rows are read at once.',
    test: 'test/db/page-budget.test.ts',
  },
  {
    proof: 'load',
    what: 'Two hundred requests for one calendar of some megabytes used two gigabytes and blocked everyone for half a minute, even after all had disconnected. A person may now have two in progress.',
    test: 'test/api/calendar.test.ts',
  },
  {
    proof: 'load',
    what: 'CSV files and reports of large records blocked the process for 0.3 s at a time. They are now written in chunks.',
    test: 'test/api/large-pages.test.ts',
  },
  {
    proof: 'load',
    what: 'Clients that disconnected while they waited for a page were logged as errors.',
    test: 'test/http/connections.test.ts',
  },
  {
    proof: 'load',
    what: 'Larger batches on PostgreSQL read ten megabytes of rows at once, and others waited six times as long. Complete rows are read a few at a time again.',
    test: 'test/db/pace.test.ts',
  },
  {
    proof: 'load',
    what: 'Clients refused by a rate limit at the same moment all got their response a quarter of a second later, retried together, and delayed others. Responses are now spread over time.',
    test: 'test/auth/refusal-delay.test.ts',
  },
  {
    proof: 'load',
    what: 'Others waited twice as long next to 16 connections that retried as soon as they were refused. A refusal by a rate limit is now delayed.',
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
    what: 'On PostgreSQL one caller with fifty connections kept the pool full, and each query of others waited for all of them.',
    test: 'test/api/fair-shares.test.ts',
  },
  {
    proof: 'load',
    what: 'Bodies of a megabyte from fifty connections of one caller were all parsed at once: others waited 0.75 s, and some forever.',
    test: 'test/http/large-bodies.test.ts',
  },
  {
    proof: 'load',
    what: 'The requests that a caller had in progress were forgotten when one of them counted nothing.',
    test: 'test/http/admission.test.ts',
  },
  {
    proof: 'load',
    what: 'On PostgreSQL ten bulk requests of one caller held all connections for seconds: others, and /readyz, got a 503.',
    test: 'test/api/fair-shares.test.ts',
  },
  {
    proof: 'load',
    what: 'A client that read its responses as fast as they came was refused after half a minute if many requests waited.',
    test: 'test/http/admission.test.ts',
  },
  {
    proof: 'load',
    what: 'Large pages stayed in memory after they were sent, until something else was collected: twenty of 33 MB used 1.2 GB, now 0.55.',
    test: 'test/http/sent-content.test.ts',
  },
  {
    proof: 'load',
    what: 'Two hundred large bodies at once used a gigabyte.',
    test: 'test/api/fair-shares.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'A body of hundreds of thousands of empty objects, or of a hundred thousand names, blocked the process for 0.1 s.',
    test: 'test/http/json.test.ts',
  },
  {
    proof: 'bad-input',
    what: 'A body of many brackets, and one of 50,000 unknown members, blocked the process for up to 0.4 s. A body may now have at most 64 levels, and 1,000 members in an object.',
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
    test: 'test/once/strange-token-requests.test.ts',
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
    what: 'A sign-in link was logged when the mail server quoted the email it refused.',
    test: 'test/http/log-redaction.test.ts',
  },
]
