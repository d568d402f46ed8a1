/** Functions that are called after each change of a value outside React, for `useSyncExternalStore`. */
export class Listeners {
  readonly #all = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  notify(): void {
    for (const listener of this.#all) listener()
  }
}
