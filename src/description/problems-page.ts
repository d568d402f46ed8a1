import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describeProblem, type ProblemCode, problem, problemCodes } from '../base/errors.ts'
import { sendAsset, staticAsset } from '../http/static-asset.ts'

/** By status, then in catalogue order. */
const codes = problemCodes.toSorted((a, b) => describeProblem(a).status - describeProblem(b).status)

/** The pages that the `type` of an error links to, generated from the catalogue. */
export function problemRoutes(app: FastifyInstance): void {
  const html = 'text/html; charset=utf-8'
  const headers = { 'content-security-policy': contentSecurityPolicy, 'referrer-policy': 'no-referrer' }
  const all = staticAsset(html, pageOfAll())
  const each = new Map<string, ReturnType<typeof staticAsset>>(
    codes.map((code) => [code, staticAsset(html, pageOf(code))]),
  )
  app.get('/problems', (request, reply) => sendAsset(request, reply, all, headers))
  app.get<{ Params: { code: string } }>('/problems/:code', (request, reply) => {
    const page = each.get(request.params.code)
    if (page === undefined)
      throw problem('not_found', 'There is no such error. See /problems for all errors.')
    return sendAsset(request, reply, page, headers)
  })
}

const style = `
:root { color-scheme: light dark; --accent: #0f766e; --page: #fbfcfc; --text: #1f2a2a; --line: #dbe3e2 }
@media (prefers-color-scheme: dark) {
  :root { --accent: #2dd4bf; --page: #161a1b; --text: #e4e9e8; --line: #323a3b }
}
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem; background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.5rem }
a { color: var(--accent) }
code { font: 0.9em/1.6 ui-monospace, monospace }
table { border-collapse: collapse; width: 100% }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
`

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`
}

function pageOf(code: ProblemCode): string {
  const { status, title, when } = describeProblem(code)
  return page(
    `${code} – Atrium errors`,
    `<h1><code>${code}</code></h1>
<p>${status} ${text(title)}</p>
<p>${text(when)}</p>
<p><a href="/problems">All errors</a></p>`,
  )
}

function pageOfAll(): string {
  const rows = codes.map((code) => {
    const { status, title, when } = describeProblem(code)
    return `<tr><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${status} ${text(title)}</td><td>${text(when)}</td></tr>`
  })
  return page(
    'Atrium errors',
    `<h1>Errors</h1>
<p>Programs should compare the <code>code</code> of an error, which never changes; its <code>type</code> links here.</p>
<table>
<thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">When</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`,
  )
}

/** Escapes plain text with `names` in it as HTML. */
function text(plain: string): string {
  return plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
