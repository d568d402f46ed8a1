/** An event of a stream of server-sent events. */
export interface StreamEvent {
  id: string | undefined
  event: string
  data: string
}

/** One block of an event stream. */
export function readEvent(block: string): StreamEvent {
  const of = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  return { id: of('id'), event: of('event') ?? 'message', data: of('data') ?? '' }
}
