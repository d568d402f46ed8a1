/** Something that a person did, and how to take it back. */
export interface Act {
  /** What taking it back is called: "Move of Press kit". */
  label: string
  /** Throws if it could not be taken back. It can be called again then. */
  undo: () => Promise<unknown>
}

/** Somebody changed the same in the meantime, so trying again does not help. */
export class CannotUndo extends Error {}

const most = 50
let acts: readonly Act[] = []
/** Those that were taken off the list: a notice may still offer to undo them. */
const taken = new WeakSet<Act>()

/** Remembers an act, so that it can be taken back. Returns how to take back exactly this one, unless Ctrl Z has done so. */
export function rememberAct(act: Act): () => Promise<unknown> {
  acts = [...acts, act].slice(-most)
  return async () => {
    acts = acts.filter((each) => each !== act)
    if (!taken.has(act)) await act.undo()
  }
}

/** Takes the last act off the list. */
export function takeLastAct(): Act | undefined {
  const last = acts.at(-1)
  acts = acts.slice(0, -1)
  if (last !== undefined) taken.add(last)
  return last
}

export function forgetActs(): void {
  acts = []
}
