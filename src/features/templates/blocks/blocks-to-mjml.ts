// Turns the document of the block editor into MJML, which is compiled like any other: tables for Outlook, columns that stack on
// phones. Pure, and the same document with the same brand kit gives the same text; takes microseconds.
import type { BrandKit } from '../brand/brand.schema.ts'
import type { BlockDocument, BlockTheme, EmailBlock } from './blocks.schema.ts'
import { readableOn } from './colours.ts'
import { darkModeHead } from './dark-mode.ts'
import { leafToMjml } from './leaf-to-mjml.ts'
import type { ColumnBlock } from './leaf-to-mjml.ts'
import { inColumn, lookOf, onBackground, SIDE } from './look.ts'
import type { Look } from './look.ts'
import { PRODUCT_STYLES } from './products-to-mjml.ts'
import { showOnlyIf } from './show-if-to-liquid.ts'

const FONT_FAMILIES: Record<BlockTheme['font'], string> = {
  sans: 'Helvetica, Arial, sans-serif',
  serif: 'Georgia, Times, serif',
  mono: 'Menlo, Consolas, monospace',
}

export function blocksToMjml(document: BlockDocument, brand: BrandKit): string {
  const look = lookOf(document, brand)
  return [
    '<mjml>',
    '  <mj-head>',
    ...darkModeHead(document, look),
    ...productStyles(document.blocks),
    ...attributesOf(look),
    '  </mj-head>',
    `  <mj-body background-color="${look.theme.background}" width="${look.theme.width}px" css-class="lm-page">`,
    `    <mj-wrapper background-color="${look.theme.panel}" padding="24px 0" css-class="lm-panel">`,
    ...sectionsOf(document.blocks).map((section) => sectionToMjml(section, look)),
    '    </mj-wrapper>',
    '  </mj-body>',
    '</mjml>',
    '',
  ].join('\n')
}

const attributesOf = ({ theme, colours }: Look): string[] => [
  '    <mj-attributes>',
  `      <mj-all font-family="${FONT_FAMILIES[theme.font]}" />`,
  `      <mj-text color="${colours.text}" font-size="16px" line-height="1.5" padding="8px ${SIDE}px" />`,
  `      <mj-button background-color="${theme.accent}" color="${readableOn(theme.accent)}" border-radius="${theme.radius}px" font-size="16px" inner-padding="12px 24px" padding="12px ${SIDE}px" />`,
  `      <mj-image padding="8px ${SIDE}px" />`,
  `      <mj-divider border-width="1px" border-color="#d4d4d8" padding="16px ${SIDE}px" />`,
  '      <mj-section padding="0" />',
  '    </mj-attributes>',
]

const hasProducts = (block: EmailBlock): boolean =>
  block.type === 'columns' ? block.columns.flat().some(hasProducts) : block.type === 'products'

const productStyles = (blocks: readonly EmailBlock[]): string[] =>
  blocks.some(hasProducts) ? ['    <mj-style>', ...PRODUCT_STYLES, '    </mj-style>'] : []

type Columns = Pick<Extract<EmailBlock, { type: 'columns' }>, 'widths' | 'background' | 'showIf'>
type Section = Columns & { columns: ColumnBlock[][] }

/** Consecutive blocks share a column; columns are a section of their own. */
function sectionsOf(blocks: readonly EmailBlock[]): Section[] {
  const sections: Section[] = []
  let open: ColumnBlock[] | undefined
  for (const block of blocks) {
    if (block.type === 'columns') {
      sections.push(block)
      open = undefined
    } else if (open) open.push(block)
    else {
      open = [block]
      sections.push({ columns: [open], background: null })
    }
  }
  // MJML requires a section.
  return sections.length === 0 ? [{ columns: [[]], background: null }] : sections
}

function sectionToMjml({ columns, widths, background, showIf }: Section, look: Look): string {
  const ground = background === null ? '' : ` background-color="${background}" padding="16px 0"`
  const lines = [
    `      <mj-section${ground}>`,
    ...columns.map((blocks, index) => {
      const percent = widths?.[index] ?? 100 / columns.length
      const width = widths ? ` width="${percent}%"` : ''
      return columnToMjml({ blocks, width }, onBackground(inColumn(look, percent), background))
    }),
    '      </mj-section>',
  ]
  return showOnlyIf(showIf, lines.join('\n'))
}

function columnToMjml({ blocks, width }: { blocks: ColumnBlock[]; width: string }, look: Look): string {
  const content = blocks.flatMap((block) => {
    const mjml = leafToMjml(block, look)
    return mjml === '' ? [] : `          ${showOnlyIf(block.showIf, mjml)}`
  })
  return [`        <mj-column${width}>`, ...content, '        </mj-column>'].join('\n')
}
