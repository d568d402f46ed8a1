import { expect, test } from 'vitest'
import { Slots } from '../../src/fairness/slots.ts'

/** Works that end when they are told to, and what has begun. */
function works(slots: Slots<number>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string, companyNo: number, gone?: AbortSignal): Promise<void> =>
    slots.take(
      companyNo,
      () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      },
      gone,
    )
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await settled()
  }
  return { begun, start, end }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a company has no more than its own, and others are not kept waiting by it', async () => {
  const { begun, start, end } = works(new Slots<number>(2, 1))
  const all = [start('a1', 1), start('a2', 1), start('a3', 1), start('b1', 2), start('c1', 3)]
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('c1')
  expect(begun).toHaveLength(3)
  await end('a1')
  await end('a2')
  expect(begun.slice(3)).toEqual(['a2', 'a3'])
  await end('a3')
  await Promise.all(all)
})

test('those come first of whose company the fewest are at work', async () => {
  const { begun, start, end } = works(new Slots<number>(2))
  const all = [start('a1', 1), start('a2', 1), start('a3', 1), start('b1', 2)]
  await settled()
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  for (const name of ['a2', 'b1', 'a3']) await end(name)
  await Promise.all(all)
})

test('whoever is gone leaves the line, and what fails gives its place back', async () => {
  const slots = new Slots<number>(1)
  const { begun, start, end } = works(slots)
  const gone = new AbortController()
  const first = start('a1', 1)
  const second = start('a2', 1, gone.signal)
  const third = start('a3', 1)
  gone.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  await end('a1')
  expect(begun).toEqual(['a1', 'a3'])
  await end('a3')
  await Promise.all([first, third])
  await expect(slots.take(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await slots.take(1, async () => 'next')).toBe('next')
  await expect(slots.take(1, async () => 'never', gone.signal)).rejects.toThrow('gone')
})

test('who has a long one at work is not kept from a second by ever new others', async () => {
  const slots = new Slots<number>(2)
  const { begun, start, end } = works(slots)
  const all = [start('long', 1), start('b0', 2), start('second', 1)]
  let n = 0
  // Each of these comes when nobody of its company is at work.
  for (
    const until = performance.now() + 2_000;
    !begun.includes('second') && performance.now() < until;
    n += 1
  ) {
    all.push(start(`b${n + 1}`, n + 3))
    await new Promise((resolve) => setTimeout(resolve, 20))
    await end(`b${n}`)
  }
  expect(begun).toContain('second')
  // Not before the others either: they have none at work.
  expect(begun.indexOf('second')).toBeGreaterThan(4)
  for (const name of ['long', 'second', `b${n}`]) await end(name)
  await Promise.all(all)
})
