const kept = 'atrium.back'

/** A page of ours, or nothing: an address that leads elsewhere, or in a circle, is not followed. */
export function safePath(given: string | null): string | undefined {
  if (given === null || !given.startsWith('/')) return undefined
  const { origin } = window.location
  if (!URL.canParse(given, origin)) return undefined
  const url = new URL(given, origin)
  if (url.origin !== origin || /^\/(?:sign-in|welcome|invitation|password-reset)(?:\/|$)/.test(url.pathname))
    return undefined
  return url.pathname + url.search + url.hash
}

/** The address of the sign-in page that leads back to where one is. */
export function signInAddress(): string {
  const { pathname, search, hash } = window.location
  const here = pathname + search + hash
  return here === '/' ? '/sign-in' : `/sign-in?back=${encodeURIComponent(here)}`
}

/** The page that one wanted before signing in. */
export function wayBack(): string {
  const asked = new URLSearchParams(window.location.search).get('back')
  return safePath(asked) ?? safePath(sessionStorage.getItem(kept)) ?? '/'
}

/** Single sign-on leads through other sites and back to the first page: what was wanted is kept meanwhile. */
export function keepWayBack(): void {
  sessionStorage.setItem(kept, wayBack())
}

export function forgetWayBack(): void {
  sessionStorage.removeItem(kept)
}
