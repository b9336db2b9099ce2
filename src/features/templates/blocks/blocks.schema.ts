// The document of the block editor: the blocks of an email from top to bottom. It is stored with the email, so that it can be
// edited again; the body is generated from it (blocks-to-mjml.ts). Every text may contain Liquid, and every link may begin
// with it.
import { z } from 'zod'
import { describedInput, jsonObjectUpTo, textUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { atMost, Colour, intBetween, LONGEST_LINE, LONGEST_PIECE } from './block-values.schema.ts'
import { common, LeafBlock, leaves } from './leaf-blocks.schema.ts'
import { newerDocument } from './older-documents.values.ts'
import { BlockTheme } from './theme.schema.ts'

export { isLink } from './block-values.schema.ts'
export type { BlockText } from './rich-text.schema.ts'
export type { BlockTheme, LeafBlock }

// A long newsletter has about 20 blocks and 20 kB.
const MOST_DOCUMENT_BYTES = 256 * 1_024
const MOST_BLOCKS = 100
const MOST_IN_COLUMN = 20
const MOST_COLUMNS = 4

const Column = z.array(LeafBlock).max(MOST_IN_COLUMN, atMost(MOST_IN_COLUMN))

const WIDTHS_FIT = {
  path: ['widths'],
  message: 'must have one width per column, which are 100 together',
  params: { code: 'custom' },
}

const ColumnsBlock = z
  .object({
    ...common,
    type: z.literal('columns'),
    columns: z
      .array(Column)
      .min(1, 'must have at least 1 item')
      .max(MOST_COLUMNS, atMost(MOST_COLUMNS))
      .describe('The blocks of each column, from left to right.'),
    widths: z
      .array(intBetween(10, 100))
      .max(MOST_COLUMNS, atMost(MOST_COLUMNS))
      .optional()
      .describe('Percent per column, 100 together. Default: equal columns.'),
    background: Colour.nullable().default(null).describe('Colour behind the columns. null: none.'),
  })
  .refine(
    ({ columns, widths }) =>
      !widths || (widths.length === columns.length && widths.reduce((sum, width) => sum + width, 0) === 100),
    WIDTHS_FIT,
  )
  .meta({
    id: 'ColumnsBlock',
    description:
      'One to four columns side by side; on phones one below the other. Two columns are also accepted as `left` and `right`.',
  })

const FooterBlock = z
  .object({
    ...common,
    type: z.literal('footer'),
    text: textUpTo(LONGEST_PIECE)
      .nullable()
      .default(null)
      .describe(
        'The sender of the email, and the reason for it. Line breaks are kept. null: the footer of the brand kit and the postal address of the project.',
      ),
    unsubscribe: textUpTo(LONGEST_LINE).default('Unsubscribe').describe('Text of the link to unsubscribe.'),
    preferences: textUpTo(LONGEST_LINE)
      .default('Preferences')
      .describe('Text of the link to the preference page. Empty: no link.'),
  })
  .meta({ id: 'FooterBlock', description: 'Small print with links to unsubscribe and to the preferences.' })

const EmailBlock = z
  .discriminatedUnion('type', [...leaves, ColumnsBlock, FooterBlock])
  .meta({ id: 'EmailBlock' })

const Document = z.object({
  theme: BlockTheme.nullable()
    .default(null)
    .describe(
      'Colours, font and width. null: those of the brand kit of the project, and it follows its changes.',
    ),
  blocks: z.array(EmailBlock).max(MOST_BLOCKS, atMost(MOST_BLOCKS)),
})

export type BlockDocument = z.output<typeof Document>
export type EmailBlock = z.output<typeof EmailBlock>

/** Checks the size first, because all other checks cost more. */
export const Blocks = jsonObjectUpTo(MOST_DOCUMENT_BYTES)
  .transform(newerDocument)
  .pipe(Document as unknown as z.ZodType<BlockDocument, Record<string, unknown>>)
  .meta({ id: 'BlockDocument', ...describedInput(Document) })
