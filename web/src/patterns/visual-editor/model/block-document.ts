// The document of the editor: an email as blocks. Pure. Keys are in the order of the API schema, so that a saved
// document comes back as the same text and does not count as changed.
import type {
  BlockDocument,
  BlockText,
  BlockTheme,
  EmailBlock,
  LeafBlock,
} from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import { DEFAULT_BRAND } from '../../../../../src/features/templates/brand/brand.schema.ts'
import { newerDocument } from '../../../../../src/features/templates/blocks/older-documents.values.ts'
import { newBlockTexts as texts } from '../visual-editor.texts.ts'

export type { BlockDocument, BlockText, BlockTheme, EmailBlock, LeafBlock }
export type BlockKind = EmailBlock['type']
export type ColumnsBlock = Extract<EmailBlock, { type: 'columns' }>

export const LEAF_KINDS = [
  'heading',
  'text',
  'image',
  'button',
  'divider',
  'spacer',
  'logo',
  'social',
  'products',
  'html',
] as const
export const BLOCK_KINDS = [...LEAF_KINDS, 'columns', 'footer'] as const

const paragraph = (text: string): BlockText => ({
  type: 'doc',
  content: [{ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text' as const, text }] }) }],
})

const newId = (): string => crypto.randomUUID().slice(0, 8)

const PRODUCTS = {
  list: 'products',
  limit: 6,
  perRow: 2,
  title: 'title',
  image: 'image',
  price: 'price',
  link: 'url',
  button: texts.product,
}

/** A block as it is added; its texts are still to be written. */
const NEW_BLOCKS: { [Kind in BlockKind]: () => Omit<Extract<EmailBlock, { type: Kind }>, 'id' | 'type'> } = {
  heading: () => ({ text: '', level: 2, align: 'left', color: null }),
  text: () => ({ content: paragraph(''), align: 'left', color: null }),
  image: () => ({ src: '', alt: '', href: '', width: 100, align: 'center', rounded: false }),
  button: () => ({
    text: texts.button,
    href: 'https://example.com',
    align: 'center',
    color: null,
    fullWidth: false,
  }),
  divider: () => ({}),
  spacer: () => ({ height: 24 }),
  logo: () => ({ align: 'center' }),
  social: () => ({ links: null, align: 'center' }),
  products: () => PRODUCTS,
  html: () => ({ html: '' }),
  columns: () => ({ columns: [[newLeaf('text')], [newLeaf('text')]], background: null }),
  footer: () => ({ text: null, unsubscribe: texts.unsubscribe, preferences: texts.preferences }),
}

export const newBlock = (kind: BlockKind): EmailBlock =>
  ({ id: newId(), type: kind, ...NEW_BLOCKS[kind]() }) as EmailBlock

const newLeaf = (kind: LeafBlock['type']): LeafBlock => newBlock(kind) as LeafBlock

export function newDocument(): BlockDocument {
  const heading = { ...newBlock('heading'), text: texts.heading, level: 1 } as EmailBlock
  const text = { ...newBlock('text'), content: paragraph(texts.text) } as EmailBlock
  return { theme: null, blocks: [heading, text, newBlock('button'), newBlock('footer')] }
}

export const columnsOf = ({ columns }: ColumnsBlock): LeafBlock[][] => columns

export const withColumns = (block: ColumnsBlock, columns: LeafBlock[][]): ColumnsBlock => ({
  ...block,
  columns,
})

/** The blocks of columns that go away are kept in the last one; the shares of the columns are equal again. */
export function withColumnCount(block: ColumnsBlock, count: number): ColumnsBlock {
  const { widths: _shares, columns, ...rest } = block
  const kept = columns.slice(0, count)
  const dropped = columns.slice(count).flat()
  const last = kept.at(-1) ?? []
  const added = Array.from({ length: Math.max(0, count - columns.length) }, () => [])
  const { background, ...start } = rest
  return { ...start, columns: [...kept.slice(0, -1), [...last, ...dropped], ...added], background }
}

/** Gives every block its own id. Those of the API may lack one; the same document always gets the same ids. */
function withIds<Block extends EmailBlock>(
  blocks: readonly Block[],
  place: string,
  seen: Set<string>,
): Block[] {
  return blocks.map((block, index) => {
    let id = block.id ?? `${place}${index + 1}`
    while (seen.has(id)) id = `${id}-again`
    seen.add(id)
    if (block.type !== 'columns') return { ...block, id }
    const columns = columnsOf(block).map((inner, column) => withIds(inner, `${id}-${column + 1}-`, seen))
    return withColumns({ ...block, id }, columns) as Block
  })
}

/** With ids of its own. */
export function copyOf<Block extends EmailBlock>(block: Block): Block {
  if (block.type !== 'columns') return { ...block, id: newId() }
  return withColumns(
    { ...block, id: newId() },
    columnsOf(block).map((inner) => inner.map(copyOf)),
  ) as Block
}

/** An empty text is a document without blocks. */
export function readDocument(json: string): BlockDocument {
  if (json === '') return { theme: null, blocks: [] }
  const { theme, blocks } = newerDocument(
    JSON.parse(json) as Pick<BlockDocument, 'blocks'> & Partial<BlockDocument>,
  )
  // A draft of an older release may lack a colour.
  return {
    theme: theme ? { ...DEFAULT_BRAND.theme, ...theme } : null,
    blocks: withIds(blocks, 'block-', new Set()),
  }
}
