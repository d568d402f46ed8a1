/** A long session shows many titles; measuring them again is quick. */
const mostWidths = 5_000
const widths = new Map<string, number>()
let canvas: CanvasRenderingContext2D | null | undefined

/** The width of the title of a card in pixels. Laying out the card to find out would take much longer. */
function widthOf(title: string): number {
  const known = widths.get(title)
  if (known !== undefined) return known
  if (canvas === undefined) {
    canvas = document.createElement('canvas').getContext('2d')
    const { fontFamily, letterSpacing } = getComputedStyle(document.body)
    if (canvas !== null) Object.assign(canvas, { font: `500 14px ${fontFamily}`, letterSpacing })
  }
  const width = canvas?.measureText(title).width ?? 0
  // Another font is measured until that of the page is loaded.
  if (document.fonts.status === 'loaded') {
    if (widths.size >= mostWidths) widths.clear()
    widths.set(title, width)
  }
  return width
}

/** Whether the title of a card needs no second line in a card with this many pixels for it. */
export const fitsOneLine = (title: string, titleWidth: number): boolean => widthOf(title) <= titleWidth
