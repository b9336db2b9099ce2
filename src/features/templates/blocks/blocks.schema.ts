// The document of the block editor: the blocks of an email from top to bottom. It is stored with the template, so that it can
// be edited again; the body is generated from it (blocks-to-mjml.ts).
//
// Text has the format of Tiptap, reduced to what an email can show; other nodes are dropped. Every text may contain Liquid,
// and every link may begin with it.
import { z } from 'zod'
import { describedInput, jsonObjectUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'

// A long newsletter has about 20 blocks and 20 kB.
const MOST_DOCUMENT_BYTES = 256 * 1_024
const MOST_BLOCKS = 100
const MOST_IN_COLUMN = 20
const MOST_PARAGRAPHS = 100
const MOST_PIECES = 500

const LONGEST_LINE = 500
const LONGEST_PIECE = 20_000
const LONGEST_LINK = 2_000
// Enough for a UUID.
const LONGEST_ID = 40

const atMost = (most: number) => `must have at most ${most} items`

// The body puts it between double quotation marks, so it must not contain any; Liquid can use single ones.
const LINK = /^(?:(?:https?:\/\/|mailto:|tel:|\{\{)[^"<>\r\n]*)?$/

/** Also used by the editor, to validate before sending. */
export const isLink = (text: string): boolean => text.length <= LONGEST_LINK && LINK.test(text)

const Link = textUpTo(LONGEST_LINK)
  .regex(
    LINK,
    'must begin with https://, http://, mailto:, tel: or {{, and have no double quotation marks or angle brackets',
  )
  .describe('A URL, or Liquid that prints one; may be empty.')

const Colour = textUpTo(7)
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #4549c9')
  .describe('A colour such as #4549c9.')

const TextMark = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('bold') }).meta({ id: 'BoldMark' }),
    z.object({ type: z.literal('italic') }).meta({ id: 'ItalicMark' }),
    z.object({ type: z.literal('link'), attrs: z.object({ href: Link }) }).meta({ id: 'LinkMark' }),
  ])
  .meta({ id: 'TextMark' })

const TextRun = z
  .object({
    type: z.literal('text'),
    text: textUpTo(LONGEST_PIECE).min(1, 'must not be empty'),
    marks: z.array(TextMark).max(3, atMost(3)).optional(),
  })
  .meta({ id: 'TextRun' })

const InlineContent = z
  .discriminatedUnion('type', [TextRun, z.object({ type: z.literal('hardBreak') }).meta({ id: 'LineBreak' })])
  .meta({ id: 'InlineContent' })

const Paragraph = z
  .object({
    type: z.literal('paragraph'),
    content: z.array(InlineContent).max(MOST_PIECES, atMost(MOST_PIECES)).optional(),
  })
  .meta({ id: 'Paragraph' })

const ListItem = z
  .object({
    type: z.literal('listItem'),
    content: z.array(Paragraph).max(MOST_PARAGRAPHS, atMost(MOST_PARAGRAPHS)),
  })
  .meta({ id: 'ListItem' })

const list = z.array(ListItem).max(MOST_PARAGRAPHS, atMost(MOST_PARAGRAPHS))

const ParagraphOrList = z
  .discriminatedUnion('type', [
    Paragraph,
    z.object({ type: z.literal('bulletList'), content: list }).meta({ id: 'BulletList' }),
    z.object({ type: z.literal('orderedList'), content: list }).meta({ id: 'OrderedList' }),
  ])
  .meta({ id: 'ParagraphOrList' })

const RichText = z
  .object({
    type: z.literal('doc'),
    content: z.array(ParagraphOrList).max(MOST_PARAGRAPHS, atMost(MOST_PARAGRAPHS)),
  })
  .meta({
    id: 'RichText',
    description: 'Paragraphs and lists of text that can be bold, italic or a link.',
  })

const id = textUpTo(LONGEST_ID).optional().describe('Identifies the block in an editor; any text.')
const align = z.enum(['left', 'center', 'right']).default('left')

const leaves = [
  z
    .object({
      id,
      type: z.literal('heading'),
      text: textUpTo(LONGEST_LINE),
      level: z.int().min(1, 'must be at least 1').max(3, 'must be at most 3').default(1),
      align,
    })
    .meta({ id: 'HeadingBlock' }),
  z.object({ id, type: z.literal('text'), content: RichText, align }).meta({ id: 'TextBlock' }),
  z
    .object({
      id,
      type: z.literal('image'),
      src: Link.describe('URL of the image, such as one of POST /images. If empty, nothing is shown.'),
      alt: textUpTo(LONGEST_LINE).default('').describe('Describes the image for people who do not see it.'),
      href: Link.default(''),
      width: z
        .int()
        .min(10, 'must be at least 10')
        .max(100, 'must be at most 100')
        .default(100)
        .describe('Percent of the column.'),
      align: align.default('center'),
    })
    .meta({ id: 'ImageBlock' }),
  z
    .object({
      id,
      type: z.literal('button'),
      text: textUpTo(LONGEST_LINE),
      href: Link,
      align: align.default('center'),
    })
    .meta({ id: 'ButtonBlock' }),
  z.object({ id, type: z.literal('divider') }).meta({ id: 'DividerBlock' }),
  z
    .object({
      id,
      type: z.literal('spacer'),
      height: z
        .int()
        .min(4, 'must be at least 4')
        .max(200, 'must be at most 200')
        .default(24)
        .describe('In pixels.'),
    })
    .meta({ id: 'SpacerBlock' }),
] as const

const LeafBlock = z.discriminatedUnion('type', leaves).meta({
  id: 'LeafBlock',
  description: 'A block without blocks inside, such as those of a column.',
})
const Column = z.array(LeafBlock).max(MOST_IN_COLUMN, atMost(MOST_IN_COLUMN))

const EmailBlock = z
  .discriminatedUnion('type', [
    ...leaves,
    z
      .object({ id, type: z.literal('columns'), left: Column, right: Column })
      .meta({ id: 'ColumnsBlock', description: 'Two columns side by side; on phones one below the other.' }),
    z
      .object({
        id,
        type: z.literal('footer'),
        text: textUpTo(LONGEST_PIECE)
          .default('')
          .describe('The sender of the email, and the reason for it. Line breaks are kept.'),
        unsubscribe: textUpTo(LONGEST_LINE)
          .default('Unsubscribe')
          .describe('Text of the link to unsubscribe.'),
      })
      .meta({ id: 'FooterBlock', description: 'Small print with a link to unsubscribe.' }),
  ])
  .meta({ id: 'EmailBlock' })

const Theme = z
  .object({
    background: Colour.default('#f4f4f5'),
    panel: Colour.default('#ffffff'),
    text: Colour.default('#27272a'),
    accent: Colour.default('#4549c9'),
    font: z.enum(['sans', 'serif', 'mono']).default('sans'),
  })
  .meta({ id: 'BlockTheme' })

const Document = z.object({
  theme: Theme.prefault({}),
  blocks: z.array(EmailBlock).max(MOST_BLOCKS, atMost(MOST_BLOCKS)),
})

export type BlockDocument = z.output<typeof Document>
export type EmailBlock = z.output<typeof EmailBlock>
export type LeafBlock = z.output<typeof LeafBlock>
export type BlockTheme = BlockDocument['theme']
export type BlockText = z.output<typeof RichText>

/** Checks the size first, because all other checks cost more. */
export const Blocks = jsonObjectUpTo(MOST_DOCUMENT_BYTES)
  .pipe(Document as unknown as z.ZodType<BlockDocument, Record<string, unknown>>)
  .meta({ id: 'BlockDocument', ...describedInput(Document) })
