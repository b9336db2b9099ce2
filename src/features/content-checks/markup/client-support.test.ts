import { describe, expect, it } from 'vitest'
import { STARTERS } from '../../../../web/src/patterns/email-editor/starters.ts'
import { CLIENT_SUPPORT, EMAIL_CLIENTS } from './caniemail.values.ts'
import { readContent } from './read-content.ts'

const read = (body: string, { expanded = body, html = body } = {}) =>
  readContent({ body, expanded, html, checks: [] })
const findingsOf = (body: string) =>
  read(body).findings.map(({ code, level, line, message }) => ({ code, level, line, message }))
const levelsOf = (body: string) => read(body).findings.map(({ level, line }) => `${level} ${line}`)
const titlesOf = (body: string) =>
  read(body).findings.map(({ message }) => message.split(' is not supported')[0])

describe('the table', () => {
  it('has a letter for every client', () => {
    const letters = Object.values(CLIENT_SUPPORT).map(([row]) => row)
    expect(letters.every((row) => row.length === EMAIL_CLIENTS.length && /^[yansu]+$/.test(row))).toBe(true)
    expect(letters.length).toBeGreaterThan(150)
  })
})

describe('features that email clients do not show', () => {
  it('are warnings with their line and clients if layout or content is lost', () => {
    const [finding] = read('<p>Hi</p>\n<div style="color: red; display: GRID">x</div>').findings
    expect(finding).toEqual({
      code: 'CLIENT_SUPPORT',
      level: 'warning',
      message:
        'display:grid is not supported by Outlook for Windows (classic): the layout looks different there.',
      suggestion: expect.stringContaining('tables') as string,
      line: 2,
    })
    expect(levelsOf('\n\n<video src="a.mp4"></video><form action="/x"></form>')).toEqual([
      'warning 3',
      'warning 3',
    ])
  })

  it('are one finding per feature, however often they occur', () => {
    const body = '<div style="display:flex"></div>\n'.repeat(500)
    expect(levelsOf(body)).toEqual(['warning 1'])
  })

  it('are hints if only the look is lost, and one hint for all decoration', () => {
    expect(levelsOf('<p style="width: calc(100% - 2px)">x</p>')).toEqual(['info 1'])
    const [hint, ...more] = findingsOf(
      '<p style="border-radius: 4px; text-shadow: 0 0 2px #000; box-shadow: 0 0 2px #000; opacity: 0.5">x</p>',
    )
    expect(more).toEqual([])
    expect(hint).toMatchObject({ code: 'CLIENT_SUPPORT_DECORATION', level: 'info', line: 1 })
    expect(hint?.message).toBe('Some email clients ignore text-shadow, box-shadow and opacity.')
  })

  it('are found in style blocks, and not in media queries, comments or conditional comments', () => {
    expect(levelsOf('<style>\n/* float: left */\n.a { color: red;\n float: left }</style>')).toEqual([
      'warning 4',
    ])
    for (const body of [
      '<style>@media (max-width: 480px) { .a { display: flex } .b { position: absolute } }</style>',
      '<style>@supports (display: grid) { .a { display: grid } }</style>',
      '<style>.a::after, .b { } /* .a { display: flex } */</style>'.replace('::after', ':hover'),
      '<!--[if mso]><div style="display:flex">x</div><![endif]-->',
      '<!-- <video> -->',
      '<p>display: flex; position: absolute</p>',
    ]) {
      expect([body, findingsOf(body)]).toEqual([body, []])
    }
  })

  it('reads quotes, parentheses and Liquid in CSS', () => {
    expect(findingsOf(`<p style="font-family: 'display:flex'; color: {{ c }}">x</p>`)).toEqual([])
    expect(titlesOf('<p style="background: url(data:image/png;base64,AA==); float: left">x</p>')).toEqual([
      'background-image',
      'float',
    ])
    expect(titlesOf('<p style="{% if a %}display: flex{% endif %}">x</p>')).toEqual(['display:flex'])
    expect(findingsOf('{% comment %}<video>{% endcomment %}')).toEqual([])
  })

  it('are found by rules and at-rules', () => {
    const css =
      '@import url(x.css);\n@font-face { font-family: A }\n.a { .b { color: red } }\n.c::before { content: "x" }'
    expect(titlesOf(`<style>${css}</style>`)).toEqual(['@import', '@font-face', 'CSS Nesting', '::before'])
  })

  it('are pictures in formats that are not shown', () => {
    expect(titlesOf('<img alt="" src="https://x.example/a.webp?v=1"><img alt="" src="b.SVG#x">')).toEqual([
      'webP image format',
      'SVG image format',
    ])
    expect(findingsOf('<img alt="" src="https://x.example/svg/a.png?as=.webp.png">')).toEqual([])
  })

  it('are no warning for Outlook alone if the email has parts of its own for it', () => {
    const body = '<!--[if mso]><table><tr><td><![endif]--><div style="display:grid">x</div>'
    expect(levelsOf(body)).toEqual(['info 1'])
  })

  it('tells what every client removes', () => {
    expect(findingsOf('<script>alert(1)</script>')).toEqual([
      {
        code: 'CLIENT_SUPPORT',
        level: 'warning',
        line: 1,
        message: '<script> is removed by every email client.',
      },
    ])
  })

  it('have no line in a partial', () => {
    const { findings } = read('{% render "a" %}', { expanded: '<video></video>' })
    expect(findings.map(({ level, line }) => [level, line])).toEqual([['warning', null]])
  })
})

