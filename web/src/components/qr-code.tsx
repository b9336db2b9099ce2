import { useMemo } from 'react'
import { encode } from 'uqr'

/** Black on white in every theme: some scanners cannot read the inverse. ISO 18004 requires the border of four. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { border: 4 })
    const squares = code.data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    )
    return { size: code.size, path: squares.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-lg bg-white"
    >
      <path d={path} fill="#000000" />
    </svg>
  )
}
