import { describe, expect, it } from 'vitest'
import { NO_HISTORY, recordChange, redoStep, undoStep } from '../../../hooks/undo-history.ts'
import { columnsOf, newBlock, withColumns } from './block-document.ts'
import type { BlockKind, ColumnsBlock, EmailBlock, LeafBlock } from './block-document.ts'
import {
  duplicateBlock,
  gapAfter,
  gapsFor,
  insertAt,
  moveBy,
  moveTo,
  removeBlock,
  replaceBlock,
  replaceParagraph,
} from './edit-blocks.ts'
import { docOfLines } from './rich-text.ts'

const named = (id: string, kind: BlockKind = 'divider') => ({ ...newBlock(kind), id }) as EmailBlock

/** Two columns, with `c1` and `c2` in the first and `d1` in the second. */
const columns = withColumns(named('cols', 'columns') as ColumnsBlock, [
  [named('c1'), named('c2')] as LeafBlock[],
  [named('d1')] as LeafBlock[],
])
const EMAIL = [named('a'), columns, named('b'), named('end', 'footer')]

/** Such as `a cols(c1 c2|d1) b end`. */
const outline = (blocks: readonly EmailBlock[]): string =>
  blocks
    .map((block) =>
      block.type === 'columns' ? `${block.id}(${columnsOf(block).map(outline).join('|')})` : block.id,
    )
    .join(' ')

const inColumn = (column: number, index: number) => ({ list: { columns: 'cols', column }, index })

describe('a new block', () => {
  it.each([
    ['after the selected one', 'a', 'text', 'a NEW cols(c1 c2|d1) b end'],
    ['after the selected one in a column', 'c1', 'text', 'a cols(c1 NEW c2|d1) b end'],
    ['after the columns if it cannot be inside', 'c1', 'columns', 'a cols(c1 c2|d1) NEW() b end'],
    ['above the footer if that is selected', 'end', 'text', 'a cols(c1 c2|d1) b NEW end'],
    ['above the footer if nothing is selected', undefined, 'text', 'a cols(c1 c2|d1) b NEW end'],
  ] as const)('lands %s', (...[, selected, kind, expected]) => {
    const block = kind === 'columns' ? withColumns(newBlock(kind) as ColumnsBlock, []) : newBlock(kind)
    const change = insertAt(EMAIL, gapAfter(EMAIL, selected, kind), { ...block, id: 'NEW' } as EmailBlock)
    expect(outline(change.blocks).replace('NEW(|)', 'NEW()')).toBe(expected)
    expect(change.selected).toBe('NEW')
  })

  it('lands at the end of an email without a footer', () => {
    expect(gapAfter([named('a')], undefined, 'text')).toEqual({ list: undefined, index: 1 })
    expect(gapAfter([], undefined, 'text')).toEqual({ list: undefined, index: 0 })
  })

  it('is never offered a place below the footer, nor in a column if it has blocks itself', () => {
    expect(gapsFor('text', EMAIL)).toHaveLength(9)
    expect(gapsFor('columns', EMAIL)).toEqual([0, 1, 2, 3].map((index) => ({ list: undefined, index })))
  })
})

