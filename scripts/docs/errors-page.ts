import { describeProblem, problemCodes } from '../../src/base/errors.ts'

/** The page docs/errors.md: by status, then in catalogue order. */
export function errorsPage(): string {
  const codes = problemCodes.toSorted((a, b) => describeProblem(a).status - describeProblem(b).status)
  const rows = codes.map((code) => {
    const { status, title, when } = describeProblem(code)
    return `| \`${code}\` | ${status} ${title} | ${when.replaceAll('|', '\\|')} |`
  })
  return [
    '# Errors',
    '',
    'An error response is `application/problem+json` (RFC 9457): `type`, `title`, `status` and `detail`, plus `message` (the same as `detail`), `code`, `requestId`, and `errors` if there are several faults. Programs should compare `code`, which never changes; texts may change. Clients in compatibility mode get only the message, as `text/plain`.',
    '',
    'This page is generated from `src/base/errors.ts` by `npm run docs`.',
    '',
    '| Code | Status | When |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
