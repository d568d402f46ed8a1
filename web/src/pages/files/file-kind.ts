export type PreviewKind = 'picture' | 'pdf' | 'video' | 'audio' | 'markdown' | 'table' | 'text' | 'none'

const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

/** Types that are texts although their name does not begin with `text/`. */
const textTypes = new Set([
  'application/json',
  'application/xml',
  'application/javascript',
  'application/typescript',
  'application/sql',
  'application/toml',
  'application/x-sh',
  'application/x-httpd-php',
  'application/yaml',
  'application/x-yaml',
])

/** Endings of code and settings, which have no type of their own. */
const textEndings = new Set(
  'c cc conf cpp cs css env go h hpp ini java js json jsx kt log lua md mjs php pl py rb rs scss sh sql svelte swift toml ts tsx txt vue xml yaml yml'.split(
    ' ',
  ),
)

/** How the content of a file can be shown. */
export function previewKindOf(name: string, mimeType: string): PreviewKind {
  const ending = endingOf(name)
  const [kind] = mimeType.split('/')
  if (kind === 'image') return 'picture'
  if (mimeType === 'application/pdf') return 'pdf'
  if (kind === 'video' || kind === 'audio') return kind
  const isText = kind === 'text' || textTypes.has(mimeType) || textEndings.has(ending)
  if (mimeType === 'text/markdown' || (isText && ['md', 'markdown'].includes(ending))) return 'markdown'
  if (mimeType === 'text/csv' || (isText && ['csv', 'tsv'].includes(ending))) return 'table'
  if (['csv', 'tsv'].includes(ending)) return 'table'
  return isText || /\+(?:json|xml)$/.test(mimeType) ? 'text' : 'none'
}
