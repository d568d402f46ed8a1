import { generate } from 'lean-qr'
import { useMemo } from 'react'

/** The white margin is part of the code; scanners need it. */
const margin = 4

/** A QR code. It is black on white in dark mode too, because scanners expect that. */
export function QrCode({ text, label, size = 208 }: { text: string; label: string; size?: number }) {
  const { path, width } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${width} ${width}`}
      shapeRendering="crispEdges"
      style={{
        background: '#fff',
        borderRadius: 8,
        border: '1px solid var(--atrium-line)',
        maxWidth: '100%',
      }}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

function draw(text: string): { path: string; width: number } {
  const code = generate(text)
  const squares: string[] = []
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1)
      if (code.get(x, y)) squares.push(`M${x + margin} ${y + margin}h1v1h-1z`)
  return { path: squares.join(''), width: code.size + 2 * margin }
}
