import { describeProblem, problemCodes } from '../../src/base/errors.ts'

/** The page docs/errors.md: by status, and within one as the catalogue has them. */
export function errorsPage(): string {
  const codes = problemCodes.toSorted((a, b) => describeProblem(a).status - describeProblem(b).status)
  const rows = codes.map((code) => {
    const { status, title, when } = describeProblem(code)
    return `| \`${code}\` | ${status} ${title} | ${when.replaceAll('|', '\\|')} |`
  })
  return [
    '# Errors',
    '',
    'An error answer is `application/problem+json` (RFC 9457): `type`, `title`, `status`, `detail`, and beside them `message` (the same as `detail`), `code`, `requestId`, and `errors` when several things are wrong. Programs compare `code`, which stays the same; texts may change. Clients in compatibility mode get the message alone, as `text/plain`.',
    '',
    'This page is made from `src/base/errors.ts` by `npm run docs`.',
    '',
    '| Code | Status | When |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
