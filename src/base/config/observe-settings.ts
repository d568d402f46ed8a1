import { type Setting, setting, text, whole } from './setting.ts'

function token(value: string): string {
  if (value !== '' && !/^[\x21-\x7e]{16,}$/.test(value))
    throw new Error('must have at least 16 characters, and no spaces')
  return value
}

/** Metrics. */
export const observeSettings = {
  ATRIUM_METRICS_PORT: setting(
    '0',
    '0–65535',
    'The port of `/metrics` (Prometheus format). It is separate from the service, so a proxy does not expose it. 0: no metrics.',
    whole(0, 65_535),
  ),
  ATRIUM_METRICS_HOST: setting(
    'localhost',
    'address',
    'The address `/metrics` listens on. Any address other than this machine’s own requires `ATRIUM_METRICS_TOKEN`.',
    text,
  ),
  ATRIUM_METRICS_TOKEN: setting(
    '',
    'text, 16 characters or more',
    'The token that readers of `/metrics` send as `Authorization: Bearer …`. Empty: none, allowed on a loopback address only.',
    token,
  ),
} as const satisfies Record<string, Setting<unknown>>
