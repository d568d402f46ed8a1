import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { setGone, untilBack } from '../api/reach.ts'
import { unsettledUntil } from '../api/settled.ts'

/**
 * Loads the code of a page as soon as the service responds again. Browsers may remember that the file could not be
 * loaded, and a newer version of the service may not have it any more; both are solved by reloading the application.
 */
export async function loadWhenBack<T>(load: () => Promise<T>): Promise<T> {
  setGone(true)
  await untilBack()
  return load().catch((error: unknown) => {
    if (reloadedJustNow()) throw error
    window.location.reload()
    return new Promise<never>(() => undefined)
  })
}

/** A component whose code is loaded when it is first shown, or as soon as the service responds again. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await unsettledUntil(load()).catch(() => loadWhenBack(load)) }))

const storageKey = 'atrium-reloaded'
const justNow = 60_000

/** Prevents endless reloading when a page cannot be loaded at all. */
function reloadedJustNow(): boolean {
  const before = Number(window.sessionStorage.getItem(storageKey))
  window.sessionStorage.setItem(storageKey, String(Date.now()))
  return Date.now() - before < justNow
}
