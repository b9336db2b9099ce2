import { describe, expect, it } from 'vitest'
import { Blocks } from '../../../../../src/features/templates/blocks/blocks.schema.ts'
import {
  BLOCK_KINDS,
  duplicateAt,
  insertAfter,
  moveBy,
  newBlock,
  newDocument,
  readDocument,
  toBlockText,
} from './block-document.ts'

describe('the document of the block editor', () => {
  it('comes back from the API as the same text, for every kind of block', () => {
    const document = { ...newDocument(), blocks: BLOCK_KINDS.map(newBlock) }
    const text = JSON.stringify(document)
    expect(JSON.stringify(Blocks.parse(JSON.parse(text)))).toBe(text)
    expect(JSON.stringify(readDocument(text))).toBe(text)
  })

  it('contains the postal address of the project, which marketing email must show', () => {
    expect(newDocument().blocks.at(-1)).toMatchObject({ type: 'footer', text: '{{ lm_postal_address }}' })
  })

  it('gives ids to blocks without one, and new ids to copies', () => {
    const { blocks } = readDocument(
      '{"blocks":[{"type":"divider"},{"type":"columns","left":[{"type":"divider"}],"right":[]}]}',
    )
    expect(blocks[0]?.id).toMatch(/^\w{8}$/)
    const [, original, copy] = duplicateAt(blocks, 1)
    expect(copy).toMatchObject({ type: 'columns', left: [{ type: 'divider' }] })
    expect(copy?.id).not.toBe(original?.id)
  })

  it('is changed at the right index', () => {
    expect(insertAfter(['a', 'b'], -1, 'x')).toEqual(['x', 'a', 'b'])
    expect(moveBy(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
    expect(moveBy(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
    expect(moveBy(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
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
})
