import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFrontMatter, printFrontMatter } from './front-matter.ts'

describe('parseFrontMatter', () => {
  it('reads texts as they are, JSON, and comments', () => {
    const text =
      '---\n# for people\nname: Welcome, all\nsubject: "Hi: {{ name }}"\ntopic:\nfromName: {{ shop }}\n---\n<p>\n---\n</p>\n'
    expect(parseFrontMatter(text)).toEqual({
      fields: { name: 'Welcome, all', subject: 'Hi: {{ name }}', topic: null, fromName: '{{ shop }}' },
      body: '<p>\n---\n</p>\n',
      comments: new Map([['name', ['# for people']]]),
    })
  })

  it.each([
    ['<p>', 'line 1 must be ---, above the fields'],
    ['---\nname: a\n', 'the fields must end with a line ---'],
    ['---\nname: a\nname: b\n---\n', 'line 3 has name a second time'],
    ['---\nno field\n---\n', 'line 2 must be a field, such as subject: Welcome'],
    ['---\nname: "a\n---\n', 'line 2 has a value that begins as JSON, but is none'],
  ])('refuses %j', (text, message) => {
    expect(() => parseFrontMatter(text)).toThrow(message)
  })
})

it('reads back what it has written', () => {
  const text = fc
    .string({ unit: 'grapheme' })
    .map((given) => JSON.parse(JSON.stringify(given.toWellFormed())) as string)
  fc.assert(
    fc.property(fc.record({ name: text, subject: text }), text, (fields, body) => {
      const read = parseFrontMatter(printFrontMatter({ fields, body }))
      expect({ fields: read.fields, body: read.body }).toEqual({ fields, body })
    }),
  )
})
