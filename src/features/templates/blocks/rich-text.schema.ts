// Text in the format of Tiptap, reduced to what an email can show; other nodes are dropped.
import { z } from 'zod'
import { textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { atMost, Link, LONGEST_PIECE } from './block-values.schema.ts'

const MOST_PARAGRAPHS = 100
const MOST_PIECES = 500

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

export const RichText = z
  .object({
    type: z.literal('doc'),
    content: z.array(ParagraphOrList).max(MOST_PARAGRAPHS, atMost(MOST_PARAGRAPHS)),
  })
  .meta({
    id: 'RichText',
    description: 'Paragraphs and lists of text that can be bold, italic or a link.',
  })

export type BlockText = z.output<typeof RichText>
