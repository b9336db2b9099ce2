import { describe, expect, it } from 'vitest'
import { finishContent } from './finish-content.ts'
import { addUtm } from './utm-links.ts'

const UTM = { source: 'news letter', medium: 'email' }
const TAGS = 'utm_source=news%20letter&amp;utm_medium=email'
const tag = (href: string) => addUtm(`<a href="${href}">x</a>`, UTM)

describe('the tags of web analytics', () => {
  it.each([
    ['https://a.example', `https://a.example?${TAGS}`],
    ['http://a.example/x', `http://a.example/x?${TAGS}`],
    ['https://a.example/x?a=1', `https://a.example/x?a=1&amp;${TAGS}`],
    ['https://a.example/x?', `https://a.example/x?${TAGS}`],
    ['https://a.example/x?a=1&amp;', `https://a.example/x?a=1&amp;${TAGS}`],
    ['https://a.example/x#part', `https://a.example/x?${TAGS}#part`],
    ['https://a.example/x?a=1&#38;b=2#c', `https://a.example/x?a=1&#38;b=2&amp;${TAGS}#c`],
    ['https://a.example/{{ slug }}', `https://a.example/{{ slug }}?${TAGS}`],
    [
      'https://a.example/?q={{ q | default: "?#" }}',
      `https://a.example/?q={{ q | default: "?#" }}&amp;${TAGS}`,
    ],
    [' https://a.example/x ', ` https://a.example/x?${TAGS} `],
  ])('are added to %s', (href, expected) => {
    expect(tag(href)).toBe(`<a href="${expected}">x</a>`)
  })

  it.each([
    'https://a.example/?utm_source=own',
    'https://a.example/?a=1&amp;utm_campaign=own',
    '{{ unsubscribeUrl }}',
    '{{ browserUrl }}',
    '{{ url }}',
    'https://{{ host }}/x',
    'https://a.example{{ rest }}',
    'https://a.example/{% if x %}?a=1{% endif %}',
    'mailto:a@x.example',
    'tel:+491',
    '/path',
    '#top',
    '',
  ])('are not added to %j', (href) => {
    expect(tag(href)).toBe(`<a href="${href}">x</a>`)
  })

  it('are added to image maps, and to nothing but links', () => {
    expect(addUtm('<area href="https://a.example/">', { campaign: "it's" })).toBe(
      '<area href="https://a.example/?utm_campaign=it%27s">',
    )
    const others =
      '<img src="https://a.example/"><link href="https://a.example/"><!-- <a href="https://a.example/"> -->'
    expect(addUtm(others, UTM)).toBe(others)
  })

  it('get quotes if a link had none', () => {
    expect(addUtm('<a href=https://a.example/x>x</a>', UTM)).toBe(
      `<a href="https://a.example/x?${TAGS}">x</a>`,
    )
  })

  it('are part of the target of a tracked link', () => {
    const { links } = finishContent({
      html: '<a href="https://a.example/x">x</a>',
      text: '',
      isMarketing: true,
      tracking: { opens: false, clicks: true },
      utm: UTM,
    })
    expect(links).toEqual(['https://a.example/x?utm_source=news%20letter&utm_medium=email'])
  })

  it('change nothing if there are none, or too many tags to scan', () => {
    const html = `<a href="https://a.example/">${'<br>'.repeat(40_001)}`
    expect(addUtm(html, UTM)).toBe(html)
    expect(addUtm('<a href="https://a.example/">', {})).toBe('<a href="https://a.example/">')
  })
})
