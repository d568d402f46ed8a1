import { type Setting, setting, whole } from './setting.ts'

/** Rate limits, size limits and timeouts. */
export const limitSettings = {
  ATRIUM_PROCESSES: setting(
    '1',
    '1–64',
    'The number of processes on this machine, sharing the port. More than one requires PostgreSQL. Each uses up to `ATRIUM_DATABASE_POOL` connections.',
    whole(1, 64),
  ),
  ATRIUM_RATE_REQUESTS_PER_SECOND: setting(
    '100',
    '0–1000000',
    'Requests per second that a client, or an IP address without a token, may send on average; 0 disables this limit.',
    whole(0, 1_000_000),
  ),
  ATRIUM_RATE_BURST: setting(
    '1000',
    '1–10000000',
    'Requests that a client, or an IP address without a token, may send at once after a pause.',
    whole(1, 10_000_000),
  ),
  ATRIUM_RATE_TOKENS_PER_MINUTE: setting(
    '60',
    '0–1000000',
    'Access tokens that a client may request per minute; 0 disables this limit.',
    whole(0, 1_000_000),
  ),
  ATRIUM_RATE_COMPATIBILITY_TOKENS_PER_MINUTE: setting(
    '600',
    '0–1000000',
    'The same for a client in compatibility mode, because old integrations request a token for each run; 0 disables this limit.',
    whole(0, 1_000_000),
  ),
  ATRIUM_RATE_FAILURES_PER_MINUTE: setting(
    '300',
    '0–1000000',
    'Failed sign-in or token attempts per minute, per network address and per client, and email addresses that are refused because they are taken, per caller; 0 disables this limit.',
    whole(0, 1_000_000),
  ),
  ATRIUM_BODY_LIMIT: setting(
    '1048576',
    'bytes',
    'The largest JSON body that is accepted.',
    whole(1024, 104_857_600),
  ),
  ATRIUM_HEADERS_TIMEOUT: setting(
    '15',
    'seconds',
    'How long a client may take to send the request headers.',
    whole(1, 600),
  ),
  ATRIUM_BODY_TIMEOUT: setting(
    '30',
    'seconds',
    'How long a client may take to send a JSON body.',
    whole(1, 600),
  ),
  ATRIUM_IDLE_TIMEOUT: setting(
    '60',
    'seconds',
    'How long a connection may stay open without a request, or while the client does not read a response.',
    whole(1, 3600),
  ),
  ATRIUM_STREAMS: setting(
    '10000',
    'number',
    'How many requests may wait for changes in one process, as streams or with `wait`; 0 allows none.',
    whole(0, 1_000_000),
  ),
  ATRIUM_SHUTDOWN_SECONDS: setting(
    '25',
    '0–29',
    'How long running requests may take to finish after a stop signal.',
    whole(0, 29),
  ),
  ATRIUM_DRAIN_SECONDS: setting(
    '0',
    '0–29',
    'How long the service still accepts requests after a stop signal while `/readyz` already returns 503, so that a load balancer can send them elsewhere. Part of `ATRIUM_SHUTDOWN_SECONDS`.',
    whole(0, 29),
  ),
} as const satisfies Record<string, Setting<unknown>>
