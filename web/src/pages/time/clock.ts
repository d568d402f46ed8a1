import { useEffect, useState } from 'react'
import { clockTime } from '../../parts/days.ts'

/** The current time, updated at an interval. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

export const minutesSince = (startedAt: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(startedAt)) / 60_000))

/** `0:47:12` */
export function preciseClock(startedAt: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1_000))
  return `${clockTime(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
}

const prefix = /^\d+:\d\d · /

/** Shows the elapsed time before the title of the window. Pages set their titles themselves, so it is added each second. */
export function useElapsedTitle(elapsed: string): void {
  useEffect(() => {
    const show = (): void => {
      const title = `${elapsed} · ${document.title.replace(prefix, '')}`
      if (document.title !== title) document.title = title
    }
    show()
    const timer = setInterval(show, 1_000)
    return () => {
      clearInterval(timer)
      document.title = document.title.replace(prefix, '')
    }
  }, [elapsed])
}

/** Longer than a browser delays the timers of a tab in the background. */
const shortestSleep = 5 * 60_000

interface Sleep {
  from: number
  to: number
}

/** The time during which the machine slept, noticed by the clock having jumped. */
export function useSleep(): [Sleep | undefined, () => void] {
  const [sleep, setSleep] = useState<Sleep>()
  useEffect(() => {
    let last = Date.now()
    const look = (): void => {
      const now = Date.now()
      if (now - last > shortestSleep) setSleep({ from: last, to: now })
      last = now
    }
    // The browser also stops tabs that nobody looks at.
    const forget = (): void => {
      last = Date.now()
    }
    const timer = setInterval(look, 10_000)
    document.addEventListener('resume', forget)
    return () => {
      clearInterval(timer)
      document.removeEventListener('resume', forget)
    }
  }, [])
  return [sleep, () => setSleep(undefined)]
}
