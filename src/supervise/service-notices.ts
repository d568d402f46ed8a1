import { execFile } from 'node:child_process'

type Environment = Readonly<Record<string, string | undefined>>

/** At least this often, whatever the watchdog allows. */
const longestInterval = 20_000

/** The messages to the service manager: https://www.freedesktop.org/software/systemd/man/sd_notify.html */
export interface ServiceNotices {
  ready: (status: string) => void
  reloading: () => void
  stopping: () => void
  /** Tells the watchdog that the service is alive; call it `every` this many milliseconds. */
  alive: () => void
  /** Milliseconds between two calls of `alive`; undefined without a watchdog. */
  every: number | undefined
}

/**
 * Reports to systemd (`Type=notify`) through its own `systemd-notify`: Node has no local datagram sockets. Does nothing
 * where no service manager listens.
 */
export function openNotices(environment: Environment, note: (line: string) => void): ServiceNotices {
  const isListening = (environment['NOTIFY_SOCKET'] ?? '') !== ''
  let isWarned = false
  const send = (...words: string[]): void => {
    if (!isListening) return
    execFile('systemd-notify', words, { env: { ...environment }, timeout: 10_000 }, (error) => {
      if (error === null || isWarned) return
      isWarned = true
      note(`Cannot report to the service manager: ${error.message.trim()}`)
    })
  }
  return {
    ready: (status) => send('READY=1', `STATUS=${status}`),
    reloading: () => send('RELOADING=1', 'STATUS=Replacing the process'),
    stopping: () => send('STOPPING=1', 'STATUS=Stopping'),
    alive: () => send('WATCHDOG=1'),
    every: isListening ? watchdogInterval(environment) : undefined,
  }
}

/** A third of the time after which systemd would restart the service. */
function watchdogInterval({ WATCHDOG_USEC, WATCHDOG_PID }: Environment): number | undefined {
  const milliseconds = Number(WATCHDOG_USEC) / 1000
  if (!(milliseconds > 0) || (WATCHDOG_PID !== undefined && Number(WATCHDOG_PID) !== process.pid))
    return undefined
  return Math.min(longestInterval, milliseconds / 3)
}
