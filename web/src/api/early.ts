declare global {
  interface Window {
    /** The responses that `public/early.js` asked for, by their paths. */
    atriumEarly?: Record<string, Promise<Response | undefined>>
  }
}

/** The response that was asked for before the application was loaded; each is used once. */
export function takeEarly(path: string): Promise<Response | undefined> | undefined {
  const found = window.atriumEarly?.[path]
  forgetEarly(path)
  return found
}

export function forgetEarly(path: string): void {
  delete window.atriumEarly?.[path]
}
