declare global {
  interface Window {
    /** The responses that `src/early.js` requested, by method and path. */
    atriumEarly?: Record<string, Promise<Response | undefined>>
  }
}

/** The response that was requested before the application was loaded; each is used once. */
export function takeEarly(method: string, path: string): Promise<Response | undefined> | undefined {
  const key = `${method} ${path}`
  const found = window.atriumEarly?.[key]
  delete window.atriumEarly?.[key]
  return found
}

/** Forgets the responses that nobody has used: they may be those of another person. */
export function forgetEarly(): void {
  delete window.atriumEarly
}
