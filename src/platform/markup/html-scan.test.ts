import { describe, expect, it } from 'vitest'
import { scanHtml } from './html-scan.ts'
import type { HtmlEvent, OpenTag } from './html-scan.ts'
import { findPieces } from './liquid-pieces.ts'

const scan = (source: string) => scanHtml(source, findPieces(source))

/** Every event as `type:content`. */
const outline = (source: string) =>
  scan(source).map((event) => `${event.type}:${nameOf(event) ?? source.slice(event.from, event.to)}`)
const nameOf = (event: HtmlEvent) =>
  event.type === 'open' || event.type === 'close' ? event.name : undefined

function tagIn(source: string) {
  const tag = scan(source).find((event): event is OpenTag => event.type === 'open') as OpenTag
  return {
    attributes: Object.fromEntries(
      tag.attributes.map(({ name, value }) => [name, value && source.slice(value.from, value.to)]),
    ),
    loose: tag.loose.map(({ text }) => text),
  }
}

describe('scanHtml', () => {
  it('covers the source from end to end, without a gap', () => {
    const source =
      '\uE000<!doctype html><P class=a>x{{ y }}<br/><style>p>a{}</style><!-- {% if z %} --></p{{ q }}>{% endif %}<'
    const events = scan(source)
    expect(events.map(({ from, to }) => source.slice(from, to)).join('')).toBe(source)
    expect(outline(source)).toEqual([
      'text:\uE000',
      'declaration:<!doctype html>',
      'open:p',
      'text:x',
      'liquid:{{ y }}',
      'open:br',
      'open:style',
      'rawtext:p>a{}',
      'close:style',
      'comment:<!-- {% if z %} -->',
      'close:',
      'liquid:{% endif %}',
      'text:<',
    ])
  })

  it('reads attributes in every spelling', () => {
    expect(tagIn(`<a HREF="x>y" b='c"d' e=f/g h i = "j" />`).attributes).toEqual({
      href: 'x>y',
      b: 'c"d',
      e: 'f/g',
      h: undefined,
      i: 'j',
    })
  })

  it('is not misled by quotes and angle brackets of Liquid', () => {
    const { attributes } = tagIn(
      `<a href="{{ x | default: "a>b" }}" title={{ y | append: ' >' }} z="{% if a > b %}c{% endif %}">`,
    )
    expect(attributes).toEqual({
      href: '{{ x | default: "a>b" }}',
      title: "{{ y | append: ' >' }}",
      z: '{% if a > b %}c{% endif %}',
    })
  })

  it('tells Liquid between attributes from Liquid in their values', () => {
    expect(
      tagIn('<p {% if x %}class="a"{% else %}class="{{ y }}"{% endif %} {{ more }} data-{{ z }}="1">'),
    ).toEqual({
      attributes: expect.objectContaining({ class: '{{ y }}' }) as unknown,
      loose: ['{% if x %}', '{% else %}', '{% endif %}', '{{ more }}', '{{ z }}'],
    })
  })

  it('has no name for an element that Liquid names', () => {
    expect(outline('<h{{ n }} class="a">x</h{{ n }}>')).toEqual(['open:', 'text:x', 'close:'])
  })

  it('treats as markup what a browser does, and shows none of it as text', () => {
    expect(outline('a</ b>c<!-- d --!>e<!-->f</p title=">">')).toEqual([
      'text:a',
      'declaration:</ b>',
      'text:c',
      'comment:<!-- d --!>',
      'text:e',
      'comment:<!-->',
      'text:f',
      'close:p',
    ])
  })

  it('takes a conditional comment with all it holds for one comment', () => {
    expect(outline('<!--[if mso]><td a="-><![endif]-->x<!--[if !mso]><!--><p><!--<![endif]-->')).toEqual([
      'comment:<!--[if mso]><td a="-><![endif]-->',
      'text:x',
      'comment:<!--[if !mso]><!-->',
      'open:p',
      'comment:<!--<![endif]-->',
    ])
  })

  it('takes a lone angle bracket for text', () => {
    expect(outline('1 < 2 <3 <')).toEqual(['text:1 < 2 <3 <'])
  })

  it.each(['<!-- never closed', '<a href="never closed', '<style>never closed', '<a ', '</a'])(
    'comes to an end with %s',
    (source) => {
      const events = scan(source)
      expect(events.at(-1)?.to).toBe(source.length)
    },
  )
})
