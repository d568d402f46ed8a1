import { texts } from '../texts/texts.ts'
import { Listeners } from './listeners.ts'
import { about } from './problem.ts'

/** Something that a person did, and how to take it back. */
export interface Act {
  /** What taking it back is called: "Move of Press kit". */
  label: string
  /** Throws if it could not be taken back. It can be called again then. */
  undo: () => Promise<unknown>
}

/** Takes back one act, unless Ctrl Z has done so. */
export type Undo = () => Promise<unknown>

/** Somebody changed the same in the meantime, so trying again does not help. */
export class CannotUndo extends Error {}

const most = 50
let acts: readonly { act: Act; undo: Undo }[] = []
/** Those that Ctrl Z took off the list. */
const taken = new WeakSet<Undo>()
const listeners = new Listeners()

/** Remembers an act, so that it can be undone. Returns a function that undoes exactly this one. */
export function rememberAct({ label, undo: takeBack }: Act): Undo {
  const act = {
    label,
    undo: () =>
      takeBack().catch((error: unknown) => {
        throw about(texts.states.undoOf(label), error)
      }),
  }
  const undo = async (): Promise<void> => {
    acts = acts.filter((each) => each.undo !== undo)
    if (!taken.has(undo)) await act.undo()
  }
  acts = [...acts, { act, undo }].slice(-most)
  return undo
}

/** Takes the last act off the list. */
export function takeLastAct(): Act | undefined {
  const last = acts.at(-1)
  acts = acts.slice(0, -1)
  if (last !== undefined) taken.add(last.undo)
  listeners.notify()
  return last?.act
}

/** Whether Ctrl Z took the act off the list. */
export const isTaken = (undo: Undo): boolean => taken.has(undo)

/** Calls a function each time Ctrl Z takes an act off the list. Returns how to stop that. */
export const onTaken = listeners.subscribe

export function forgetActs(): void {
  acts = []
}
