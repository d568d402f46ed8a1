/** A system call, as strace reports it. */
export interface Call {
  name: string
  /** The text between its parentheses, with the paths of files next to their descriptors. */
  text: string
  /** The path of its file, if the first argument is a file descriptor. */
  path: string | undefined
}

/** Calls begin and end in this order; threads overlap. */
export type Moment = { kind: 'begins'; call: Call } | { kind: 'ends'; call: Call; result: number }

const unfinished = ' <unfinished ...>'

/** Parses the output of `strace -f -y -o FILE`, line by line. */
export class TraceReader {
  readonly #inProgress = new Map<string, Call>()

  read(line: string): Moment[] {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? []
    const result = Number(/ = (-?\d+)(?:<[^>]*>)?(?: [A-Z][^"]*)?$/.exec(rest)?.[1] ?? Number.NaN)
    if (rest.startsWith('<... ')) {
      const call = this.#inProgress.get(thread)
      this.#inProgress.delete(thread)
      return call === undefined ? [] : [{ kind: 'ends', call, result }]
    }
    const [, name, text = ''] = /^(\w+)\((.*)$/.exec(rest) ?? []
    if (name === undefined) return []
    const call = { name, text, path: /^\d+<([^>]*)>/.exec(text)?.[1] }
    if (!rest.endsWith(unfinished))
      return [
        { kind: 'begins', call },
        { kind: 'ends', call, result },
      ]
    this.#inProgress.set(thread, call)
    return [{ kind: 'begins', call }]
  }
}
