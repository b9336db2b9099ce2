import { describe, expect, it } from 'vitest'
import { compileTemplate } from '../../../platform/liquid/compile.ts'
import { finishContent } from './finish-content.ts'

const CLICKS = { opens: false, clicks: true }
const OPENS = { opens: true, clicks: false }
const NONE = { opens: false, clicks: false }

const track = (html: string) => finishContent({ html, text: '', isMarketing: false, tracking: CLICKS })
const linksOf = (html: string) => track(html).links
const finish = (html: string, text = '') => finishContent({ html, text, isMarketing: true, tracking: NONE })

describe('a tracked link', () => {
  it('is replaced by its number, and nothing else is touched', () => {
    const html = `<p>Hi {{ name }}, <A  class=x HREF = 'https://a.example/x?b=1&amp;c=2' >there</A\n></p>`
    const { html: done, links } = track(html)
    expect(links).toEqual(['https://a.example/x?b=1&c=2'])
    expect(done).toBe(html.replace('https://a.example/x?b=1&amp;c=2', '{{ lm_link_0 }}'))
  })

  it('shares its number with every other link to the same address', () => {
    const html =
      '<a href="https://a.example/">1</a><a href="https://b.example/">2</a><a href=\'https://a.example/\'>3</a>'
    const { html: done, links } = track(html)
    expect(links).toEqual(['https://a.example/', 'https://b.example/'])
    expect(done.match(/lm_link_\d/g)).toEqual(['lm_link_0', 'lm_link_1', 'lm_link_0'])
  })

  it('gets quotes if it had none', () => {
    expect(track('<a href=https://a.example/x>1</a>').html).toContain('<a href="{{ lm_link_0 }}">1</a>')
  })

  it('is tracked in image maps, conditions and loops too', () => {
    const html =
      '<area href="https://a.example/">{% if x %}<a href="https://b.example/">2</a>{% endif %}{% for i in list %}<a href="https://c.example/">3</a>{% endfor %}'
    expect(linksOf(html)).toEqual(['https://a.example/', 'https://b.example/', 'https://c.example/'])
  })

  it.each([
    ['a path', 'https://a.example/{{ id }}/x', 'https://a.example/{{ id }}/x'],
    ['a query', 'https://a.example?q={{ q | url_encode }}', 'https://a.example?q={{ q | url_encode }}'],
    ['a fallback', 'https://a.example/{{ id ?? "none" }}', 'https://a.example/{{ id ?? "none" }}'],
    ['a fragment', 'https://a.example/#{{ at }}', 'https://a.example/#{{ at }}'],
    ['blanks around it', ' \n https://a.example/a\nb\t', 'https://a.example/ab'],
    [
      'references',
      'https&#58;//a.example/&#x0000003f;a&equals;1&copy=2&amp;b&quot;',
      'https://a.example/?a=1&copy=2&b"',
    ],
    ['a port and a user', 'http://me:secret@a.example:8080/', 'http://me:secret@a.example:8080/'],
    ['no path', 'https://a.example', 'https://a.example'],
  ])('may have %s', (_what, href, url) => {
    expect(linksOf(`<a href="${href}">x</a>`)).toEqual([url])
  })

  it.each([
    ['another scheme', '<a href="mailto:a@x.example">'],
    ['a telephone', '<a href="tel:+491">'],
    ['a place in the email', '<a href="#top">'],
    ['an address without a scheme', '<a href="/path">'],
    ['an address without a host', '<a href="https:///x">'],
    ['a host from data', '<a href="https://{{ host }}/x">'],
    ['a part of the host from data', '<a href="https://a.example{{ rest }}">'],
    ['a port from data', '<a href="https://a.example:{{ port }}/">'],
    ['a host behind a user from data', '<a href="https://a.example@{{ host }}/">'],
    ['a backslash before data', '<a href="https://a.example\\{{ rest }}">'],
    ['a scheme from data', '<a href="{{ url }}">'],
    ['a scheme from a condition', '<a href="{% if x %}https://a.example{% endif %}/">'],
    ['a condition in the path', '<a href="https://a.example/{% if x %}a{% endif %}">'],
    ['a filter that needs more than splicing', '<a href="https://a.example/{{ x | upcase }}">'],
    ['a filter that prints HTML', '<a href="https://a.example/?q={{ x | escape }}">'],
    ['a variable of a loop', '{% for i in list %}<a href="https://a.example/{{ i.id }}">{% endfor %}'],
    ['a variable that is assigned', '{% assign u = x %}<a href="https://a.example/{{ u }}">'],
    ['a variable of a list of tags', '{% liquid\nassign u = x %}<a href="https://a.example/{{ u }}">'],
    ['the unsubscribe link', '<a href="{{ unsubscribeUrl }}">'],
    ['the unsubscribe link in another', '<a href="https://a.example/?to={{ unsubscribeUrl }}">'],
    ['one that opts out', '<a data-lm-no-track href="https://a.example/">'],
    ['one that opts out the other way', '<a href="https://a.example/" clicktracking=off>'],
    ['one in a raw block', '{% raw %}<a href="https://a.example/{{ x }}">{% endraw %}'],
    ['one in a comment of Liquid', '{% comment %}<a href="https://a.example/">{% endcomment %}'],
    ['one in a comment of HTML', '<!-- <a href="https://a.example/"> -->'],
    ['one in a style sheet', '<style>a::after { content: \'<a href="https://a.example/">\' }</style>'],
    ['another element', '<link href="https://a.example/"><img src="https://a.example/x.png">'],
    ['an attribute that does not end', '<a href="https://a.example/'],
    ['braces written as references', '<a href="https://a.example/&#123;&#123; x }}">'],
    ['a reference that is not known here', '<a href="https://a.example/&hellip;">'],
    ['a name in another case', '<a href="https://a.example/&Colon;">'],
    ['a reference that is read as another character', '<a href="https://a.example/&#x80;">'],
    ['a reference to half a character', '<a href="https://a.example/&#xd800;">'],
    ['a reference to no character', '<a href="https://a.example/&#99999999999;">'],
    ['an endless one', `<a href="https://a.example/${'x'.repeat(5000)}">`],
  ])('is not: %s', (_what, html) => {
    const done = track(html)
    expect(done).toEqual({ html, text: '', links: [], trackOpens: false })
  })

  it('is not one of more than 200', () => {
    const html = Array.from({ length: 205 }, (_, n) => `<a href="https://a.example/${n % 203}">x</a>`).join(
      '',
    )
    const { html: done, links } = track(html)
    expect(links).toHaveLength(200)
    expect(done.match(/lm_link_/g)).toHaveLength(202)
  })

  it('is not hidden, which spam filters would score', () => {
    const { html } = finishContent({
      html: '<body><a href="https://a.example/">x</a></body>',
      text: '',
      isMarketing: true,
      tracking: { opens: true, clicks: true },
    })
    expect(html).not.toMatch(/display:\s*none|visibility:\s*hidden|mso-hide/)
  })

  it('leaves a plain body plain', () => {
    const { html } = finishContent({
      html: '<body>{{ name }} <a href=https://a.example/{{ id }}>x</a></body>',
      text: '{{ name }}',
      isMarketing: true,
      tracking: { opens: true, clicks: true },
    })
    expect(html).toContain('lm_link_0')
    expect(compileTemplate({ subject: '', html, text: '' }).isPlain).toBe(true)
  })
})

