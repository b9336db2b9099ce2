import { describe, expect, it } from 'vitest'
import { Blocks } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import {
  BLOCK_KINDS,
  copyOf,
  newBlock,
  newDocument,
  readDocument,
  withColumnCount,
} from './block-document.ts'
import type { ColumnsBlock, EmailBlock } from './block-document.ts'
import { docOfLines, linesOfDoc, toBlockText } from './rich-text.ts'

describe('the document of the editor', () => {
  it('comes back from the API as the same text, for every kind of block', () => {
    const document = { ...newDocument(), blocks: BLOCK_KINDS.map(newBlock) }
    const text = JSON.stringify(document)
    expect(JSON.stringify(Blocks.parse(JSON.parse(text)))).toBe(text)
    expect(JSON.stringify(readDocument(text))).toBe(text)
  })

  it('contains the postal address of the project, which marketing email must show', () => {
    expect(newDocument().blocks.at(-1)).toMatchObject({ type: 'footer', text: null })
  })

  it('gives the same ids to blocks without one each time it is read, and new ids to copies', () => {
    const text =
      '{"blocks":[{"type":"divider"},{"type":"columns","left":[{"type":"divider"}],"right":[]},{"type":"divider","id":"block-1"}]}'
    const { blocks } = readDocument(text)
    expect(blocks.map(({ id }) => id)).toEqual(['block-1', 'block-2', 'block-1-again'])
    expect(readDocument(text).blocks).toEqual(blocks)
    const original = blocks[1] as EmailBlock
    const copy = copyOf(original)
    expect(copy).toMatchObject({ type: 'columns', columns: [[{ type: 'divider' }], []] })
    expect(copy.id).not.toBe(original.id)
  })

  it('loses no block with a column', () => {
    const columns = newBlock('columns') as ColumnsBlock
    const ids = columns.columns.flat().map(({ id }) => id)
    const single = withColumnCount({ ...columns, widths: [33, 67] }, 1)
    expect(single.columns.map((inner) => inner.map(({ id }) => id))).toEqual([ids])
    expect(single.widths).toBeUndefined()
    expect(withColumnCount(columns, 4).columns.map((inner) => inner.length)).toEqual([1, 1, 0, 0])
  })

  it('reduces a text to what an email can show', () => {
    const attrs = { href: 'https://a.test', target: '_blank', rel: null, class: 'x' }
    const marks = [{ type: 'bold' }, { type: 'link', attrs }]
    const written = {
      type: 'doc',
      content: [
        { type: 'paragraph', attrs: { dir: 'ltr' }, content: [{ type: 'text', marks, text: 'Hi' }] },
        { type: 'paragraph' },
      ],
    }
    const text = toBlockText(written)
    expect(JSON.stringify(text)).toBe(
      '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Hi","marks":[{"type":"bold"},{"type":"link","attrs":{"href":"https://a.test"}}]}]},{"type":"paragraph"}]}',
    )
  })

  it('keeps the lines of a plain text', () => {
    expect(docOfLines('a\n\nb').content).toHaveLength(3)
    expect(linesOfDoc(docOfLines('a\n\nb'))).toBe('a\n\nb')
    expect(linesOfDoc(docOfLines(''))).toBe('')
  })
})
