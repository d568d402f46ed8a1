import { type Setting, setting, text, whole } from './setting.ts'

function token(value: string): string {
  if (value !== '' && !/^[\x21-\x7e]{16,}$/.test(value))
    throw new Error('must have at least 16 characters, and no spaces')
  return value
}

/** Figures for those who watch it. */
export const observeSettings = {
  ATRIUM_METRICS_PORT: setting(
    '0',
    '0–65535',
    'The port of `/metrics`, in the form of Prometheus; a port of its own, so that what leads callers to the service does not lead them there. 0: none.',
    whole(0, 65_535),
  ),
  ATRIUM_METRICS_HOST: setting(
    'localhost',
    'address',
    'The address on which `/metrics` listens. Any but this machine’s own needs `ATRIUM_METRICS_TOKEN`.',
    text,
  ),
  ATRIUM_METRICS_TOKEN: setting(
    '',
    'text, 16 characters or more',
    'What a reader of `/metrics` sends as `Authorization: Bearer …`. Empty: nothing, on this machine alone.',
    token,
  ),
} as const satisfies Record<string, Setting<unknown>>
