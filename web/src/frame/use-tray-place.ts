import { type RefObject, useEffect } from 'react'
import { clearUploads } from '../api/uploads.ts'

/** Scrolls the text field that has the focus out from under the tray. */
function uncoverField(): void {
  const field = document.activeElement
  if (field instanceof HTMLTextAreaElement) field.scrollIntoView({ block: 'nearest' })
}

/** Sets `--atrium-tray` to the room that the tray takes. */
export function useTrayPlace(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      root.style.setProperty('--atrium-tray', `${(box.current?.offsetHeight ?? 0) + 8}px`)
      uncoverField()
    })
    if (box.current !== null) observer.observe(box.current)
    document.addEventListener('focusin', uncoverField)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', uncoverField)
      root.style.removeProperty('--atrium-tray')
    }
  }, [box])
}

const closesAfter = 10_000

/** Closes the tray a few seconds after everything has arrived, unless the person is in it. */
export function useClosing(box: RefObject<HTMLElement | null>, isFinished: boolean): void {
  useEffect(() => {
    if (!isFinished) return undefined
    const timer = setInterval(() => {
      if (!box.current?.matches(':hover, :focus-within')) clearUploads()
    }, closesAfter)
    return () => clearInterval(timer)
  }, [box, isFinished])
}
