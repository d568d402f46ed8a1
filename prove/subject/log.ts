import type { Service } from '../service.ts'

interface LogLine {
  level: number
  requestId?: string
  /** The service's own time for a request. */
  milliseconds?: number
  msg?: string
  [more: string]: unknown
}

/** What the service has logged, line by line; `strange`: lines that are no JSON object. */
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

/** pino's number of `error`; `fatal` is above it. */
const errorLevel = 50

/** Lines that tell of a failure of the service's own. */
export function* failuresIn({ lines, strange }: ReturnType<typeof readLog>): Generator<string> {
  for (const line of lines)
    if (line.level >= errorLevel) yield `The log tells of an error: ${JSON.stringify(line).slice(0, 500)}`
  for (const line of strange) yield `The log has a line that is no JSON object: ${line.slice(0, 200)}`
}
