/**
 * Every error that leaves the service is declared here once. The documentation of errors (docs/errors.md)
 * and the description's error answers are made from this table.
 */
const catalogue = {
  invalid_request: [
    400,
    'Invalid Request',
    'The body, a parameter or a header is not what this method takes; `errors` names each fault.',
  ],
  invalid_json: [
    400,
    'Invalid Request',
    'The body is not JSON, is not valid UTF-8, names one member twice, is nested deeper than 64 levels, or has an object of more than 1,000 members, members of more than 1,500 names, or more than 100,000 objects and lists.',
  ],
  invalid_filter: [
    400,
    'Invalid Request',
    'The `filter` cannot be read; `errors` gives the column of each fault.',
  ],
  invalid_sorter: [
    400,
    'Invalid Request',
    'The `sort` names a field that does not exist or cannot be sorted by.',
  ],
  invalid_pagination_hash: [
    400,
    'Invalid Request',
    'The `paginationhash` is missing, altered, or was made for another sort or filter.',
  ],
  digest_mismatch: [
    400,
    'Invalid Request',
    'The content does not have the digest that was sent with it; nothing of it was kept.',
  ],
  invalid_token: [
    401,
    'Unauthorized',
    'The access token is missing, malformed, unknown, expired or revoked.',
  ],
  sign_in_failed: [
    401,
    'Unauthorized',
    'The address, the password or the one-time code is wrong, or the person may not sign in.',
  ],
  not_signed_in: [401, 'Unauthorized', 'There is no sign-in session, or it has ended; sign in again.'],
  cross_site: [
    403,
    'Forbidden',
    'The request did not come from a page of this service, or lacks the token that proves it.',
  ],
  step_required: [
    403,
    'Forbidden',
    'Signing in is not finished: a one-time code is needed, or is to be set up first.',
  ],
  forbidden: [403, 'Forbidden', 'The record exists in your company, and you may not do this with it.'],
  not_for_this_account_type: [
    403,
    'Forbidden',
    'The method belongs to the other way of organizing workspaces (accounts or workspace groups).',
  ],
  not_found: [404, 'Not Found', 'There is no such record or no such path.'],
  method_not_allowed: [
    405,
    'Method Not Allowed',
    'The path exists, but not with this method; `Allow` lists those that it takes.',
  ],
  not_acceptable: [406, 'Not Acceptable', 'None of the media types in `Accept` can be given.'],
  request_timeout: [408, 'Request Timeout', 'The request did not arrive in time.'],
  conflict: [409, 'Conflict', 'The state of the record forbids it.'],
  locked: [
    409,
    'Conflict',
    'Somebody else holds the lock of the file; the message tells who, and until when.',
  ],
  read_only: [
    409,
    'Conflict',
    'The status of the file makes it read-only to all but Admins of the workspace.',
  ],
  archived: [409, 'Conflict', 'The workspace is archived and therefore read-only.'],
  duplicate: [409, 'Conflict', 'Another record has this name or key already.'],
  last_admin: [409, 'Conflict', 'Somebody must remain who can administer it.'],
  idempotency_in_progress: [
    409,
    'Conflict',
    'A request with this Idempotency-Key is still being carried out.',
  ],
  link_gone: [410, 'Gone', 'The link was used, was replaced or withdrawn, or has expired.'],
  precondition_failed: [
    412,
    'Precondition Failed',
    'The record has moved on since the `ETag` that `If-Match` names.',
  ],
  too_large: [413, 'Content Too Large', 'The body is larger than this method takes.'],
  uri_too_long: [414, 'URI Too Long', 'The address is longer than the service takes.'],
  unsupported_media_type: [
    415,
    'Unsupported Media Type',
    'The body has a media type or an encoding that this method does not take.',
  ],
  range_not_satisfiable: [
    416,
    'Range Not Satisfiable',
    'The content has no such stretch; `Content-Range` tells how long it is.',
  ],
  idempotency_key_reused: [
    422,
    'Unprocessable Content',
    'The Idempotency-Key was used for another request before.',
  ],
  headers_too_large: [
    431,
    'Request Header Fields Too Large',
    'The headers of the request are larger than the service takes.',
  ],
  checksum_mismatch: [
    460,
    'Checksum Mismatch',
    'What was sent does not have the checksum that `Upload-Checksum` names; nothing of it was kept.',
  ],
  too_many_requests: [
    429,
    'Too Many Requests',
    'You are over the rate limit, or do not take in the answers that you ask for; `Retry-After` tells when to try again.',
  ],
  internal: [500, 'Internal Server Error', 'Our fault. `requestId` leads to the log line that says more.'],
  unavailable: [
    503,
    'Service Unavailable',
    'The database or the file store is out of reach or has no connection to spare, or the service is shutting down; try again after `Retry-After`.',
  ],
  disk_full: [
    507,
    'Insufficient Storage',
    'There is no room left to store this, on the disk or in the company’s quota.',
  ],
} as const satisfies Record<string, readonly [status: number, title: string, when: string]>

export type ProblemCode = keyof typeof catalogue

/** One thing that is wrong with a request, and where: a member of the body, or a parameter. */
export interface Fault {
  pointer?: string
  parameter?: string
  detail: string
  column?: number
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly faults: readonly Fault[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, detail: string, faults: readonly Fault[], headers: Record<string, string>) {
    super(detail)
    this.name = 'Problem'
    this.code = code
    this.faults = faults
    this.headers = headers
  }

  get status(): number {
    return catalogue[this.code][0]
  }

  get title(): string {
    return catalogue[this.code][1]
  }
}

/** Builds an error from the catalogue; `detail` is the sentence that the caller reads. */
export function problem(
  code: ProblemCode,
  detail: string,
  { faults = [], headers = {} }: { faults?: readonly Fault[]; headers?: Record<string, string> } = {},
): Problem {
  return new Problem(code, detail, faults, headers)
}

/** A 400 that reports all faults at once; its message names the first ones in full. */
export function invalid(faults: readonly Fault[], code: ProblemCode = 'invalid_request'): Problem {
  return problem(code, faults.map((fault) => fault.detail).join(' '), { faults })
}

export const problemCodes = Object.keys(catalogue) as ProblemCode[]

export function describeProblem(code: ProblemCode): { status: number; title: string; when: string } {
  const [status, title, when] = catalogue[code]
  return { status, title, when }
}

/** What the system, or a driver, calls an error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Whether there was no room, or may be none, for what was to be written. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Problem ? error.code === 'disk_full' : /^(ENOSPC|EDQUOT|EFBIG)$/.test(codeOf(error))
