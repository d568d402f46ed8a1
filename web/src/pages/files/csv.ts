/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const counts = [',', ';', '\t'].map((each) => ({ each, count: line.split(each).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]?.each ?? ','
}

/** The rows of a text with separated values (RFC 4180). At most so many are read. */
export function readCsv(text: string, most: number): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = (): void => {
    row.push(cell)
    cell = ''
  }
  const endRow = (): void => {
    endCell()
    // A line that is empty has no cells.
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length && rows.length < most; at += 1) {
    const character = text[at] ?? ''
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) endCell()
    else if (character === '\n') endRow()
    else if (character !== '\r') cell += character
  }
  if (rows.length < most && (cell !== '' || row.length > 0)) endRow()
  return rows
}
