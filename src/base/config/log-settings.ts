import { oneOf, type Setting, setting } from './setting.ts'

/** What is told of it all. */
export const logSettings = {
  ATRIUM_LOG_LEVEL: setting(
    'info',
    'level',
    'How much is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} as const satisfies Record<string, Setting<unknown>>
