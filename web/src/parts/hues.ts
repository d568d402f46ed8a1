import type { CSSProperties } from 'react'

/** Eight hues at one lightness and chroma. */
const hues = [245, 52, 88, 295, 150, 345, 190, 22]

function placeOf(text: string): number {
  let sum = 0
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return sum % hues.length
}

const styleOf = (place: number): CSSProperties => ({ '--h': hues[place] }) as CSSProperties

/** The same name or id always has the same hue. */
export const hueOf = (text: string): CSSProperties => styleOf(placeOf(text))

type Kind = 'workspace' | 'tag'

/** More are forgotten, so that the storage stays small. */
const most = 500
const storageKey = (kind: Kind): string => `atrium:hues of ${kind}s`
const chosen: Readonly<Record<Kind, Map<string, number>>> = { workspace: new Map(), tag: new Map() }

/** Adds those that this or another tab has stored. */
function readStored(kind: Kind, places: Map<string, number>): void {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(kind)) ?? '[]') as [string, number][]
    for (const [id, place] of kept) places.set(id, place)
  } catch {
    // They are chosen again.
  }
}

/** The hue of a workspace or a tag: a new one gets the hue that is used least. The browser remembers it. */
export function ownHue(kind: Kind, id: string): CSSProperties {
  const places = chosen[kind]
  if (!places.has(id)) readStored(kind, places)
  const known = places.get(id)
  if (known !== undefined) return styleOf(known)
  if (places.size >= most) places.clear()
  const uses = hues.map((_, place) => [...places.values()].filter((each) => each === place).length)
  const usual = placeOf(id)
  const inOrder = [...uses.keys()].map((step) => (usual + step) % hues.length)
  const place = inOrder.find((each) => uses[each] === Math.min(...uses)) ?? usual
  places.set(id, place)
  try {
    localStorage.setItem(storageKey(kind), JSON.stringify([...places]))
  } catch {
    // Without storage they last until the page is closed.
  }
  return styleOf(place)
}
