// The small values that blocks, themes and the brand kit share: links, colours, alignments.
import { z } from 'zod'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'

export const LONGEST_LINE = 500
export const LONGEST_PIECE = 20_000
const LONGEST_LINK = 2_000
// Enough for a UUID.
const LONGEST_ID = 40

export const atMost = (most: number) => `must have at most ${most} items`

// The body puts it between double quotation marks, so it must not contain any; Liquid can use single ones.
const LINK = /^(?:(?:https?:\/\/|mailto:|tel:|\{\{)[^"<>\r\n]*)?$/

/** Also used by the editor, to validate before sending. */
export const isLink = (text: string): boolean => text.length <= LONGEST_LINK && LINK.test(text)

export const Link = textUpTo(LONGEST_LINK)
  .regex(
    LINK,
    'must begin with https://, http://, mailto:, tel: or {{, and have no double quotation marks or angle brackets',
  )
  .describe('A URL, or Liquid that prints one; may be empty.')

export const Colour = textUpTo(7)
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #4549c9')
  .describe('A colour such as #4549c9.')

export const Align = z.enum(['left', 'center', 'right'])

export const BlockId = textUpTo(LONGEST_ID)
  .optional()
  .describe('Identifies the block in an editor; any text.')

/** A whole number within limits. */
export const intBetween = (low: number, high: number) =>
  z.int().min(low, `must be at least ${low}`).max(high, `must be at most ${high}`)
