const [fontSize, lineHeight, characterWidth, margin] = [13, 19, 7.83, 16]
const longest = 108

const colors: readonly (readonly [RegExp, string])[] = [
  [/^ok\b/, '#3fb950'],
  [/^warning\b/, '#d29922'],
  [/^wrong\b/, '#ff7b72'],
]

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Breaks a line at spaces, and continues below its text. */
function wrapped(line: string): string[] {
  if (line.length <= longest) return [line]
  const margin = /^(\w+ +[\w ]+? {2,}| *(?:→ )?)/.exec(line)?.[1]?.length ?? 0
  const end = line.lastIndexOf(' ', longest)
  if (end <= margin) return [line]
  return [line.slice(0, end), ...wrapped(' '.repeat(margin) + line.slice(end + 1))]
}

function drawn(line: string): string {
  for (const [pattern, color] of colors) {
    const [word] = pattern.exec(line) ?? []
    if (word !== undefined)
      return `<tspan fill="${color}" font-weight="bold">${word}</tspan>${escaped(line.slice(word.length))}`
  }
  return line.trimStart().startsWith('→') ? `<tspan fill="#79c0ff">${escaped(line)}</tspan>` : escaped(line)
}

/** The output of a command as it looks in a terminal, as SVG. */
export function terminalPicture(command: string, output: string): string {
  const lines = output.trimEnd().split('\n').flatMap(wrapped)
  const all = [`<tspan fill="#8b949e"># </tspan>${escaped(command)}`, ...lines.map(drawn)]
  const width = Math.ceil(Math.max(...lines.map(({ length }) => length)) * characterWidth + 2 * margin)
  const height = all.length * lineHeight + 2 * margin
  const texts = all.map(
    (line, n) => `<text x="${margin}" y="${margin + fontSize + n * lineHeight}">${line}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Output of ${escaped(command)}">`,
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    `<g fill="#e6edf3" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${fontSize}" xml:space="preserve">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}
