// How the canvas draws a document: as the server renders it (src/features/templates/blocks).
import type { CSSProperties } from 'react'
import type { BlockTheme } from '../model/block-document.ts'

const FONTS: Record<BlockTheme['font'], string> = {
  sans: 'Helvetica, Arial, sans-serif',
  serif: 'Georgia, Times, serif',
  mono: 'Menlo, Consolas, monospace',
}

export const HEADING_SIZES = [28, 22, 18] as const

export const paperStyle = ({ panel, text, font, width }: BlockTheme): CSSProperties => ({
  maxWidth: width,
  backgroundColor: panel,
  color: text,
  fontFamily: FONTS[font],
  fontSize: 16,
  lineHeight: 1.5,
})

/** `own` is the colour that the button has instead of that of the theme. */
export const buttonStyle = ({ accent, radius }: BlockTheme, own: string | null = null): CSSProperties => ({
  backgroundColor: own ?? accent,
  color: readableOn(own ?? accent),
  borderRadius: radius,
})

// Above this relative luminance black text has more contrast than white (WCAG 2.2).
const LIGHT = 0.18

function readableOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > LIGHT ? '#000000' : '#ffffff'
}
