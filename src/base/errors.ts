import { restorableDays } from './restorable-days.ts'

/**
 * Every error the service can return is declared here. The documentation of errors (docs/errors.md) and the
 * error responses of the description are generated from this table.
 */
const catalogue = {
  invalid_request: [
    400,
    'Invalid Request',
    'The body, a parameter or a header is not valid; `errors` lists each fault.',
  ],
  invalid_json: [
    400,
    'Invalid Request',
    'The body is not JSON, is not valid UTF-8, repeats a member, is nested deeper than 64 levels, or is too complex: more than 1,000 members in one object, 1,500 different member names, or 100,000 objects and lists.',
  ],
  invalid_filter: [
    400,
    'Invalid Request',
    'The `filter` is not valid; `errors` gives the column of each fault.',
  ],
  invalid_sorter: [
    400,
    'Invalid Request',
    'The `sort` names a field that does not exist or cannot be sorted by.',
  ],
  invalid_pagination_hash: [
    400,
    'Invalid Request',
    'The `paginationhash` is missing, was altered, or belongs to another sort or filter.',
  ],
  address_refused: [
    400,
    'Invalid Request',
    'The address of a webhook breaks a rule: it must be https, without a user name or password, and on the public internet or in a network that the operator has allowed.',
  ],
  invalid_position: [
    400,
    'Invalid Request',
    'The position in the changes was never returned, or is ahead of the newest change.',
  ],
  digest_mismatch: [
    400,
    'Invalid Request',
    'The content does not match the digest sent with it; nothing was stored.',
  ],
  invalid_token: [
    401,
    'Unauthorized',
    'The access token is missing, malformed, unknown, expired or revoked.',
  ],
  sign_in_failed: [
    401,
    'Unauthorized',
    'The address, the password or the one-time code is wrong, or this person may not sign in.',
  ],
  not_signed_in: [401, 'Unauthorized', 'There is no sign-in session, or it has ended; sign in again.'],
  cross_site: [
    403,
    'Forbidden',
    'The request did not come from a page of this service, or its CSRF token is missing or wrong.',
  ],
  step_required: [
    403,
    'Forbidden',
    'Sign-in is not complete: enter a one-time code, or set up one-time codes first.',
  ],
  forbidden: [
    403,
    'Forbidden',
    'The record exists in your company, but you do not have permission to do this.',
  ],
  company_deleted: [
    403,
    'Forbidden',
    `The company was deleted. For ${restorableDays} days its admins can still sign in, read, and restore it with \`POST /v1/company/restore\`; then it is purged.`,
  ],
  not_for_this_account_type: [
    403,
    'Forbidden',
    'The method belongs to the other way of organizing workspaces (accounts or workspace groups).',
  ],
  not_found: [404, 'Not Found', 'The record or the path does not exist.'],
  method_not_allowed: [
    405,
    'Method Not Allowed',
    'The path does not support this method; `Allow` lists those it supports.',
  ],
  not_acceptable: [406, 'Not Acceptable', 'The method cannot produce any of the media types in `Accept`.'],
  request_timeout: [408, 'Request Timeout', 'The request did not arrive in time.'],
  conflict: [409, 'Conflict', 'The current state of the record does not allow this.'],
  locked: [409, 'Conflict', 'Someone else has locked the file; the message says who, and until when.'],
  read_only: [
    409,
    'Conflict',
    'The file’s status makes it read-only for everyone except Admins of the workspace.',
  ],
  archived: [409, 'Conflict', 'The workspace is archived and therefore read-only.'],
  duplicate: [409, 'Conflict', 'Another record already has this name or key.'],
  too_many_uploads: [
    409,
    'Conflict',
    'You have too many uploads that are not files yet, or too large ones: turn them into files, or delete them.',
  ],
  too_many_webhooks: [409, 'Conflict', 'The company already has 100 webhooks. Delete one first.'],
  last_admin: [409, 'Conflict', 'At least one administrator must remain.'],
  idempotency_in_progress: [409, 'Conflict', 'A request with this Idempotency-Key is still in progress.'],
  link_gone: [410, 'Gone', 'The link was used, replaced or withdrawn, or has expired.'],
  feed_reset: [
    410,
    'Gone',
    'The position belongs to the time before the service was restored, moved or imported. Read the lists again, then continue from `now`.',
  ],
  precondition_failed: [412, 'Precondition Failed', 'The record has changed since the `ETag` in `If-Match`.'],
  too_large: [413, 'Content Too Large', 'The body is larger than this method accepts.'],
  uri_too_long: [414, 'URI Too Long', 'The address is longer than the service accepts.'],
  unsupported_media_type: [
    415,
    'Unsupported Media Type',
    'This method does not accept the media type or the encoding of the body.',
  ],
  range_not_satisfiable: [
    416,
    'Range Not Satisfiable',
    'The content has no such range; `Content-Range` gives its length.',
  ],
  idempotency_key_reused: [
    422,
    'Unprocessable Content',
    'This Idempotency-Key was already used for a different request.',
  ],
  headers_too_large: [
    431,
    'Request Header Fields Too Large',
    'The request headers are larger than the service accepts.',
  ],
  checksum_mismatch: [
    460,
    'Checksum Mismatch',
    'The data does not match `Upload-Checksum`; nothing was stored.',
  ],
  too_many_requests: [
    429,
    'Too Many Requests',
    'You exceeded the rate limit, or are not reading the responses you requested; wait for `Retry-After`.',
  ],
  internal: [
    500,
    'Internal Server Error',
    'An error in the service. `requestId` identifies the log line with the details.',
  ],
  unavailable: [
    503,
    'Service Unavailable',
    'The database or the file store is unavailable, read-only or has no free connection, or the service is shutting down; try again after `Retry-After`.',
  ],
  disk_full: [
    507,
    'Insufficient Storage',
    'There is not enough space to store this, on the disk or in the company’s quota.',
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

interface ProblemOptions {
  faults?: readonly Fault[]
  headers?: Record<string, string>
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly faults: readonly Fault[]
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, detail: string, { faults = [], headers = {} }: ProblemOptions = {}) {
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

/** Counts like a failed sign-in of the caller, because repeating the request freely would reveal too much. */
export class CountedProblem extends Problem {}

/** Builds an error from the catalogue; `detail` is the sentence the caller reads. */
export function problem(code: ProblemCode, detail: string, options?: ProblemOptions): Problem {
  return new Problem(code, detail, options)
}

/** A 400 that reports all faults at once; its message lists them. */
export function invalid(faults: readonly Fault[], code: ProblemCode = 'invalid_request'): Problem {
  return problem(code, faults.map((fault) => fault.detail).join(' '), { faults })
}

export const problemCodes = Object.keys(catalogue) as ProblemCode[]

export function describeProblem(code: ProblemCode): { status: number; title: string; when: string } {
  const [status, title, when] = catalogue[code]
  return { status, title, when }
}

/** The error code of the operating system or a driver. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Whether there was not enough space, or may not be. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Problem ? error.code === 'disk_full' : /^(ENOSPC|EDQUOT|EFBIG)$/.test(codeOf(error))
