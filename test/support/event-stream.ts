/** An event of a stream, as `EventSource` would deliver it. */
export interface StreamEvent {
  id: string | undefined
  event: string
  data: string
}

/** Reads `GET /v1/changes` as server-sent events. */
export class EventStream {
  readonly events: StreamEvent[] = []
  /** Comments and events without data. */
  quietLines = 0
  lastEventId: string | undefined
  response: Response | undefined
  readonly ended: Promise<void>
  readonly #stopping = new AbortController()
  readonly #opened = Promise.withResolvers<Response>()

  constructor(url: string, token: string, headers: Record<string, string> = {}) {
    this.ended = this.#read(url, {
      accept: 'text/event-stream',
      authorization: `Bearer ${token}`,
      ...headers,
    }).catch((error: unknown) => {
      this.#opened.reject(error)
    })
    this.#opened.promise.catch(() => undefined)
  }

  get opened(): Promise<Response> {
    return this.#opened.promise
  }

  changes(): { type: string; recordId: string; position: string; record?: unknown }[] {
    return this.events.filter(({ event }) => event === 'change').map(({ data }) => JSON.parse(data))
  }

  close(): void {
    this.#stopping.abort()
  }

  async #read(url: string, headers: Record<string, string>): Promise<void> {
    const response = await fetch(url, { headers, signal: this.#stopping.signal })
    this.response = response
    this.#opened.resolve(response)
    let text = ''
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece as Uint8Array).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) this.#take(block)
    }
  }

  /** Called with each event as it arrives. */
  protected onEvent(_event: StreamEvent): void {}

  #take(block: string): void {
    const of = (name: string): string | undefined =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    this.lastEventId = of('id') ?? this.lastEventId
    const data = of('data')
    if (data === undefined) this.quietLines += 1
    else {
      const event = { id: of('id'), event: of('event') ?? 'message', data }
      this.events.push(event)
      this.onEvent(event)
    }
  }
}
