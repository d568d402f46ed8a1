import { quote } from './refusal.ts'

/**
 * "`OR`, parentheses, `!=`, lower-case `and`: 400 that says only AND is supported." Returns the message for a
 * word that cannot be part of a term, or undefined if it is none of these.
 */
export function onlyAnd(word: string): string | undefined {
  if (word === 'AND') return undefined
  if (word.startsWith('(') || word.startsWith(')')) return noParentheses
  if (word === '<>' || /^[=<>~:]{0,2}!/.test(word)) {
    return `Only AND is supported, and nothing can be negated: found ${quote(word)}`
  }
  const upper = word.toUpperCase()
  if (upper === 'AND') return `Only AND is supported, in upper case: found ${quote(word)}`
  if (['OR', 'XOR', 'NOT', 'IN'].includes(upper) || /^[&|,;]/.test(word)) {
    return `Only AND is supported: found ${quote(word)}`
  }
  return undefined
}

export const noParentheses = 'Only AND is supported, without parentheses'
