// The document of the block editor: what an email consists of, from top to bottom. It is kept with the template, so that it
// can be opened again; the body is generated from it (blocks-to-mjml.ts).
//
// Text is as Tiptap writes it, reduced to what an email can show; what else it writes is dropped. Liquid may stand in
// every text, and at the beginning of every link.
import { z } from 'zod'
import { describedInput, jsonObjectUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'

// A long newsletter has some 20 blocks and 20 kB.
const MOST_DOCUMENT_BYTES = 256 * 1_024
const MOST_BLOCKS = 100
const MOST_IN_COLUMN = 20
const MOST_PARAGRAPHS = 100
const MOST_PIECES = 500

const LONGEST_LINE = 500
const LONGEST_PIECE = 20_000
const LONGEST_LINK = 2_000
// As long as a UUID needs.
const LONGEST_ID = 40

const atMost = (most: number) => `must have at most ${most} items`

// It stands between quotation marks in the body, so it has none itself; Liquid does with single ones.
const LINK = /^(?:(?:https?:\/\/|mailto:|tel:|\{\{)[^"<>\r\n]*)?$/

/** Also for editors, which say so before anything is sent. */
export const isLink = (text: string): boolean => text.length <= LONGEST_LINK && LINK.test(text)

const Link = textUpTo(LONGEST_LINK)
  .regex(
    LINK,
    'must begin with https://, http://, mailto:, tel: or {{, and have no double quotation marks or angle brackets',
  )
  .describe('An address, or Liquid that prints one; empty while there is none.')

const Colour = textUpTo(7)
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #4549c9')
  .describe('A colour such as #4549c9.')

const Mark = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: Link }) }),
])

const Inline = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: textUpTo(LONGEST_PIECE).min(1, 'must not be empty'),
    marks: z.array(Mark).max(3, atMost(3)).optional(),
  }),
  z.object({ type: z.literal('hardBreak') }),
])

const Paragraph = z.object({
  type: z.literal('paragraph'),
  content: z.array(Inline).max(MOST_PIECES, atMost(MOST_PIECES)).optional(),
})

const ListItem = z.object({
  type: z.literal('listItem'),
  content: z.array(Paragraph).max(MOST_PARAGRAPHS, atMost(MOST_PARAGRAPHS)),
})

const list = z.array(ListItem).max(MOST_PARAGRAPHS, atMost(MOST_PARAGRAPHS))

const RichText = z
  .object({
    type: z.literal('doc'),
    content: z
      .array(
        z.discriminatedUnion('type', [
          Paragraph,
          z.object({ type: z.literal('bulletList'), content: list }),
          z.object({ type: z.literal('orderedList'), content: list }),
        ]),
      )
      .max(MOST_PARAGRAPHS, atMost(MOST_PARAGRAPHS)),
  })
  .describe('Paragraphs and lists of text that can be bold, italic or a link.')

const id = textUpTo(LONGEST_ID).optional().describe('Names the block in an editor; yours to choose.')
const align = z.enum(['left', 'center', 'right']).default('left')

const leaves = [
  z.object({
    id,
    type: z.literal('heading'),
    text: textUpTo(LONGEST_LINE),
    level: z.int().min(1, 'must be at least 1').max(3, 'must be at most 3').default(1),
    align,
  }),
  z.object({ id, type: z.literal('text'), content: RichText, align }),
  z.object({
    id,
    type: z.literal('image'),
    src: Link.describe('Address of the image, such as one of POST /images. Empty: nothing is shown.'),
    alt: textUpTo(LONGEST_LINE).default('').describe('What it shows, for people who do not see it.'),
    href: Link.default(''),
    width: z
      .int()
      .min(10, 'must be at least 10')
      .max(100, 'must be at most 100')
      .default(100)
      .describe('Percent of the column.'),
    align: align.default('center'),
  }),
  z.object({
    id,
    type: z.literal('button'),
    text: textUpTo(LONGEST_LINE),
    href: Link,
    align: align.default('center'),
  }),
  z.object({ id, type: z.literal('divider') }),
  z.object({
    id,
    type: z.literal('spacer'),
    height: z
      .int()
      .min(4, 'must be at least 4')
      .max(200, 'must be at most 200')
      .default(24)
      .describe('In pixels.'),
  }),
] as const

const Column = z.array(z.discriminatedUnion('type', leaves)).max(MOST_IN_COLUMN, atMost(MOST_IN_COLUMN))

const Block = z.discriminatedUnion('type', [
  ...leaves,
  z
    .object({ id, type: z.literal('columns'), left: Column, right: Column })
    .describe('Two columns side by side; on phones one below the other.'),
  z
    .object({
      id,
      type: z.literal('footer'),
      text: textUpTo(LONGEST_PIECE).default('').describe('Who writes, and why. Line breaks are kept.'),
      unsubscribe: textUpTo(LONGEST_LINE).default('Unsubscribe').describe('Text of the link to unsubscribe.'),
    })
    .describe('Small print with a link to unsubscribe.'),
])

const Theme = z.object({
  background: Colour.default('#f4f4f5'),
  panel: Colour.default('#ffffff'),
  text: Colour.default('#27272a'),
  accent: Colour.default('#4549c9'),
  font: z.enum(['sans', 'serif', 'mono']).default('sans'),
})

const Document = z.object({
  theme: Theme.prefault({}),
  blocks: z.array(Block).max(MOST_BLOCKS, atMost(MOST_BLOCKS)),
})

export type BlockDocument = z.output<typeof Document>
export type EmailBlock = BlockDocument['blocks'][number]
export type LeafBlock = z.output<typeof Column>[number]
export type BlockTheme = BlockDocument['theme']
export type BlockText = z.output<typeof RichText>

/** Its size first: everything else costs more. */
export const Blocks = jsonObjectUpTo(MOST_DOCUMENT_BYTES)
  .pipe(Document as unknown as z.ZodType<BlockDocument, Record<string, unknown>>)
  .meta(describedInput(Document))
