import { expect, test } from 'vitest'
import {
  bindingsIn,
  goTo,
  isSingleKey,
  keysOf,
  keyTable,
  partsOf,
  together,
} from '../../web/src/site/key-table.ts'

test('the keys of a shortcut are shown one by one, the plus sign among them', () => {
  expect(partsOf('+')).toEqual(['+'])
  expect(partsOf('Shift+F2')).toEqual(['Shift', 'F2'])
  expect(partsOf('g m')).toEqual(['g', 'm'])
})

test('no two shortcuts that work at the same time share their keys', () => {
  for (const places of together) {
    const keys = places.flatMap(bindingsIn).map((binding) => binding.keys)
    expect(keys.filter((each, at) => keys.indexOf(each) !== at)).toEqual([])
  }
  const letters = Object.values(goTo)
  expect(new Set(letters).size).toBe(letters.length)
  // G alone begins a way to a page.
  expect(Object.values(keyTable).map(({ keys }) => keys)).not.toContain('g')
})

test('the keys that files share with tasks are listed for files', () => {
  const keys = bindingsIn('files').map((binding) => binding.keys)
  for (const each of ['j', 'k', 'x', 'F2', 's', 't', '#', '/', 'u', 'v']) expect(keys).toContain(each)
})

test('every place of the table works together with the keys that work everywhere', () => {
  const places = new Set(Object.values(keyTable).map(({ place }) => place))
  for (const place of places)
    expect(together.some((all) => all.includes(place) && all.includes('everywhere'))).toBe(true)
})

test('a key press is written as in the table', () => {
  const press = (key: string, held: object = {}): string =>
    keysOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })
  expect(press('j')).toBe('j')
  expect(press('#', { shiftKey: true })).toBe('#')
  expect(press('M', { shiftKey: true })).toBe('M')
  expect(press('K', { metaKey: true })).toBe('Mod+k')
  expect(press('Enter', { ctrlKey: true })).toBe('Mod+Enter')
  expect(press('ArrowUp', { altKey: true })).toBe('Alt+ArrowUp')
})

test('people can switch off keys that are characters, and only those', () => {
  expect(['c', '#', 'g m'].every(isSingleKey)).toBe(true)
  expect(['Mod+k', 'Alt+ArrowUp', 'Escape', 'F2'].some(isSingleKey)).toBe(false)
})
