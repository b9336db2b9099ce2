// The surroundings of a block: theme and brand kit, the width of its column, and the colours that are readable there.
import type { BrandKit } from '../brand/brand.schema.ts'
import type { BlockDocument, BlockTheme } from './blocks.schema.ts'
import { contrast, madeReadable } from './colours.ts'

/** The space on both sides of every block, in pixels. */
export const SIDE = 24

export type Look = {
  theme: BlockTheme
  brand: BrandKit
  /** Width of the content of the column, in pixels: Outlook needs it for images. */
  width: number
  colours: { text: string; heading: string; link: string; muted: string }
  /** Whether the colours change in dark mode. Columns with a background of their own keep theirs. */
  isAdaptive: boolean
}

export function lookOf({ theme: own }: BlockDocument, brand: BrandKit): Look {
  const theme = own ?? brand.theme
  const { text, accent, muted } = theme
  return {
    theme,
    brand,
    width: theme.width - 2 * SIDE,
    colours: { text, heading: theme.heading ?? text, link: theme.link ?? accent, muted },
    isAdaptive: true,
  }
}

/** The look inside a column of this share of the email. */
export const inColumn = (look: Look, percent: number): Look => ({
  ...look,
  width: Math.round((look.theme.width * percent) / 100) - 2 * SIDE,
})

// Below this, not even large text is readable.
const POOR = 3

/** Colours of the theme that are hard to read on this background are changed. */
export function onBackground(look: Look, background: string | null): Look {
  if (background === null) return look
  const readable = (colour: string) =>
    contrast(colour, background) < POOR ? madeReadable(colour, background) : colour
  const { text, heading, link, muted } = look.colours
  return {
    ...look,
    isAdaptive: false,
    colours: {
      text: readable(text),
      heading: readable(heading),
      link: readable(link),
      muted: readable(muted),
    },
  }
}
