import { accountTexts } from '../../texts/account.ts'

const { sessions: words } = accountTexts

/** Browsers also claim to be others, so the order matters: the first match is right. */
const browsers: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const nameIn = (agent: string, names: readonly [RegExp, string][]): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** A short name such as "Firefox on Windows". */
export function browserNameOf(agent: string | null): string {
  const browser = nameIn(agent ?? '', browsers)
  const system = nameIn(agent ?? '', systems)
  if (browser === undefined) return agent?.slice(0, 60) || words.unknown
  return system === undefined ? browser : words.on(browser, system)
}
