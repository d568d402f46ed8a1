import type { CSSProperties } from 'react'

/** Eight hues at one lightness and chroma. */
const hues = [245, 52, 88, 295, 150, 345, 190, 22]

function placeOf(text: string): number {
  let sum = 0
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return sum % hues.length
}

const styleOf = (place: number): CSSProperties => ({ '--h': hues[place] }) as CSSProperties

/** The same name or id has the same hue for everybody. */
export const hueOf = (text: string): CSSProperties => styleOf(placeOf(text))

/** More are forgotten, so that the storage stays small. */
const most = 500
const storageKey = 'atrium:hues of workspaces'
const chosen = new Map<string, number>()

/** Adds those that this or another tab has stored. */
function readStored(): void {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '[]') as [string, number][]
    for (const [id, place] of kept) chosen.set(id, place)
  } catch {
    // They are chosen again.
  }
}

/**
 * The hue of a workspace: a new one gets the hue that is used least, so that the bars of a chart differ. The browser
 * remembers it.
 */
export function workspaceHue(id: string): CSSProperties {
  if (!chosen.has(id)) readStored()
  const known = chosen.get(id)
  if (known !== undefined) return styleOf(known)
  if (chosen.size >= most) chosen.clear()
  const uses = hues.map((_, place) => [...chosen.values()].filter((each) => each === place).length)
  const usual = placeOf(id)
  const inOrder = [...uses.keys()].map((step) => (usual + step) % hues.length)
  const place = inOrder.find((each) => uses[each] === Math.min(...uses)) ?? usual
  chosen.set(id, place)
  try {
    localStorage.setItem(storageKey, JSON.stringify([...chosen]))
  } catch {
    // Without storage they last until the page is closed.
  }
  return styleOf(place)
}
