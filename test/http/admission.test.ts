import { expect, test } from 'vitest'
import { problem } from '../../src/base/errors.ts'
import { Admission, bodyBytes, pageBytes, type Ticket } from '../../src/fairness/admission.ts'
import { time } from '../support/clock.ts'

const gone = problem('unavailable', 'gone')

/** Requests by name, and which of them have been admitted, in order. */
function requests(admission: Admission) {
  const admitted: string[] = []
  const enter = (name: string, bytes = 0, callerId = 'ada'): Ticket => {
    const ticket = admission.enter(callerId, bytes)
    if (ticket.admitted === undefined) admitted.push(name)
    else
      ticket.admitted.then(
        () => admitted.push(name),
        () => undefined,
      )
    return ticket
  }
  const leave = async (ticket: Ticket): Promise<void> => {
    ticket.leave(() => gone)
    await Promise.resolve()
  }
  return { admitted, enter, leave }
}

test('a caller has a number of requests in progress, and further ones are admitted in order as those leave', async () => {
  const { admitted, enter, leave } = requests(new Admission(2))
  const first = enter('first')
  const second = enter('second')
  for (const name of ['third', 'fourth']) enter(name)
  expect(admitted).toEqual(['first', 'second'])
  await leave(second)
  expect(admitted).toEqual(['first', 'second', 'third'])
  await leave(first)
  expect(admitted).toEqual(['first', 'second', 'third', 'fourth'])
})

test('nobody waits for the requests of another caller', () => {
  const { admitted, enter } = requests(new Admission(2))
  for (const name of ['a1', 'a2', 'a3']) enter(name)
  enter('b1', 0, 'bob')
  expect(admitted).toEqual(['a1', 'a2', 'b1'])
})

test('with a pool a caller has four fifths of its connections, and long work of all callers has half', () => {
  const count = (admission: Admission): number => {
    const { admitted, enter } = requests(admission)
    for (let n = 0; n < 100; n += 1) enter(`${n}`)
    return admitted.length
  }
  expect(count(Admission.forCallers(10))).toBe(8)
  expect(count(Admission.forCallers(1))).toBe(1)
  expect(count(Admission.forCallers(undefined))).toBe(64)
  expect(count(Admission.forHeavyWork(10))).toBe(5)
  expect(count(Admission.forHeavyWork(1))).toBe(1)
})

test('requests that need more memory count for more: two pages of 500, three bodies of a megabyte', () => {
  const atOnce = (bytes: number): number => {
    const { admitted, enter } = requests(Admission.forCallers(10))
    for (let n = 0; n < 20; n += 1) enter(`${n}`, bytes)
    return admitted.length
  }
  expect(atOnce(pageBytes(500))).toBe(2)
  expect(atOnce(pageBytes(25))).toBe(8)
  expect(atOnce(bodyBytes(1_048_576))).toBe(3)
  expect(atOnce(bodyBytes(100_000_000))).toBe(1)
})

test('a request is admitted however large it is if nothing else is in progress', async () => {
  const { admitted, enter, leave } = requests(new Admission(4))
  const huge = enter('huge', 1_000_000_000)
  enter('next')
  expect(admitted).toEqual(['huge'])
  await leave(huge)
  expect(admitted).toEqual(['huge', 'next'])
})

test('a finished request counts by the size of its response until that was sent', async () => {
  const { admitted, enter, leave } = requests(new Admission(2))
  const [small, large] = [enter('small'), enter('large')]
  enter('third')
  small.finish(100)
  await Promise.resolve()
  expect(admitted).toEqual(['small', 'large', 'third'])
  large.finish(31_000_000)
  await leave(small)
  enter('behind')
  expect(admitted).not.toContain('behind')
  await leave(large)
  expect(admitted).toContain('behind')
})

test('a request counts as one of the caller’s, however small it turns out to be, until it is finished', () => {
  const { admitted, enter } = requests(new Admission(2))
  enter('first').resize(1)
  for (const name of ['second', 'third']) enter(name)
  expect(admitted).toEqual(['first', 'second'])
})

test('large requests wait in front of small ones, and a large one that gives up lets those pass', async () => {
  const { admitted, enter, leave } = requests(new Admission(4))
  enter('first')
  const large = enter('large', 16_000_000)
  enter('small')
  expect(admitted).toEqual(['first'])
  await leave(large)
  expect(admitted).toEqual(['first', 'small'])
})

test('a request that waits too long is refused, with when to retry, and is not admitted later', async () => {
  using _frozen = time.freeze()
  const { admitted, enter, leave } = requests(new Admission(1, 10))
  const first = enter('first')
  const late = enter('late')
  const waiting = expect(late.admitted).rejects.toMatchObject({
    code: 'too_many_requests',
    status: 429,
    message: expect.stringContaining('Too many requests in progress'),
    headers: { 'retry-after': '5' },
  })
  await time.advance(10)
  await waiting
  await leave(late)
  await leave(first)
  enter('next')
  await time.advance(20)
  expect(admitted).toEqual(['first', 'next'])
})

test('no request is refused while others of its caller end', async () => {
  using _frozen = time.freeze()
  const { admitted, enter, leave } = requests(new Admission(1, 150))
  const all = Array.from({ length: 10 }, (_, n) => enter(`${n}`))
  for (const ticket of all) {
    await time.advance(50)
    await leave(ticket)
  }
  expect(admitted).toHaveLength(10)
})

test('a request that leaves while it waits is not admitted, and leaving twice counts once', async () => {
  const { admitted, enter, leave } = requests(new Admission(1))
  const first = enter('first')
  const left = enter('left')
  const refused = expect(left.admitted).rejects.toBe(gone)
  await leave(left)
  await leave(left)
  await refused
  await leave(first)
  await leave(first)
  for (const name of ['second', 'third']) enter(name)
  expect(admitted).toEqual(['first', 'second'])
})

test('what a caller has in progress is remembered while any of its responses was not sent, even an empty one', async () => {
  const { admitted, enter, leave } = requests(new Admission(2))
  const [first, second] = [enter('first'), enter('second')]
  first.finish(0)
  second.finish(0)
  await leave(first)
  second.finish(16_000_000)
  enter('third')
  expect(admitted).toEqual(['first', 'second'])
})
