// The document of the block editor and the changes to it. Pure. Keys are in the order of the API schema, so that a saved
// document comes back as the same text and does not count as changed.
import type {
  BlockDocument,
  BlockText,
  BlockTheme,
  EmailBlock,
  LeafBlock,
} from '../../../../../src/features/templates/blocks/blocks.schema.ts'

export type { BlockDocument, BlockText, BlockTheme, EmailBlock, LeafBlock }
export type BlockKind = EmailBlock['type']

export const LEAF_KINDS = ['heading', 'text', 'image', 'button', 'divider', 'spacer'] as const
export const BLOCK_KINDS = [...LEAF_KINDS, 'columns', 'footer'] as const

const THEME: BlockTheme = {
  background: '#f4f4f5',
  panel: '#ffffff',
  text: '#27272a',
  accent: '#4549c9',
  font: 'sans',
}

const paragraph = (text: string): BlockText => ({
  type: 'doc',
  content: [{ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text' as const, text }] }) }],
})

const newId = (): string => crypto.randomUUID().slice(0, 8)

export function newBlock(kind: BlockKind): EmailBlock {
  const id = newId()
  switch (kind) {
    case 'heading':
      return { id, type: kind, text: 'Heading', level: 2, align: 'left' }
    case 'text':
      return { id, type: kind, content: paragraph('Write here.'), align: 'left' }
    case 'image':
      return { id, type: kind, src: '', alt: '', href: '', width: 100, align: 'center' }
    case 'button':
      return { id, type: kind, text: 'Open', href: 'https://example.com', align: 'center' }
    case 'divider':
      return { id, type: kind }
    case 'spacer':
      return { id, type: kind, height: 24 }
    case 'columns':
      return { id, type: kind, left: [newLeaf('text')], right: [newLeaf('text')] }
    case 'footer':
      return { id, type: kind, text: '{{ lm_postal_address }}', unsubscribe: 'Unsubscribe' }
  }
}

const newLeaf = (kind: LeafBlock['type']): LeafBlock => newBlock(kind) as LeafBlock

export function newDocument(): BlockDocument {
  const heading: EmailBlock = {
    id: newId(),
    type: 'heading',
    text: 'Hello {{ firstName ?? "there" }}',
    level: 1,
    align: 'left',
  }
  return { theme: THEME, blocks: [heading, newBlock('text'), newBlock('button'), newBlock('footer')] }
}

/** Blocks created through the API may lack ids; copies need new ones. */
function withId<Block extends EmailBlock>(block: Block, isCopy: boolean): Block {
  const id = isCopy ? newId() : (block.id ?? newId())
  if (block.type !== 'columns') return { ...block, id }
  const inner = (blocks: LeafBlock[]) => blocks.map((one) => withId(one, isCopy))
  return { ...block, id, left: inner(block.left), right: inner(block.right) }
}

export function readDocument(json: string): BlockDocument {
  const { theme, blocks } = JSON.parse(json) as BlockDocument
  return { theme: { ...THEME, ...theme }, blocks: blocks.map((block) => withId(block, false)) }
}

/** -1 inserts at the beginning. */
export const insertAfter = <T>(list: readonly T[], index: number, item: T): T[] =>
  list.toSpliced(index + 1, 0, item)

export const replaceAt = <T>(list: readonly T[], index: number, item: T): T[] => list.with(index, item)

export const removeAt = <T>(list: readonly T[], index: number): T[] => list.toSpliced(index, 1)

export function moveBy<T>(list: readonly T[], index: number, by: 1 | -1): T[] {
  const item = list[index]
  const other = list[index + by]
  if (item === undefined || other === undefined) return [...list]
  return list.with(index, other).with(index + by, item)
}

export function duplicateAt<Block extends EmailBlock>(list: readonly Block[], index: number): Block[] {
  const block = list[index]
  return block ? insertAfter(list, index, withId(block, true)) : [...list]
}

type EditorNode = {
  type?: string
  text?: string
  attrs?: { href?: unknown }
  marks?: EditorNode[]
  content?: EditorNode[]
}

/** Reduces the document of the text editor to what the API stores. */
export const toBlockText = (json: unknown): BlockText => ({
  type: 'doc',
  content: ((json as EditorNode).content ?? []).map(toNode) as BlockText['content'],
})

function toNode({ type, text, marks, content }: EditorNode): unknown {
  if (type === 'text') return { type, text, ...(marks && { marks: marks.map(toMark) }) }
  return { type, ...(content && { content: content.map(toNode) }) }
}

const toMark = ({ type, attrs }: EditorNode): unknown =>
  type === 'link' ? { type, attrs: { href: attrs?.href ?? '' } } : { type }

/** The ids of the blocks in their order, without their content. */
export const outlineOf = (blocks: readonly EmailBlock[]): string =>
  blocks
    .map((block) =>
      block.type === 'columns' ? `${block.id}(${outlineOf(block.left)}|${outlineOf(block.right)})` : block.id,
    )
    .join(' ')
