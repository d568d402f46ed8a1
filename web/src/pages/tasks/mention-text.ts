/** The people whom a text mentions: `@[name](user:id)` in the API, and `@label` where it is written. */
export type MentionedPeople = ReadonlyMap<string, { name: string; id: string }>

const notation = /@\[([^\][\n]*)\]\(user:([0-9A-Za-z]{22})\)/g
const letter = /[\p{L}\p{N}]/u

/** Whether a mention can begin here. An address such as `ada@example.com` has none. */
const mayBegin = (text: string, at: number): boolean => at === 0 || /[\s(]/.test(text.charAt(at - 1))

/**
 * A text as people write it, with the people in it. Equal names of several people are numbered. A text that would not
 * become the same again is left as it is.
 */
export function asWritten(body: string): { text: string; people: MentionedPeople } {
  const people = new Map<string, { name: string; id: string }>()
  const text = body.replaceAll(notation, (mention, name: string, id: string, at: number) => {
    if (name.trim() === '' || name !== name.trim() || !mayBegin(body, at)) return mention
    let label = name
    for (let n = 2; (people.get(label)?.id ?? id) !== id; n += 1) label = `${name} (${n})`
    people.set(label, { name, id })
    return `@${label}`
  })
  return asSent(text, people) === body ? { text, people } : { text: body, people: new Map() }
}

/** The text for the API. A name that was changed mentions nobody. */
export function asSent(text: string, people: MentionedPeople): string {
  const labels = [...people.keys()].toSorted((one, other) => other.length - one.length)
  let sent = ''
  let done = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (at < done || !mayBegin(text, at)) continue
    const label = labels.find(
      (each) => text.startsWith(each, at + 1) && !letter.test(text.charAt(at + 1 + each.length)),
    )
    const person = label === undefined ? undefined : people.get(label)
    if (label === undefined || person === undefined) continue
    sent += `${text.slice(done, at)}@[${person.name}](user:${person.id})`
    done = at + 1 + label.length
  }
  return sent + text.slice(done)
}

/** Brackets would end a mention. */
export const plainName = (name: string): string => name.replaceAll(/[[\]\n]/g, '').trim()

/** How each of some people is called: those with equal names with their address. */
export function labelsOf(people: readonly { fullName: string; email: string }[]): string[] {
  const count = new Map<string, number>()
  for (const { fullName } of people) count.set(fullName, (count.get(fullName) ?? 0) + 1)
  return people.map(({ fullName, email }) =>
    plainName(count.get(fullName) === 1 ? fullName : `${fullName} (${email})`),
  )
}