describe('the pixel', () => {
  const FOOTER = /<div lang="\{\{ lm_footer_language \}\}"[^]*?<\/div>/
  const open = (html: string) => {
    const done = finishContent({ html, text: 't', isMarketing: true, tracking: OPENS })
    return { ...done, html: done.html.replace(FOOTER, '') }
  }
  const openTransactional = (html: string) =>
    finishContent({ html, text: 't', isMarketing: false, tracking: OPENS })
  const IMAGE = /<img src="\{\{ lm_open \}\}" alt="" width="1" height="1"[^>]*>/
  const BACKGROUND = /<table [^>]*><tr><td background="\{\{ lm_open \}\}"[^>]*><\/td><\/tr><\/table>/
  const PIXEL = new RegExp(`${IMAGE.source}|${BACKGROUND.source}`)

  it('stands at the end of the body', () => {
    const { html, trackOpens, links } = open('<html><body><p>Hi</p></body></html>')
    expect(html.replace(PIXEL, '|')).toBe('<html><body><p>Hi</p>|</body></html>')
    expect({ trackOpens, links }).toEqual({ trackOpens: true, links: [] })
  })

  it.each([
    ['<p>Hi</p>', '<p>Hi</p>|'],
    ['<p>Hi</p></html>', '<p>Hi</p>|</html>'],
    ['<!-- </body> --><p>Hi', '<!-- </body> --><p>Hi|'],
    ['a{% if x %}1</body>{% else %}2</body>{% endif %}', 'a{% if x %}1</body>{% else %}2</body>{% endif %}|'],
    ['{% raw %}</body>{% endraw %}', '{% raw %}</body>{% endraw %}|'],
    ['{% if x %}1{% endif %}</body>', '{% if x %}1{% endif %}|</body>'],
    ['</body>x</BODY >', '</body>x|</BODY >'],
  ])('in %s is there whatever the variables are', (source, expected) => {
    expect(open(source).html.replace(PIXEL, '|')).toBe(expected)
  })

  it('is not in an email that is text only', () => {
    expect(openTransactional('')).toEqual({ html: '', text: 't', links: [], trackOpens: false })
  })

  it.each([
    ['a short one', '<p>Your code is 123456</p>'],
    ['199 characters', `<p>${'x'.repeat(199)}</p>`],
    ['tags, not words', `<p class="${'x'.repeat(500)}">Hi</p>`],
    ['a style sheet', `<style>${'p{color:red}'.repeat(50)}</style><p>Hi</p>`],
    ['a comment', `<!-- ${'x'.repeat(500)} --><p>Hi</p>`],
    ['blanks', `<p>Hi${' \n'.repeat(300)}there</p>`],
    ['references', `<p>${'&nbsp;'.repeat(100)}Hi</p>`],
    ['Liquid', `<p>{% comment %}${'x'.repeat(500)}{% endcomment %}{{ code }}</p>`],
  ])('is not in a transactional email with little text: %s', (_what, html) => {
    expect(openTransactional(html)).toEqual({ html, text: 't', links: [], trackOpens: false })
  })

  it('is in a transactional email of 200 visible characters', () => {
    const { html, trackOpens } = openTransactional(`<p>${'x'.repeat(100)}<br>${'y'.repeat(100)}</p>`)
    expect(html).toMatch(PIXEL)
    expect(trackOpens).toBe(true)
  })

  it('is an image in an email that is long or has images, else the background of a cell', () => {
    expect(open(`<p>${'x'.repeat(3_200)}</p>`).html).toMatch(IMAGE)
    expect(open('<p>Hi</p><IMG src="https://a.example/logo.png">').html).toMatch(IMAGE)
    const short = open('<p>Hi</p><!-- <img> -->').html
    expect(short).toMatch(BACKGROUND)
    expect(short).not.toMatch(IMAGE)
  })

  it('leaves a plain body plain in either form', () => {
    for (const html of ['<p>Hi {{ name }}</p>', '<p>Hi {{ name }}</p><img src="https://a.example/">']) {
      const compiled = compileTemplate({ subject: '', html: open(html).html, text: '' })
      expect(compiled.isPlain).toBe(true)
      expect(compiled.render({ lm_open: 'https://m.example/o/a-_b' }).html.toString()).toContain(
        '="https://m.example/o/a-_b"',
      )
    }
  })
})

