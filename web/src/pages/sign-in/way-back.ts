const kept = 'atrium.back'

/** A path of this application that can be returned to; undefined for other sites and for the sign-in pages. */
export function safePath(given: string | null): string | undefined {
  if (given === null || !given.startsWith('/')) return undefined
  const { origin } = window.location
  if (!URL.canParse(given, origin)) return undefined
  const url = new URL(given, origin)
  // `/.//host` has the path `//host`, which on its own is the address of another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined
  if (/^\/(?:sign-in|welcome|invitation|password-reset)(?:\/|$)/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

/** The address of the sign-in page, which returns to the current page afterwards. */
export function signInAddress(): string {
  const { pathname, search, hash } = window.location
  const here = pathname + search + hash
  return here === '/' ? '/sign-in' : `/sign-in?back=${encodeURIComponent(here)}`
}

/** The page to return to after signing in. */
export function wayBack(): string {
  const asked = new URLSearchParams(window.location.search).get('back')
  return safePath(asked) ?? safePath(sessionStorage.getItem(kept)) ?? '/'
}

/** Remembers the page to return to, because single sign-on leads through other sites. */
export function keepWayBack(): void {
  sessionStorage.setItem(kept, wayBack())
}

export function forgetWayBack(): void {
  sessionStorage.removeItem(kept)
}
