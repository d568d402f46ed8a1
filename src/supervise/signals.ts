import type { Config } from '../base/config.ts'
import type { Running } from '../serve.ts'

/** "Exit 0 in at most 30 s", even if something hangs. */
export const mostMilliseconds = 29_500

/** Serves until SIGTERM or SIGINT; a second signal ends the process at once. */
export async function serveUntilSignal(
  running: Running,
  { shutdownSeconds }: Config,
  note: (line: string) => void,
): Promise<void> {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1)
    stopping = true
    note(`${signal}: stopping; running requests have ${shutdownSeconds} seconds to finish.`)
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
