import { oneOf, type Setting, setting } from './setting.ts'

/** The log. */
export const logSettings = {
  ATRIUM_LOG_LEVEL: setting(
    'info',
    'level',
    'The log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} as const satisfies Record<string, Setting<unknown>>
