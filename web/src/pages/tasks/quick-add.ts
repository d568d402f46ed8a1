import { parseDay } from '../../parts/days.ts'

export interface QuickPerson {
  id: string
  name: string
}

export interface QuickTask {
  title: string
  assignees?: string[]
  tags?: string[]
  priority?: number
  dueDate?: string
}

/** Finds a person by the beginning of one of their names. */
function personCalled(text: string, people: readonly QuickPerson[]): string | undefined {
  const wanted = text.toLocaleLowerCase()
  const found = people.filter(({ name }) =>
    name
      .toLocaleLowerCase()
      .split(/\s+/)
      .some((part) => part.startsWith(wanted)),
  )
  return found.length === 1 ? found[0]?.id : undefined
}

/** Reads `Title @ada #press !4 fri`. A word that means nothing stays in the title; `#12` is a number, not a tag. */
export function parseQuick(text: string, people: readonly QuickPerson[], now?: string): QuickTask {
  const assignees: string[] = []
  const tags: string[] = []
  let priority: number | undefined
  let rest: string[] = []
  for (const word of text.trim().split(/\s+/)) {
    const person = word.length > 1 && word.startsWith('@') ? personCalled(word.slice(1), people) : undefined
    if (person !== undefined) assignees.push(person)
    else if (/^#[^\s#]+$/.test(word) && !/^#\d+$/.test(word)) tags.push(word.slice(1))
    else if (/^![1-5]$/.test(word)) priority = Number(word.slice(1))
    else rest = [...rest, word]
  }
  // A date is the last word, or more, as in "next fri" and "in 3 days". "Plan next week" is a title.
  const isDate = parseDay(rest.at(-1) ?? '', now) !== undefined
  const dueDate = [3, 2, 1]
    .filter((count) => rest.length > count)
    .map((count) => ({ count, words: rest.slice(-count).join(' ') }))
    .map(({ count, words }) => ({ count, words, day: parseDay(words, now) }))
    .find(({ words, day }) => day !== undefined && (isDate || /\d/.test(words)))
  if (dueDate !== undefined) rest = rest.slice(0, -dueDate.count)
  return {
    title: rest.join(' '),
    ...(assignees.length > 0 && { assignees }),
    ...(tags.length > 0 && { tags }),
    ...(priority !== undefined && { priority }),
    ...(dueDate?.day !== undefined && { dueDate: dueDate.day }),
  }
}
