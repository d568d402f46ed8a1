import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AnswersUnderWay } from '../../src/http/answers-under-way.ts'

const settled = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Pages that leave when they are told to, and what has begun. */
function pages(longestWait?: number) {
  const underWay = new AnswersUnderWay(longestWait)
  const begun: string[] = []
  const ask = (name: string, records: number, whose?: string, socket?: Socket) =>
    begin(name, 'begin', records, whose, socket)
  const send = (name: string, bytes: number) => begin(name, 'beginWith', bytes)
  const begin = (
    name: string,
    way: 'begin' | 'beginWith',
    size: number,
    whose = 'ada',
    socket = new Socket(),
  ) => {
    const request = new IncomingMessage(socket)
    const response = new ServerResponse(request)
    const waiting = underWay[way](whose, size, request, response)
    const begins = (): void => void begun.push(name)
    const outcome = waiting?.then(begins)
    if (waiting === undefined) begins()
    const leave = async (): Promise<void> => {
      response.emit('close')
      await settled()
    }
    const made = (bytes: number): Promise<void> => {
      underWay.made(whose, { status: 200, headers: {}, body: undefined, bytes }, request, response)
      return settled()
    }
    const read = (bytes: number): Promise<void> => {
      underWay.read(bytes, response)
      return settled()
    }
    return { outcome, leave, made, read, socket }
  }
  return { begun, ask, send }
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
    message: expect.stringContaining('send and read those first'),
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

test('a page counts by its bytes once it is made: those behind a small one wait no longer, those behind a large one do', async () => {
  const { begun, ask } = pages()
  const first = ask('first', 500)
  ask('second', 500)
  ask('third', 400)
  await first.made(1_000)
  expect(begun).toEqual(['first', 'second', 'third'])
  const large = ask('large', 25, 'bob')
  await large.made(31_000_000)
  ask('behind', 25, 'bob')
  expect(begun).not.toContain('behind')
  await large.leave()
  expect(begun).toContain('behind')
})

test('large records alone count too; small ones never wait for others that are small', async () => {
  const { begun, ask } = pages()
  const all = Array.from({ length: 40 }, (_, n) => ask(`large ${n}`, 0))
  for (const each of all) await each.made(500_000)
  const late = ask('late', 0)
  expect(begun).toHaveLength(40)
  for (const each of all.slice(0, 10)) await each.leave()
  await late.outcome
  expect(begun).toContain('late')
  for (let n = 0; n < 2_000; n += 1) await ask(`small ${n}`, 0, 'bob').made(10_000)
  expect(begun).toHaveLength(2_041)
})

test('what nobody waits for any more is neither begun nor counted: nobody would tell that it has left', async () => {
  const { begun, ask } = pages()
  const broken = new Socket()
  broken.destroy()
  await settled()
  expect(() => ask('broken', 500, 'ada', broken)).toThrow('closed before the answer')
  const leaving = ask('leaving', 25)
  leaving.socket.destroy()
  await settled()
  await leaving.made(40_000_000)
  ask('first', 500)
  ask('second', 500)
  expect(begun).toEqual(['leaving', 'first', 'second'])
})

test('large bodies count until their answers are made, small ones do not', async () => {
  const { begun, send } = pages()
  const first = send('first', 2_000_000)
  send('second', 2_000_000)
  send('third', 1_000_000)
  for (const name of ['small', 'none']) send(name, name === 'none' ? 0 : 65_535)
  expect(begun).toEqual(['first', 'second', 'small', 'none'])
  await first.made(100)
  expect(begun.slice(4)).toEqual(['third'])
})

test('a body counts as it is once it is read, and beside the largest there is room for what is small', async () => {
  const { begun, ask, send } = pages()
  const unknown = send('unknown', 100_000_000)
  ask('record', 0)
  send('small', 100)
  ask('page', 25)
  expect(begun).toEqual(['unknown', 'record', 'small'])
  await unknown.read(100)
  expect(begun.slice(3)).toEqual(['page'])
})

test('what counts for nothing yet does not wait behind what is too large', async () => {
  const { begun, ask, send } = pages()
  for (const name of ['first', 'second', 'third']) send(name, 1_000_000)
  const answer = ask('answer', 0)
  await answer.made(5_000_000)
  send('fourth', 1_100_000)
  ask('record', 0)
  expect(begun).toEqual(['first', 'second', 'third', 'answer'])
  await answer.leave()
  expect(begun.slice(4)).toEqual(['record'])
})

test('what a caller has under way is counted as long as any of it is', async () => {
  const { begun, ask } = pages()
  const [first, second] = [ask('first', 500), ask('second', 500)]
  const late = ask('late', 500)
  await first.made(0)
  await second.made(0)
  await late.made(0)
  await first.leave()
  await second.made(12_000_000)
  await late.made(12_000_000)
  ask('next', 500)
  expect(begun).toEqual(['first', 'second', 'late'])
})

test('nobody is refused as long as answers leave', async () => {
  const { begun, ask } = pages(150)
  const all = Array.from({ length: 10 }, (_, n) => ask(`${n}`, 500))
  for (const each of all) {
    await setTimeout(50)
    await each.leave()
  }
  await Promise.all(all.map(({ outcome }) => outcome))
  expect(begun).toHaveLength(10)
})
