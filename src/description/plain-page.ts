import { hash } from 'node:crypto'

const style = `
:root { color-scheme: light dark; --accent: #0f766e; --page: #fbfcfc; --text: #1f2a2a; --line: #dbe3e2 }
@media (prefers-color-scheme: dark) {
  :root { --accent: #2dd4bf; --page: #161a1b; --text: #e4e9e8; --line: #323a3b }
}
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem; background: var(--page); color: var(--text);
  font: 1rem/1.6 system-ui, sans-serif }
h1 { font-size: 1.5rem }
a { color: var(--accent) }
button { padding: 0.5rem 1rem; border: 0; border-radius: 0.375rem; background: var(--accent); color: var(--page); font: inherit;
  font-weight: 600; cursor: pointer }
code { font: 0.9em/1.6 ui-monospace, monospace }
table { border-collapse: collapse; width: 100% }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
`

/** The headers of such a page; `formAction`: where it may send a form. */
export function plainPageHeaders(formAction: 'none' | 'self'): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    `form-action '${formAction}'`,
    "frame-ancestors 'none'",
  ]
  return { 'content-security-policy': policy.join('; '), 'referrer-policy': 'no-referrer' }
}

/** A page without scripts, for people who may not be signed in. `content` is HTML. */
export function plainPage(title: string, content: string): string {
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
