// The changes to the blocks of an email. Each returns the new blocks, and the block that is selected afterwards. Pure.
import { columnsOf, copyOf, LEAF_KINDS, newBlock } from './block-document.ts'
import type { BlockKind, EmailBlock } from './block-document.ts'
import { findBlock, isSameList, listAt, withList } from './block-lists.ts'
import type { Gap, ListPlace } from './block-lists.ts'

export type BlocksChange = { blocks: EmailBlock[]; selected: string | undefined }

type Blocks = readonly EmailBlock[]

const LEAVES: ReadonlySet<BlockKind> = new Set(LEAF_KINDS)

/** Columns contain only blocks without blocks inside, and no footer. */
export const canBeIn = (kind: BlockKind, list: ListPlace): boolean => list === undefined || LEAVES.has(kind)

/** Where blocks can be, from top to bottom. Nothing belongs below a footer at the end. */
export function gapsFor(kind: BlockKind, blocks: Blocks): Gap[] {
  const last = blocks.at(-1)?.type === 'footer' ? blocks.length - 1 : blocks.length
  const inside = (block: EmailBlock | undefined): Gap[] =>
    block?.type === 'columns' && LEAVES.has(kind)
      ? columnsOf(block).flatMap((inner, column) =>
          gapsIn(inner.length).map((index) => ({ list: { columns: String(block.id), column }, index })),
        )
      : []
  return gapsIn(last).flatMap((index) => [{ list: undefined, index }, ...inside(blocks[index])])
}

const gapsIn = (count: number): number[] => Array.from({ length: count + 1 }, (_, index) => index)

/** Where a new block lands: after the selected one, else at the end, and never below the footer. */
export function gapAfter(blocks: Blocks, selected: string | undefined, kind: BlockKind): Gap {
  const end: Gap = { list: undefined, index: blocks.length }
  const found = selected === undefined ? undefined : findBlock(blocks, selected)
  const outer = found?.list && findBlock(blocks, found.list.columns)
  const after = found && !canBeIn(kind, found.list) ? outer : found
  return aboveFooter(blocks, after ? { list: after.list, index: after.index + 1 } : end)
}

function aboveFooter(blocks: Blocks, gap: Gap): Gap {
  const isBelow = gap.list === undefined && gap.index === blocks.length && blocks.at(-1)?.type === 'footer'
  return isBelow ? { list: undefined, index: gap.index - 1 } : gap
}

export const insertAt = (blocks: Blocks, { list, index }: Gap, block: EmailBlock): BlocksChange => ({
  blocks: withList(blocks, list, listAt(blocks, list).toSpliced(index, 0, block)),
  selected: block.id,
})

export function replaceBlock(blocks: Blocks, changed: EmailBlock): EmailBlock[] {
  const found = findBlock(blocks, String(changed.id))
  if (!found) return [...blocks]
  return withList(blocks, found.list, listAt(blocks, found.list).with(found.index, changed))
}

/** Selects the block that takes its place, else the one before it, else the columns that it was in. */
export function removeBlock(blocks: Blocks, id: string): BlocksChange {
  const found = findBlock(blocks, id)
  if (!found) return { blocks: [...blocks], selected: undefined }
  const rest = listAt(blocks, found.list).toSpliced(found.index, 1)
  const neighbour = rest[found.index] ?? rest[found.index - 1]
  return { blocks: withList(blocks, found.list, rest), selected: neighbour?.id ?? found.list?.columns }
}

export function duplicateBlock(blocks: Blocks, id: string): BlocksChange {
  const found = findBlock(blocks, id)
  if (!found) return { blocks: [...blocks], selected: id }
  return insertAt(blocks, { list: found.list, index: found.index + 1 }, copyOf(found.block))
}

/** To a gap of the blocks as they are, the moved one included. */
export function moveTo(blocks: Blocks, id: string, gap: Gap): BlocksChange {
  const found = findBlock(blocks, id)
  if (!found || !canBeIn(found.block.type, gap.list)) return { blocks: [...blocks], selected: id }
  const isBehind = isSameList(found.list, gap.list) && gap.index > found.index
  const rest = removeBlock(blocks, id).blocks
  return insertAt(rest, aboveFooter(rest, { ...gap, index: gap.index - (isBehind ? 1 : 0) }), found.block)
}

/** Into, through and out of columns, so that keys reach every place. */
export function moveBy(blocks: Blocks, id: string, by: 1 | -1): BlocksChange {
  const found = findBlock(blocks, id)
  const same = { blocks: [...blocks], selected: id }
  if (!found) return same
  const rest = removeBlock(blocks, id).blocks
  const gaps = gapsFor(found.block.type, rest)
  const now = gaps.findIndex(({ list, index }) => isSameList(list, found.list) && index === found.index)
  const gap = gaps[now + by]
  return now === -1 || !gap ? same : insertAt(rest, gap, found.block)
}

/** Puts a block in the place of one paragraph of a text; the paragraphs around it stay. */
export function replaceParagraph(
  blocks: Blocks,
  { id, paragraph }: { id: string; paragraph: number },
  kind: BlockKind,
): BlocksChange {
  const found = findBlock(blocks, id)
  if (found?.block.type !== 'text') return { blocks: [...blocks], selected: id }
  const { block, list, index } = found
  const before = block.content.content.slice(0, paragraph)
  const after = block.content.content.slice(paragraph + 1)
  const part = (content: typeof before) => ({ ...block, content: { ...block.content, content } })
  const around = {
    before: before.length > 0 ? [part(before)] : [],
    after: after.length > 0 ? [before.length > 0 ? copyOf(part(after)) : part(after)] : [],
  }
  const added = newBlock(kind)
  if (canBeIn(kind, list)) {
    const parts = [...around.before, added, ...around.after]
    return {
      blocks: withList(blocks, list, listAt(blocks, list).toSpliced(index, 1, ...parts)),
      selected: added.id,
    }
  }
  const rest = [...around.before, ...around.after]
  const without = withList(blocks, list, listAt(blocks, list).toSpliced(index, 1, ...rest))
  return insertAt(without, gapAfter(without, list?.columns, kind), added)
}