describe('the footer of marketing email', () => {
  it('is added to both parts, with an unsubscribe link, the name and the postal address', () => {
    const { html, text } = finish('<body><p>News</p></body>', 'News\n')
    for (const part of [html, text]) {
      for (const variable of [
        'lm_footer_reason',
        'lm_footer_unsubscribe',
        'unsubscribeUrl',
        'lm_footer_manage',
        'manageUrl',
        'lm_project_name',
        'lm_postal_address',
      ]) {
        expect(part).toContain(`{{ ${variable} }}`)
      }
    }
    expect(html).toMatch(/^<body><p>News<\/p><div [^]*<\/div><\/body>$/)
    expect(text).toMatch(/^News\n\n-- \n/)
  })

  it('is escaped, and keeps a plain body plain', () => {
    const compiled = compileTemplate({ subject: '', ...finish('<p>News</p>', 'News') })
    const { html } = compiled.render({ lm_project_name: '<b>&', unsubscribeUrl: 'https://x.example/u' })
    expect(html.toString()).toContain('&lt;b&gt;&amp;')
    expect(compiled.isPlain).toBe(true)
  })

  it.each([
    '<a href="{{ unsubscribeUrl }}">x</a>',
    '<a href="{{ manageUrl }}">x</a>',
    '<p>{{ unsubscribeUrl | raw }}</p>',
    '{% assign u = unsubscribeUrl %}<a href="{{ u }}">x</a>',
  ])('is not added to %s', (html) => {
    expect(finish(html).html).toBe(html)
  })

  it.each([
    '<!-- {{ unsubscribeUrl }} -->',
    '{{ data.unsubscribeUrl }}',
    '{{ unsubscribeUrls }}',
    '{{ "unsubscribeUrl" }}',
    '{% if unsubscribeUrl %}x{% endif %}',
    '{% comment %}{{ unsubscribeUrl }}{% endcomment %}',
    '{% raw %}{{ unsubscribeUrl }}{% endraw %}',
  ])('is added to %s', (html) => {
    expect(finish(html).html).toContain('lm_footer_unsubscribe')
  })

  it('is added to a text without a link even where the HTML has one', () => {
    const { html, text } = finish('<a href="{{ unsubscribeUrl }}">x</a>', 'News')
    expect(html).not.toContain('footer')
    expect(text).toContain('{{ lm_footer_unsubscribe }}: {{ unsubscribeUrl }}')
  })

  it('adds no text part to an email without one', () => {
    expect(finish('<p>News</p>').text).toBe('')
    expect(finish('', '').text).toContain('unsubscribeUrl')
  })

  it('is not added to other email', () => {
    const email = { html: '<p>Code</p>', text: 'Code', isMarketing: false, tracking: NONE }
    expect(finishContent(email)).toEqual({ html: '<p>Code</p>', text: 'Code', links: [], trackOpens: false })
  })
})

it('a body with too many tags to scan still gets its footer and pixel', () => {
  const html = '<br>'.repeat(40_001)
  const done = finishContent({ html, text: '', isMarketing: true, tracking: { opens: true, clicks: true } })
  expect(done.html).toContain('lm_footer_unsubscribe')
  expect(done.html).toContain('lm_open')
  expect(done.links).toEqual([])
})
