const gap = 12
const folded = 40
const [least, most] = [256, 320]

/**
 * The width of the columns of a board, so that none is cut if they fit side by side; otherwise so that whole ones are
 * seen at first.
 */
export function columnWidth(room: number, columns: number, foldedColumns: number): number {
  const together = (room - foldedColumns * (folded + gap) - (columns - 1) * gap) / columns
  const seen = Math.max(1, Math.floor((room + gap) / (least + gap)))
  const wanted = together >= least ? together : (room - (seen - 1) * gap) / seen
  return Math.floor(Math.min(Math.max(wanted, least), most))
}
