// Colours, font and measures of an email. A document without a theme has that of the project's brand kit.
import { z } from 'zod'
import { Colour, intBetween } from './block-values.schema.ts'

// Narrower is hard to read on a desktop; wider does not fit the reading pane of many programs.
const NARROWEST = 480
const WIDEST = 800
const ROUNDEST = 32

export const FONTS = ['sans', 'serif', 'mono'] as const

const fields = {
  background: Colour.describe('Colour behind the email.'),
  panel: Colour.describe('Colour of the email itself.'),
  text: Colour.describe('Colour of text.'),
  accent: Colour.describe('Colour of buttons.'),
  font: z.enum(FONTS),
  heading: Colour.nullable().describe('Colour of headings. null: that of text.'),
  link: Colour.nullable().describe('Colour of links. null: that of buttons.'),
  muted: Colour.describe('Colour of footers and other small print.'),
  width: intBetween(NARROWEST, WIDEST).describe('Width of the email, in pixels.'),
  radius: intBetween(0, ROUNDEST).describe('Radius of the corners of buttons and rounded images, in pixels.'),
}

export const BlockTheme = z
  .object({
    background: fields.background.default('#f4f4f5'),
    panel: fields.panel.default('#ffffff'),
    text: fields.text.default('#27272a'),
    accent: fields.accent.default('#4549c9'),
    font: fields.font.default('sans'),
    heading: fields.heading.default(null),
    link: fields.link.default(null),
    muted: fields.muted.default('#52525b'),
    width: fields.width.default(600),
    radius: fields.radius.default(6),
  })
  .meta({ id: 'BlockTheme' })

export type BlockTheme = z.output<typeof BlockTheme>

/** A whole theme, as responses have it. */
export const BrandTheme = z.object(fields).meta({ id: 'BrandTheme' })

/** Fields that are left out stay as they are. */
export const BlockThemePatch = z.object(fields).partial().meta({ id: 'BlockThemePatch' })
