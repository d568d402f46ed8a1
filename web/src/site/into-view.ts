/**
 * On a phone, a row of tabs is wider than the screen; this scrolls to the current one. `scrollIntoView` would also move
 * the place where Tab begins.
 */
export function intoView(link: HTMLElement | null): void {
  const row = link?.parentElement
  if (!link || !row) return
  const [{ left, width }, outer] = [link.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += left - outer.left - (outer.width - width) / 2
}
