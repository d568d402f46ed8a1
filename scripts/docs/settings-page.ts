import { describeSettings } from '../../src/base/config.ts'

/** The page docs/settings.md. */
export function settingsPage(): string {
  const rows = describeSettings().map(({ name, fallback, shows, sentence }) => {
    const written = fallback === '' ? '(empty)' : `\`${fallback}\``
    return `| \`${name}\` | \`${shows.replaceAll('|', '\\|')}\` | ${written} | ${sentence} |`
  })
  return [
    '# Settings',
    '',
    'Every setting is an environment variable with a default. All faults are reported together at start, and a misspelt `ATRIUM_…` name is one of them.',
    '',
    'This page is made from `src/base/config.ts` and its folder by `npm run docs`.',
    '',
    '| Name | Takes | Default | What it does |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