describe('a block', () => {
  it('is moved step by step, through the columns and not below the footer', () => {
    const seen: string[] = []
    let blocks: readonly EmailBlock[] = EMAIL
    for (let step = 0; step < 8; step += 1) {
      ;({ blocks } = moveBy(blocks, 'a', 1))
      seen.push(outline(blocks))
    }
    expect(seen).toEqual([
      'cols(a c1 c2|d1) b end',
      'cols(c1 a c2|d1) b end',
      'cols(c1 c2 a|d1) b end',
      'cols(c1 c2|a d1) b end',
      'cols(c1 c2|d1 a) b end',
      'cols(c1 c2|d1) a b end',
      'cols(c1 c2|d1) b a end',
      'cols(c1 c2|d1) b a end',
    ])
    for (let step = 0; step < 7; step += 1) ({ blocks } = moveBy(blocks, 'a', -1))
    expect(outline(blocks)).toBe(outline(EMAIL))
  })

  it('passes columns in one step if it cannot be inside', () => {
    const blocks = [columns, named('other', 'columns')]
    expect(outline(moveBy(blocks, 'other', -1).blocks)).toMatch(/^other\(.+\) cols\(/)
  })

  it.each([
    ['down its list', 'a', { list: undefined, index: 3 }, 'cols(c1 c2|d1) b a end'],
    ['up its list', 'b', { list: undefined, index: 0 }, 'b a cols(c1 c2|d1) end'],
    ['into a column', 'b', inColumn(1, 0), 'a cols(c1 c2|b d1) end'],
    ['out of a column', 'c1', { list: undefined, index: 0 }, 'c1 a cols(c2|d1) b end'],
    ['to another column', 'c1', inColumn(1, 1), 'a cols(c2|d1 c1) b end'],
    ['nowhere if it is its own place', 'b', { list: undefined, index: 3 }, 'a cols(c1 c2|d1) b end'],
    ['not below the footer', 'a', { list: undefined, index: 4 }, 'cols(c1 c2|d1) b a end'],
    ['not into columns as columns', 'cols', inColumn(0, 0), 'a cols(c1 c2|d1) b end'],
  ])('is dragged %s', (...[, id, gap, expected]) => {
    const change = moveTo(EMAIL, id, gap)
    expect([outline(change.blocks), change.selected]).toEqual([expected, id])
  })

  it.each([
    ['a', 'cols(c1 c2|d1) b end', 'cols'],
    ['end', 'a cols(c1 c2|d1) b', 'b'],
    ['c2', 'a cols(c1|d1) b end', 'c1'],
    ['d1', 'a cols(c1 c2|) b end', 'cols'],
    ['gone', 'a cols(c1 c2|d1) b end', undefined],
  ])('%s is removed, and its neighbour is selected', (id, expected, selected) => {
    const change = removeBlock(EMAIL, id)
    expect([outline(change.blocks), change.selected]).toEqual([expected, selected])
  })

  it('is duplicated below itself, with ids of its own', () => {
    const { blocks, selected } = duplicateBlock(EMAIL, 'cols')
    const copy = blocks[2] as ColumnsBlock
    expect(copy.id).toBe(selected)
    const ids = columnsOf(copy).flatMap((inner) => inner.map(({ id }) => id))
    expect(ids).toHaveLength(3)
    expect(ids).not.toContain('c1')
    expect(outline(duplicateBlock(EMAIL, 'c1').blocks)).toMatch(/^a cols\(c1 \w{8} c2\|d1\) b end$/)
  })

  it('is changed wherever it is', () => {
    const changed = { id: 'd1', type: 'spacer', height: 40 } as const
    expect(columnsOf(replaceBlock(EMAIL, changed)[1] as ColumnsBlock)[1]).toEqual([changed])
    expect(replaceBlock(EMAIL, { ...changed, id: 'gone' })).toEqual(EMAIL)
  })

  it('keeps the other objects, so that only what changed is drawn again', () => {
    const { blocks } = moveBy(EMAIL, 'b', -1)
    expect(blocks.find(({ id }) => id === 'a')).toBe(EMAIL[0])
  })
})

describe('a block in the place of a paragraph', () => {
  const text = { ...named('t', 'text'), content: docOfLines('one\n/\ntwo') } as EmailBlock
  const at = (paragraph: number) => ({ id: 't', paragraph })

  it('splits the text around it', () => {
    const { blocks, selected } = replaceParagraph([text], at(1), 'divider')
    expect(blocks.map(({ type }) => type)).toEqual(['text', 'divider', 'text'])
    expect(blocks).toMatchObject([{ content: docOfLines('one') }, {}, { content: docOfLines('two') }])
    expect(blocks[1]?.id).toBe(selected)
    expect(new Set(blocks.map(({ id }) => id)).size).toBe(3)
  })

  it('replaces a text without any other', () => {
    const { blocks } = replaceParagraph([{ ...text, content: docOfLines('/') } as EmailBlock], at(0), 'image')
    expect(blocks.map(({ type }) => type)).toEqual(['image'])
  })

  it('goes below the columns if it cannot be inside', () => {
    const email = [withColumns(columns, [[text as LeafBlock], []]), named('end', 'footer')]
    const { blocks } = replaceParagraph(email, at(1), 'columns')
    expect(blocks.map(({ type }) => type)).toEqual(['columns', 'columns', 'footer'])
    expect(columnsOf(blocks[0] as ColumnsBlock)[0]).toHaveLength(2)
  })
})

describe('undo', () => {
  it('brings a removed block back, and removes it again', () => {
    const removed = removeBlock(EMAIL, 'cols').blocks
    const history = recordChange(NO_HISTORY, { value: EMAIL, isSameStep: false })
    const undone = undoStep(history, removed)
    expect(undone?.value).toBe(EMAIL)
    expect(redoStep(undone?.history ?? NO_HISTORY, EMAIL)?.value).toBe(removed)
  })
})
