import type { Locator, Page } from 'playwright-core'

/** Three frames in which nothing is in progress. Pages outside the application need not say so. */
const calm = `new Promise((done) => {
  const look = (frames) => requestAnimationFrame(() => {
    const isCalm = document.getElementById('root') === null || 'settled' in document.documentElement.dataset
    if (isCalm && frames > 1) done(true)
    else look(isCalm ? frames + 1 : 0)
  })
  look(0)
})`

/**
 * Waits until a page shows the result of everything that was done in it: no request, write, code or timer of live updates
 * is outstanding, and the focus is where it stays. What others do arrives later: wait for that itself.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(calm)
}

/** Methods that read a page immediately. */
export const readings = [
  'all',
  'allInnerTexts',
  'allTextContents',
  'ariaSnapshot',
  'boundingBox',
  'content',
  'count',
  'evaluate',
  'evaluateAll',
  'getAttribute',
  'innerHTML',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEditable',
  'isEnabled',
  'isHidden',
  'isVisible',
  'textContent',
  'title',
] as const

type Reading = (typeof readings)[number]

/** Reads a page, or a part of it, once the page has settled: `await read(page.getByRole('row')).count()`. */
export function read<T extends Page | Locator>(from: T): Pick<T, Extract<keyof T, Reading>> {
  const page: Page = 'page' in from ? from.page() : from
  return new Proxy(from, {
    get:
      (_, name) =>
      async (...given: unknown[]) => {
        await settled(page)
        const reading: unknown = Reflect.get(from, name)
        return typeof reading === 'function' ? reading.apply(from, given) : reading
      },
  })
}
