interface Release {
  /** The new text of each file that contains the version. */
  files: Readonly<Record<string, string>>
  /** The section of the changelog. */
  notes: string
}

/** Sets the version in every file that contains it. Throws if one of them does not fit. */
export function releaseFiles(read: (name: string) => string, version: string, day: string): Release {
  const { version: current } = JSON.parse(read('package.json')) as { version: string }
  if (!isLater(version, current)) throw new Error(`${version} is not later than ${current}.`)
  const { text: changelog, notes } = releaseChangelog(read('CHANGELOG.md'), version, day)
  const field = `"version": ${JSON.stringify(current)}`
  const next = `"version": ${JSON.stringify(version)}`
  return {
    notes,
    files: {
      'package.json': replaced(read('package.json'), 'package.json', field, next),
      // Once for the lockfile, and once for the project in it.
      'package-lock.json': [1, 2].reduce(
        (text) => replaced(text, 'package-lock.json', field, next),
        read('package-lock.json'),
      ),
      'README.md': replaced(
        read('README.md'),
        'README.md',
        `The version is ${current}.`,
        `The version is ${version}.`,
      ),
      'CHANGELOG.md': changelog,
    },
  }
}

function replaced(text: string, name: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`${name} does not contain ${from}.`)
  return text.replace(from, to)
}

function releaseChangelog(text: string, version: string, day: string): { text: string; notes: string } {
  const heading = '## [Unreleased]\n'
  const start = text.indexOf(heading)
  if (start === -1) throw new Error('CHANGELOG.md has no section Unreleased.')
  const after = start + heading.length
  const next = text.indexOf('\n## [', after)
  const notes = text.slice(after, next === -1 ? undefined : next).trim()
  if (notes === '') throw new Error('CHANGELOG.md has nothing under Unreleased.')
  return { text: `${text.slice(0, after)}\n## [${version}] - ${day}\n${text.slice(after)}`, notes }
}

function isLater(version: string, than: string): boolean {
  const [one, other] = [version, than].map((each) => each.split('.').map(Number)) as [number[], number[]]
  const place = one.findIndex((part, n) => part !== other[n])
  return place !== -1 && (one[place] ?? 0) > (other[place] ?? 0)
}
