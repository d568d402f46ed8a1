import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { PagesUnderWay } from '../../src/http/pages-under-way.ts'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Pages that leave when they are told to, and what has begun. */
function pages(longestWait?: number) {
  const underWay = new PagesUnderWay(longestWait)
  const begun: string[] = []
  const ask = (name: string, records: number, whose = 'ada', socket = new Socket()) => {
    const request = new IncomingMessage(socket)
    const response = new ServerResponse(request)
    const waiting = underWay.begin(whose, records, request, response)
    const begins = (): void => void begun.push(name)
    const outcome = waiting?.then(begins)
    if (waiting === undefined) begins()
    const leave = async (): Promise<void> => {
      response.emit('close')
      await settled()
    }
    return { outcome, leave, socket }
  }
  return { begun, ask }
}

test('a caller has a thousand records under way; further pages begin in their order as those leave', async () => {
  const { begun, ask } = pages()
  const first = ask('first', 500)
  const second = ask('second', 500)
  const third = ask('third', 500)
  ask('small', 1)
  expect(begun).toEqual(['first', 'second'])
  await first.leave()
  expect(begun).toEqual(['first', 'second', 'third'])
  await second.leave()
  expect(begun).toEqual(['first', 'second', 'third', 'small'])
  await third.leave()
})

test('nobody waits for the pages of another', () => {
  const { begun, ask } = pages()
  for (const name of ['a1', 'a2', 'a3']) ask(name, 500)
  ask('b1', 500, 'bob')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})

test('whoever has none under way is let in, and an answer that is told of twice counts once', async () => {
  const { begun, ask } = pages()
  const huge = ask('huge', 5_000)
  ask('next', 600)
  await huge.leave()
  huge.socket.emit('close')
  await settled()
  expect(begun).toEqual(['huge', 'next'])
  ask('after', 600)
  expect(begun).toEqual(['huge', 'next'])
})

test('a page that waits too long is refused, with what to do about it, and the place is not kept for it', async () => {
  const { begun, ask } = pages(10)
  const first = ask('first', 1_000)
  const late = ask('late', 500)
  await expect(late.outcome).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringContaining('read those first'),
    headers: { 'retry-after': '5' },
  })
  await late.leave()
  await first.leave()
  ask('a', 500)
  ask('b', 500)
  expect(begun).toEqual(['first', 'a', 'b'])
})

// Only the connection tells of answers that wait behind another on it.
test('a connection that breaks gives back all its places, and leaves the line', async () => {
  const { begun, ask } = pages()
  const socket = new Socket()
  ask('a', 500, 'ada', socket)
  ask('b', 500, 'ada', socket)
  const gone = ask('gone', 500, 'ada', socket)
  const other = ask('other', 500)
  const refused = expect(gone.outcome).rejects.toMatchObject({ code: 'unavailable' })
  socket.emit('close')
  await refused
  await other.outcome
  expect(begun).toEqual(['a', 'b', 'other'])
  expect(socket.listenerCount('close')).toBeLessThan(5)
})
