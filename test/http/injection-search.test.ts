import { expect, test } from 'vitest'
import { isOurs, lostRows } from '../../prove/injection/harm.ts'
import { cellsOf, isFormula } from '../../prove/injection/outputs.ts'

/** The proof of injections is only as good as its search. */
test('cells of a table are separated, and formulas among them found', () => {
  const cells = cellsOf('a,b\r\n"=1+1","x"",""=2"\r\n,-5\r\n"two\r\n=lines",@x\r\n')
  expect(cells.filter((cell) => cell !== '')).toEqual([
    'a',
    'b',
    '=1+1',
    'x","=2',
    '-5',
    'two\r\n=lines',
    '@x',
  ])
  expect(cells.filter(isFormula)).toEqual(['=1+1', '@x'])
})

test('a table that has lost rows, or is gone, is reported', () => {
  const before = new Map([
    ['tasks', 5],
    ['users', 2],
    ['leases', 1],
  ])
  expect([...lostRows(before, new Map([['tasks', 4]]))]).toEqual([
    'The table tasks had 5 rows and has 4',
    'The table users had 2 rows and has gone',
  ])
  expect([...lostRows(before, before)]).toEqual([])
})

test('a file that the service does not create is distinguished from those that it creates', () => {
  for (const path of ['atrium1.db', 'atrium1.db-wal', 'secret', 'blobs/1/034y33uWcwmAWTWw6aa70L'])
    expect(isOurs(path)).toBe(true)
  for (const path of ['evil', 'blobs/../evil', 'blobs/evil.html', 'passwd', 'x/secret'])
    expect(isOurs(path)).toBe(false)
})
