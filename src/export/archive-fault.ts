const mostNamed = 20

/** An export that cannot be imported: every fault, with its file and line. */
export class ArchiveFault extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[], more = false) {
    const rest = more ? ['and more'] : []
    super(
      ['Cannot import this export. Nothing was changed:', ...faults.slice(0, mostNamed), ...rest].join(
        '\n  ',
      ),
    )
    this.name = 'ArchiveFault'
    this.faults = faults
  }
}

/** Collects faults, and throws once there are too many. */
export class Faults {
  readonly #found: string[] = []

  add(fault: string): void {
    if (this.#found.length === mostNamed) throw new ArchiveFault(this.#found, true)
    this.#found.push(fault)
  }

  throwIfAny(): void {
    if (this.#found.length > 0) throw new ArchiveFault(this.#found)
  }
}