describe('the first email of a new user', () => {
  it.each(Object.entries(STARTERS))('has no finding if it begins with %s', (_name, body) => {
    expect(findingsOf(body)).toEqual([])
  })
})

describe('MJML', () => {
  const mjml = (content: string) =>
    `<mjml><mj-head>\n<mj-style>.x { display: flex }</mj-style></mj-head><mj-body><mj-section border-radius="4px" background-url="https://x.example/a.png"><mj-column>\n${content}</mj-column></mj-section></mj-body></mjml>`

  it('is read where the author wrote HTML and CSS, not for what its components do', () => {
    expect(titlesOf(mjml('<mj-text><p style="position:absolute">x</p></mj-text>'))).toEqual([
      'display:flex',
      'position',
    ])
  })

  it('has the lines of pictures without text', () => {
    expect(findingsOf(mjml('<mj-image src="https://x.example/a.png" />'))[0]).toMatchObject({
      code: 'IMAGE_WITHOUT_ALT',
      line: 3,
    })
    expect(titlesOf(mjml('<mj-image src="https://x.example/a.png" alt="" />'))).toEqual(['display:flex'])
  })
})

describe('links with a fixed address', () => {
  it('are listed once with their line, without those of variables', () => {
    const body =
      '<a href="https://a.example/?x=1&amp;y=2">a</a>\n<a href="https://b.example">b</a><a href="https://b.example">b</a><a href="{{ u }}">c</a><a href="https://c.example/{{ id }}">d</a><a href="mailto:x@y.example">e</a><a href="#top">f</a>'
    expect(read(body).links).toEqual([
      { url: 'https://a.example/?x=1&y=2', line: 1 },
      { url: 'https://b.example', line: 2 },
    ])
  })
})

describe('large and broken sources', () => {
  it.each([
    ['unclosed quotes', `<style>a { content: "${'x'.repeat(300_000)}`],
    ['open parentheses', `<p style="${'a:('.repeat(200_000)}">`],
    ['open braces', `<style>${'@page{'.repeat(150_000)}</style>`],
    ['comments that never end', `<style>${'/*'.repeat(300_000)}</style>`],
    ['many declarations', `<p style="${'display:block;'.repeat(70_000)}">`],
    ['a megabyte of tags', '<p style="margin:0">x</p>'.repeat(40_000)],
    ['slashes and dots', `<img alt="" src="${'./'.repeat(400_000)}">`],
  ])('are read in one pass: %s', (_name, body) => {
    expect(read(body).findings.filter(({ level }) => level !== 'info')).toEqual([])
  })
})
