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
    'Every setting is an environment variable with a default. The service reports all wrong settings together when it starts, including misspelt `ATRIUM_…` names.',
    '',
    'This page is generated from `src/base/config.ts` and its folder by `npm run docs`.',
    '',
    '| Name | Values | Default | Description |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
