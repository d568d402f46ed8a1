import { codeOf } from '../../base/errors.ts'
import { adviceOnTls } from '../../base/tls.ts'

/** The server accepts no changes: a standby before it is promoted, or a server that was set to read-only. */
export class ReadOnlyDatabase extends Error {
  constructor() {
    super(
      'The database is read-only: a standby that was not promoted, or default_transaction_read_only is on. Promote it, or use the address of the primary.',
    )
    this.name = 'ReadOnlyDatabase'
  }
}

/** A standby refuses writes (25006), and serializable transactions when they begin. */
export function isReadOnly(error: unknown): boolean {
  if (error instanceof ReadOnlyDatabase || codeOf(error) === '25006') return true
  return codeOf(error) === '0A000' && routineOf(error) === 'call_enum_check_hook'
}

/** The function of the server that reported the error; its messages may be in another language. */
const routineOf = (error: unknown): unknown =>
  error instanceof Error && 'routine' in error ? error.routine : ''

/** The server's disk is full: writes fail, reads still work. */
export const isOutOfRoom = (error: unknown): boolean => codeOf(error) === '53100'

/** The statement took too long, or nobody waits for it any more. */
export const isCancelled = (error: unknown): boolean => codeOf(error) === '57014'

/** No connection became free in time. The server itself may be fine. */
export const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

const withoutTls = 'The server does not support SSL connections'
const trust =
  "Name the file of the authority that signed the server's certificate in the address of the database: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem"

/** Why an encrypted connection to the server failed, and what to do; undefined for other errors. */
export function explainTls(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const failed = `The encrypted connection to the database failed: ${error.message.trim()}`
  if (error.message === withoutTls)
    return `${failed}. Set "ssl = on" in postgresql.conf (client_tls_sslmode in PgBouncer), or remove sslmode from the address of the database.`
  const advice = adviceOnTls(error, trust)
  return advice === undefined ? undefined : `${failed} (${codeOf(error)}). ${advice}`
}

/** node-postgres reports a server that accepts connections and then stays silent without a code. */
export const isSilent = (error: unknown): boolean =>
  error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message)

/**
 * The server is unreachable, shutting down, too slow, rejects our credentials, or no longer has the database: classes
 * 08, 28, 3D, 53 and 57 of its error codes, and errors of sockets and TLS.
 */
export function isOutOfReach(error: unknown): boolean {
  const code = codeOf(error)
  if (/^(08|28|3D|53|57)/.test(code)) return true
  if (/^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_)/.test(code) || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return true
  if (explainTls(error) !== undefined || isSilent(error)) return true
  return (
    error instanceof Error &&
    /^(Connection terminated|timeout exceeded|Client has encountered|Cannot use a pool)/.test(error.message)
  )
}
