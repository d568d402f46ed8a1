import { lexer, type Token, type Tokens } from 'marked'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import classes from './markdown.module.css'

/** Deeper nesting is shown as plain text. */
const deepest = 20

/** Addresses that a link may have; others, such as scripts, are shown as text. */
const safeLink = /^(?:https?:|mailto:|\/(?!\/)|#)/i

/** Text in Markdown as elements. Nothing of it is ever HTML, so it can do no harm. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => lexer(text), [text])
  return <div className={classes['text']}>{blocks(tokens, 0)}</div>
}

const keyed = (tokens: readonly Token[], draw: (token: Token) => ReactNode): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text have no other identity.
  tokens.map((token, at) => <Fragment key={at}>{draw(token)}</Fragment>)

function blocks(tokens: readonly Token[], depth: number): ReactNode {
  if (depth > deepest) return tokens.map(({ raw }) => raw).join('')
  return keyed(tokens, (token) => block(token, depth + 1))
}

function block(token: Token, depth: number): ReactNode {
  switch (token.type) {
    case 'heading':
      // A page has its own headings above these.
      return createElement(`h${Math.min(token['depth'] + 2, 6)}`, null, inline(token.tokens ?? [], depth))
    case 'paragraph':
      return <p>{inline(token.tokens ?? [], depth)}</p>
    case 'code':
      return (
        <pre>
          <code>{token['text']}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [], depth)}</blockquote>
    case 'list':
      return list(token as Tokens.List, depth)
    case 'table':
      return table(token as Tokens.Table, depth)
    case 'hr':
      return <hr />
    case 'space':
      return null
    default:
      return token.type === 'text' && 'tokens' in token && token.tokens !== undefined
        ? inline(token.tokens, depth)
        : token.raw
  }
}

function list({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const drawn = keyed(items, (item) => {
    const { task, checked, tokens } = item as Tokens.ListItem
    return (
      <li data-task={task || undefined}>
        {task && <input type="checkbox" checked={checked ?? false} readOnly disabled />}
        {blocks(tokens, depth)}
      </li>
    )
  })
  return ordered ? <ol start={Number(start) || 1}>{drawn}</ol> : <ul>{drawn}</ul>
}

function table({ header, rows }: Tokens.Table, depth: number): ReactNode {
  const cells = (row: readonly Tokens.TableCell[], Cell: 'th' | 'td'): ReactNode =>
    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity.
    row.map(({ tokens }, at) => <Cell key={at}>{inline(tokens, depth)}</Cell>)
  return (
    <table>
      <thead>
        <tr>{cells(header, 'th')}</tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
          <tr key={at}>{cells(row, 'td')}</tr>
        ))}
      </tbody>
    </table>
  )
}

function inline(tokens: readonly Token[], depth: number): ReactNode {
  if (depth > deepest) return tokens.map(({ raw }) => raw).join('')
  return keyed(tokens, (token) => {
    const inner = (): ReactNode => inline(('tokens' in token && token.tokens) || [], depth + 1)
    switch (token.type) {
      case 'strong':
        return <strong>{inner()}</strong>
      case 'em':
        return <em>{inner()}</em>
      case 'del':
        return <del>{inner()}</del>
      case 'codespan':
        return <code>{token['text']}</code>
      case 'br':
        return <br />
      case 'link':
      case 'image': {
        const { href, text } = token as Tokens.Link
        // A mention of a person, as the API writes it.
        if (href.startsWith('user:')) return <strong>{inner()}</strong>
        if (!safeLink.test(href)) return token.raw
        return (
          <a href={href} rel="noreferrer noopener" {...(!href.startsWith('/') && { target: '_blank' })}>
            {token.type === 'image' ? text || href : inner()}
          </a>
        )
      }
      case 'escape':
        return token['text']
      case 'text':
        return 'tokens' in token && token.tokens !== undefined ? inner() : decoded(token['text'])
      default:
        return token.raw
    }
  })
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The reader of Markdown escapes text for HTML, which elements do again. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
}
