import type { FastifyInstance } from 'fastify'
import { describeProblem, type ProblemCode, problem, problemCodes } from '../base/errors.ts'
import type { Fallback } from '../http/paths.ts'
import { sendAsset, staticAsset } from '../http/static-asset.ts'
import { plainPage, plainPageHeaders } from './plain-page.ts'

/** By status, then in catalogue order. */
const codes = problemCodes.toSorted((a, b) => describeProblem(a).status - describeProblem(b).status)

/**
 * The pages that the `type` of an error links to, generated from the catalogue. Unknown codes are left to `fallback`, and
 * are a 404 if it does not respond.
 */
export function problemRoutes(app: FastifyInstance, fallback: Fallback = () => undefined): void {
  const html = 'text/html; charset=utf-8'
  const headers = plainPageHeaders('none')
  const all = staticAsset(html, pageOfAll())
  const each = new Map<string, ReturnType<typeof staticAsset>>(
    codes.map((code) => [code, staticAsset(html, pageOf(code))]),
  )
  app.get('/problems', (request, reply) => sendAsset(request, reply, all, headers))
  app.get<{ Params: { code: string } }>('/problems/:code', (request, reply) => {
    const page = each.get(request.params.code)
    if (page !== undefined) return sendAsset(request, reply, page, headers)
    const answer = fallback(request, reply)
    if (answer !== undefined) return answer
    throw problem('not_found', 'There is no such error. See /problems for all errors.')
  })
}

function pageOf(code: ProblemCode): string {
  const { status, title, when } = describeProblem(code)
  return plainPage(
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
  return plainPage(
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
