// Where the blocks of a document are: in the email itself, or in a column. Pure.
import { columnsOf, withColumns } from './block-document.ts'
import type { EmailBlock, LeafBlock } from './block-document.ts'

/** The list that contains a block: undefined for the email itself, or a column of a block. */
export type ListPlace = { columns: string; column: number } | undefined

/** A gap in a list; 0 is before its first block. */
export type Gap = { list: ListPlace; index: number }

export const isSameList = (a: ListPlace, b: ListPlace): boolean =>
  a?.columns === b?.columns && a?.column === b?.column

export function listAt(blocks: readonly EmailBlock[], list: ListPlace): readonly EmailBlock[] {
  if (list === undefined) return blocks
  const block = blocks.find(({ id }) => id === list.columns)
  return block?.type === 'columns' ? (columnsOf(block)[list.column] ?? []) : []
}

/** Replaces one list. */
export function withList(
  blocks: readonly EmailBlock[],
  list: ListPlace,
  changed: readonly EmailBlock[],
): EmailBlock[] {
  if (list === undefined) return [...changed]
  return blocks.map((block) => {
    if (block.id !== list.columns || block.type !== 'columns') return block
    return withColumns(block, columnsOf(block).with(list.column, changed as LeafBlock[]))
  })
}

export type FoundBlock = { block: EmailBlock; list: ListPlace; index: number }

/** Every block in reading order: columns before the blocks inside them. */
export const everyBlock = (blocks: readonly EmailBlock[]): FoundBlock[] =>
  blocks.flatMap((block, index) => [
    { block, list: undefined, index },
    ...(block.type === 'columns'
      ? columnsOf(block).flatMap((inner, column) =>
          inner.map((one, at) => ({ block: one, list: { columns: String(block.id), column }, index: at })),
        )
      : []),
  ])

export const findBlock = (blocks: readonly EmailBlock[], id: string): FoundBlock | undefined =>
  everyBlock(blocks).find(({ block }) => block.id === id)
