import { type ComponentType, lazy } from 'react'
import { setGone, untilBack } from '../api/reach.ts'

/** A page and the address that leads to it, as the router writes it: `/p/:kind/:id`. */
export interface Page {
  path: string
  component: ComponentType
}

/** A page that loads when it is first opened. */
export function page<Name extends string>(
  path: string,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
): Page {
  const component = lazy(async (): Promise<{ default: ComponentType }> => {
    const loaded = await load().catch(() => loadAgain(load))
    return { default: loaded[name] }
  })
  return { path, component }
}

/**
 * Where the service is gone, a page loads when it is back. Browsers may remember that it could not be loaded, and
 * a service that is back may be a newer one than ours: then all is loaded anew, at the address that one went to.
 */
async function loadAgain<T>(load: () => Promise<T>): Promise<T> {
  setGone(true)
  await untilBack()
  return load().catch((error: unknown) => {
    if (reloadedJustNow()) throw error
    window.location.reload()
    return new Promise<never>(() => undefined)
  })
}

const kept = 'atrium-reloaded'
const justNow = 60_000

/** So that a page which cannot be loaded at all does not try for ever. */
function reloadedJustNow(): boolean {
  const before = Number(window.sessionStorage.getItem(kept))
  window.sessionStorage.setItem(kept, String(Date.now()))
  return Date.now() - before < justNow
}
