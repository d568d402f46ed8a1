import { securityTexts as words } from '../../../texts/setup-security.ts'

/** Browsers claim to be one another: the one that is most particular comes first. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const first = (names: readonly [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** What a browser is called, in two words instead of a line. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return words.unknownBrowser
  const browser = first(browsers, userAgent)
  const system = first(systems, userAgent)
  if (browser === undefined) return userAgent.split(/[\s/]/)[0] ?? words.unknownBrowser
  return system === undefined ? browser : words.browserOn(browser, system)
}
