/** Fields with these names never reach the log. */
const secret: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'password',
  'passwordHash',
  'privateKey',
  'private_key',
  'token',
  'access_token',
  'assertion',
  'client_assertion',
  'secret',
  'currentPassword',
  'csrfToken',
  'x-csrf-token',
  'ssoClientSecret',
  'recoveryCodes',
  'seed',
  'link',
])

/**
 * The path as it is logged: a secret address is reduced to its route, however it was spelled. `route`: the
 * matched pattern.
 */
export function loggedPath(path: string, route?: string): string {
  for (const each of [path, decoded(path), route ?? '']) {
    const [, place] = /^\/+(calendar|content)\//i.exec(each) ?? []
    if (place !== undefined) return `/${place.toLowerCase()}/[redacted]`
  }
  return path
}

/** Decodes character by character if necessary, so that a broken escape hides nothing. */
function decoded(path: string): string {
  return path.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

const deepest = 6

/** The fields without secrets, at any depth. */
export function withoutSecrets(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields))
    kept[name] = secret.has(name) ? '[redacted]' : isPlain(value) ? below(value, depth) : value
  return kept
}

function below(value: object, depth: number): unknown {
  if (depth === deepest) return '[too deep]'
  if (Array.isArray(value)) return value.map((entry) => (isPlain(entry) ? below(entry, depth + 1) : entry))
  return withoutSecrets(value as Record<string, unknown>, depth + 1)
}

/** Errors are serialized separately, with the listed members only. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error)

export function loggedError(error: Error): {
  type: string
  message: string
  stack: string
  [more: string]: unknown
} {
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: String(error.code) } : {}
  return {
    type: name,
    message: withoutLinks(message),
    stack: withoutLinks(stack ?? ''),
    ...code,
    ...(cause instanceof Error && { cause: withoutLinks(cause.message) }),
  }
}

/** The part of a link after the `#` signs its reader in, and a mail server may quote a refused mail. */
const withoutLinks = (text: string): string => text.replaceAll(/#[\w-]{20,}/g, '#[redacted]')
