import type { Config } from '../base/config.ts'
import type { Running } from '../serve.ts'

/** "Exit 0 in at most 30 s", whatever does not end by itself. */
export const mostMilliseconds = 29_500

/** Serves until SIGTERM or SIGINT; a second one ends the process at once. */
export async function untilSignalled(
  running: Running,
  { shutdownSeconds }: Config,
  note: (line: string) => void,
): Promise<void> {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1)
    stopping = true
    note(`${signal}: stopping; running requests may take ${shutdownSeconds} seconds to end.`)
    setTimeout(() => process.exit(0), mostMilliseconds).unref()
    running.stop().catch(() => undefined)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  try {
    await running.greet()
    await running.stopped
  } finally {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal)
  }
}
