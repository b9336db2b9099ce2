// A browser decides what a link does: email is read in one, or in something that reads HTML like one.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../../../test/support/browser/browser.ts'
import { renderHtml } from '../liquid/fixtures/rendering.ts'

const ALLOWED = ['http:', 'https:', 'mailto:', 'tel:', 'cid:', 'none']

const SCRIPTS = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',

  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0000javascript:alert(1)',
  'java\u0000script:alert(1)',

  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  '&#106;avascript&#x3A;alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script&colon;alert(1)',
  '&nbsp;javascript:alert(1)',
  '\u00A0javascript:alert(1)',
  '\uFEFFjavascript:alert(1)',
  'javascript\u200B:alert(1)',
  'data:text/html,<script>alert(1)</script>',

  'vbscript:x',
  'blob:x',
  'file:///etc/passwd',
  'x" onclick="alert(1)',
  "x' onclick='alert(1)",
  'x onclick=alert(1)',
  'href=javascript:alert(1)',

  '"><script>alert(1)</script>',
  '</a><script>alert(1)</script>',
  '`onclick=alert(1)',
  'x>y',
  '\\javascript:alert(1)',
]

const CONTEXTS = [
  '<a href="{{ x }}">a</a>',
  "<a href='{{ x }}'>a</a>",
  '<a href={{ x }}>a</a>',
  '<a href={{ x }} title={{ x }} class={{ x }}>a</a>',
  '<a href=" {{ x }}">a</a>',
  '<a title="{{ x }}" href="{{ x }}/more">a</a>',
  '<a href="{{ empty_text }}{{ x }}">a</a>',
  '<a href="{% if true %}{{ x }}{% endif %}">a</a>',
  '{% capture u %}{{ x }}{% endcapture %}<a href="{{ u }}">a</a>',
  '<p>{{ x }}</p><a href="{{ x | escape }}">a</a>',
  '<svg><a xlink:href="{{ x }}"><text>a</text></a></svg>',
  '<title>{{ x }}</title><a href="{{ x }}">a</a>',
  '<a {{ x }}>a</a><a data-{{ x }}>b</a><a class=a{{ x }}>c</a>',
  '<form action="{{ x }}"><button formaction={{ x }}>a</button><input type=image formaction=\'{{ x }}\'></form>',
  '<body background="{{ x }}"><table background="{{ x }}"><td background={{ x }}>a</td></table></body>',
  '<img srcset="{{ x }}"><img srcset="a.png 1x, {{ x }} 2x"><img srcset="https://a.example/{{ x }} 1x"><img srcset={{ x }}>',
  '<video poster="{{ x }}"></video><object data="{{ x }}" codebase="{{ x }}"></object>',
  '<blockquote cite="{{ x }}">a</blockquote><img longdesc="{{ x }}" lowsrc="{{ x }}" dynsrc="{{ x }}">',
  '<a ping="https://a.example {{ x }}" href="#">a</a>',
]

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  page = await browser.newPage()
})
afterAll(() => browser.close())

type PageReading = { hrefs: string[]; schemes: string[]; handlers: string[]; scripts: number }

// As text, because it runs in the page, which has other globals.
const READ = `(source) => {
  const page = new DOMParser().parseFromString(source, 'text/html')
  const elements = [...page.querySelectorAll('*')]
  const attributes = elements.flatMap((element) => [...element.attributes])
  const hrefs = attributes
    .filter(({ name }) => /^(xlink:href|href|src|action|formaction|background|poster|data|codebase|cite|longdesc|lowsrc|dynsrc)$/.test(name))
    .map(({ value }) => value)
  const listed = attributes
    .filter(({ name }) => /^(srcset|ping)$/.test(name))
    .flatMap(({ value }) => value.split(/[\\s,]+/))
  const schemeOf = (href) => URL.canParse(href, 'https://mail.example/') ? new URL(href, 'https://mail.example/').protocol : 'none'
  return {
    hrefs,
    schemes: [...hrefs, ...listed].map(schemeOf),
    handlers: attributes.map(({ name }) => name).filter((name) => name.startsWith('on')),
    scripts: page.querySelectorAll('script').length,
  }
}`

const readAsBrowser = (html: string): Promise<PageReading> =>
  page.evaluate<PageReading>(`(${READ})(${JSON.stringify(html)})`)

it.each(CONTEXTS)('no value makes a browser run it in %s', async (source) => {
  for (const value of SCRIPTS) {
    const html = renderHtml(source, { x: value })
    const { schemes, handlers, scripts } = await readAsBrowser(html)
    expect({ value, bad: schemes.filter((scheme) => !ALLOWED.includes(scheme)) }).toEqual({ value, bad: [] })
    expect({ value, handlers, scripts }).toEqual({ value, handlers: [], scripts: 0 })
  }
})

it.each([
  '<a href="javascript&colon;alert(1)">a</a>',
  '<form action="javascript&colon;alert(1)"></form>',
  '<img srcset="a.png 1x,javascript&colon;alert(1) 2x">',
])('is a test that fails without the guard: %s', async (html) => {
  expect((await readAsBrowser(html)).schemes).toContain('javascript:')
})

it.each(['https://x.example/?a=1&b="2"', 'mailto:a@x.example', 'tel:+491', 'cid:logo', '/path', 'a b'])(
  'a browser reads the link %s as it was given',
  async (x) => {
    const sources = [
      '<a href="{{ x }}">',
      "<a href='{{ x }}'>",
      '<a href={{ x }} title=y>',
      '<form action="{{ x }}">',
    ]
    for (const source of sources) {
      expect((await readAsBrowser(renderHtml(source, { x }))).hrefs).toEqual([x])
    }
  },
)
