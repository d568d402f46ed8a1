import type { Figures } from '../../bench/figures.ts'

const rowHeight = 22
const barLeft = 230
const barWidth = 480
const colours: Readonly<Record<string, string>> = { sqlite: '#2f6f9f', postgres: '#b0632a' }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A bar chart of how much of the limit each case reaches; 1 is the limit. */
export function performanceChart({ cases, tasks }: Figures): string {
  const height = 70 + cases.length * rowHeight
  const x = (value: number): number => barLeft + Math.min(1, value) * barWidth
  const marks = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<line x1="${x(value)}" x2="${x(value)}" y1="44" y2="${height - 18}" stroke="#ccc"/>` +
      `<text x="${x(value)}" y="${height - 4}" text-anchor="middle">${value}</text>`,
  )
  const bars = cases.map(({ engine, case: name, connections, ours, ratio }, n) => {
    const y = 50 + n * rowHeight
    const label = `${name}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`
    const figure = `${ratio.toFixed(2)} · ${Math.round(ours.perSecond).toLocaleString('en-US')}/s`
    return (
      `<text x="${barLeft - 8}" y="${y + 12}" text-anchor="end">${escaped(label)}</text>` +
      `<rect x="${barLeft}" y="${y}" width="${(x(ratio) - barLeft).toFixed(1)}" height="16" fill="${colours[engine] ?? '#777'}"/>` +
      `<text x="${(x(ratio) + 6).toFixed(1)}" y="${y + 12}">${figure}</text>`
    )
  })
  const legend = [...new Set(cases.map(({ engine }) => engine))].map(
    (engine, n) =>
      `<rect x="${barLeft + n * 120}" y="26" width="12" height="12" fill="${colours[engine] ?? '#777'}"/>` +
      `<text x="${barLeft + 18 + n * 120}" y="36">${escaped(engine)}</text>`,
  )
  const title = `Share of the limit (the same bytes as a fixed string), ${tasks.toLocaleString('en-US')} tasks`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${title}">
<rect width="860" height="${height}" fill="#fff"/>
<text x="12" y="18" font-size="14" font-weight="600">${title}</text>
${[...legend, ...marks, ...bars].join('\n')}
</svg>
`
}
