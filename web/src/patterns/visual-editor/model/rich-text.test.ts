import { describe, expect, it } from 'vitest'
import { docOfLines, fieldLabel, linesOfDoc, toBlockText, withFields } from './rich-text.ts'
import type { BlockText } from './block-document.ts'

const paragraph = (...content: object[]): BlockText =>
  ({ type: 'doc', content: [{ type: 'paragraph', content }] }) as BlockText

const BOLD = [{ type: 'bold' }]

describe('fields within a text', () => {
  it('are nodes of their own in the editor, with the marks of the text', () => {
    const text = paragraph(
      { type: 'text', text: 'Hello {{ firstName ?? "there" }}, ' },
      { type: 'text', text: '{{ plan }}', marks: BOLD },
    )
    expect(withFields(text)).toEqual(
      paragraph(
        { type: 'text', text: 'Hello ' },
        { type: 'field', attrs: { liquid: '{{ firstName ?? "there" }}' } },
        { type: 'text', text: ', ' },
        { type: 'field', attrs: { liquid: '{{ plan }}' }, marks: BOLD },
      ),
    )
  })

  it.each([
    ['Hello {{ firstName }}!'],
    ['{{ a }}{{ b }}'],
    ['{% if a %}{{ a }}{% endif %} {{ unfinished'],
    [''],
    ['one\ntwo {{ c }}\n'],
  ])('are text again when %j is stored', (text) => {
    expect(toBlockText(withFields(docOfLines(text)))).toEqual(docOfLines(text))
    expect(linesOfDoc(withFields(docOfLines(text)))).toBe(text)
  })

  it('stay in lists', () => {
    const item = { type: 'listItem', content: paragraph({ type: 'text', text: 'x {{ y }}' }).content }
    const text = { type: 'doc', content: [{ type: 'bulletList', content: [item] }] } as BlockText
    expect(JSON.stringify(withFields(text))).toContain('"liquid":"{{ y }}"')
    expect(toBlockText(withFields(text))).toEqual(text)
  })

  it.each([
    ['{{ firstName }}', 'firstName'],
    ['{{firstName ?? "there"}}', 'firstName · there'],
    ["{{ firstName | default: 'there' }}", 'firstName · there'],
    ['{{ address.city }}', 'address.city'],
    ['{{ price | times: 2 }}', 'price | times: 2'],
    ["{{ data['first name'] }}", "data['first name']"],
  ])('are shown: %s as %s', (liquid, label) => {
    expect(fieldLabel(liquid)).toBe(label)
  })
})
