import { describe, expect, it } from 'vitest'
import { createTokens, findPieces } from './liquid-pieces.ts'

const textsOf = (source: string) => findPieces(source).map(({ text }) => text)
const kindsOf = (source: string) => findPieces(source).map(({ kind, name }) => [kind, name])

describe('findPieces', () => {
  it('finds outputs and tags with their offsets', () => {
    expect(findPieces('a{{ x }}b{% if y %}')).toEqual([
      { kind: 'output', from: 1, to: 8, text: '{{ x }}', name: '' },
      { kind: 'tag', from: 9, to: 19, text: '{% if y %}', name: 'if' },
    ])
  })

  it('ends an output outside of quotes only', () => {
    expect(textsOf(`{{ x | default: "}}" }}{{ y | append: '\\'}}' }}z`)).toEqual([
      '{{ x | default: "}}" }}',
      `{{ y | append: '\\'}}' }}`,
    ])
  })

  it('knows whitespace control', () => {
    expect(kindsOf('{%- if a -%}{{- b -}}{%-endif-%}')).toEqual([
      ['tag', 'if'],
      ['output', ''],
      ['tag', 'endif'],
    ])
  })

  it('takes the inside of a raw block for text', () => {
    expect(textsOf('{% raw %}{{ x }}{% if %}{%- endraw -%}{{ y }}')).toEqual([
      '{% raw %}',
      '{%- endraw -%}',
      '{{ y }}',
    ])
  })

  it('takes a comment with all it holds for one piece', () => {
    expect(kindsOf('{% comment %}{{ "x }}{% if %}{% endcomment %}{% # note %}{{ y }}')).toEqual([
      ['comment', 'comment'],
      ['comment', '#'],
      ['output', ''],
    ])
  })
})

describe('createTokens', () => {
  it('covers with words that occur in no source, and uncovers them', () => {
    const tokens = createTokens('lqd0z LQDQ')
    const word = tokens.cover('{{ x }}')
    expect(word).toMatch(/^lqdqq+0z$/)
    expect(tokens.uncover(`lqd0z ${word}px`)).toBe('lqd0z {{ x }}px')
  })

  it('gives equal texts one word, unless a new one is requested', () => {
    const tokens = createTokens('')
    expect(tokens.cover('a')).toBe(tokens.cover('a'))
    expect(tokens.coverAnew('a')).not.toBe(tokens.coverAnew('a'))
  })
})
