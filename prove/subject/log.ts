import type { Service } from '../service.ts'

interface LogLine {
  level: number
  requestId?: string
  /** The time that the service took for a request. */
  milliseconds?: number
  msg?: string
  [more: string]: unknown
}

/** The service's log, line by line; `strange`: lines that are not JSON objects. */
export function readLog(service: Service): { lines: LogLine[]; strange: string[] } {
  const lines: LogLine[] = []
  const strange: string[] = []
  for (const text of service
    .log()
    .split('\n')
    .filter((each) => each !== '')) {
    const line = parsed(text)
    if (line === undefined) strange.push(text)
    else lines.push(line)
  }
  return { lines, strange }
}

function parsed(text: string): LogLine | undefined {
  try {
    const line = JSON.parse(text)
    return typeof line === 'object' && line !== null && typeof line.level === 'number' ? line : undefined
  } catch {
    return undefined
  }
}

/** pino's level for `error`; `fatal` is above it. */
const errorLevel = 50

/** Lines that report a failure of the service itself. */
export function* failuresIn({ lines, strange }: ReturnType<typeof readLog>): Generator<string> {
  for (const line of lines)
    if (line.level >= errorLevel) yield `The log has an error: ${JSON.stringify(line).slice(0, 500)}`
  for (const line of strange) yield `The log has a line that is not a JSON object: ${line.slice(0, 200)}`
}
