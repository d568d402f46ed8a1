import { type Setting, setting, whole } from './setting.ts'

/** How much and how long: rates, sizes and patience. */
export const limitSettings = {
  ATRIUM_PROCESSES: setting(
    '1',
    '1–64',
    'How many processes serve on this machine, sharing the port. More than one needs PostgreSQL. Each holds up to `ATRIUM_DATABASE_POOL` connections.',
    whole(1, 64),
  ),
  ATRIUM_RATE_REQUESTS_PER_SECOND: setting(
    '100',
    '0–1000000',
    'How many requests a second a client may send in the long run; 0 switches this limit off.',
    whole(0, 1_000_000),
  ),
  ATRIUM_RATE_BURST: setting(
    '1000',
    '1–10000000',
    'How many requests a client may send at once after a pause.',
    whole(1, 10_000_000),
  ),
  ATRIUM_RATE_TOKENS_PER_MINUTE: setting(
    '60',
    '0–1000000',
    'How many access tokens a client may get a minute; 0 switches this limit off.',
    whole(0, 1_000_000),
  ),
  ATRIUM_RATE_FAILURES_PER_MINUTE: setting(
    '300',
    '0–1000000',
    'How many failed attempts a minute one address may make to get in, and how many may be made on one client; 0 switches this limit off.',
    whole(0, 1_000_000),
  ),
  ATRIUM_BODY_LIMIT: setting(
    '1048576',
    'bytes',
    'The largest JSON body that is taken.',
    whole(1024, 104_857_600),
  ),
  ATRIUM_HEADERS_TIMEOUT: setting(
    '15',
    'seconds',
    'How long a caller may take to send the headers of a request.',
    whole(1, 600),
  ),
  ATRIUM_BODY_TIMEOUT: setting(
    '30',
    'seconds',
    'How long a caller may take to send a JSON body.',
    whole(1, 600),
  ),
  ATRIUM_IDLE_TIMEOUT: setting(
    '60',
    'seconds',
    'How long a connection may stay open without a request, or while its caller takes in nothing of an answer.',
    whole(1, 3600),
  ),
  ATRIUM_SHUTDOWN_SECONDS: setting(
    '25',
    '0–29',
    'How long running requests may take to end after the signal to stop.',
    whole(0, 29),
  ),
  ATRIUM_DRAIN_SECONDS: setting(
    '0',
    '0–29',
    'How long after the signal to stop requests are still taken while `/readyz` answers 503 already: a balancer that asks it sends them elsewhere meanwhile, and none is refused. Part of `ATRIUM_SHUTDOWN_SECONDS`.',
    whole(0, 29),
  ),
} as const satisfies Record<string, Setting<unknown>>
