import { describe, expect, it } from 'vitest'
import { isAllowedIn, isAllowedUrl, isUrlAttribute } from './url-guard.ts'

describe('a URL', () => {
  it.each([
    '',
    ' ',
    'http://x.example',
    'https:x',
    'HTTPS://X.EXAMPLE',
    'mailto:a@x.example',
    'tel:+49 30 1',
    'cid:part@x.example',
    ' \n https://x.example',
    'ht\ntps://x.example',
    'https&#58;//x.example',
    'https&colon;//x.example',
    'relative',
    './a:b',
    '/a:b',
    '?a:b',
    '#a:b',
    'a/b:c',
    '../a:b',
    'a&amp;b',
    '&lt;b&gt;',
  ])('%j is allowed', (url) => expect(isAllowedUrl(url)).toBe(true))

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    '\u00A0javascript:alert(1)',
    '\uFEFFjavascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java\r\nscript:alert(1)',
    'java\u0000script:alert(1)',
    'java\u200Bscript:alert(1)',
    'java\u00ADscript:alert(1)',
    'java script:alert(1)',
    'javascript :alert(1)',
    'javascript\t:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&amp;colon;alert(1)',
    'javascript&amp;amp;colon;alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#58alert(1)',
    'javascript&#x3a;alert(1)',
    'javascript&#X3A;alert(1)',
    'javascript&#0000000000000058;alert(1)',
    'javascript&amp;#58;alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;&#97vascript&colon;alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script:alert(1)',
    'java&#9;script&#10;:alert(1)',
    '&nbsp;javascript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'ftp://x.example',
    'blob:https://x.example/1',
    'view-source:https://x.example',
    'about:blank',
    'intent://x',
    'ms-word:x',
    'sms:1',
    'x-y+z.1:x',
    'http&javascript:x',
    'ｊavascript:x',
    'https\u202E:x'.replace('https', 'httpsx'),
    ':x',
    '\\\\javascript:x',
    '"javascript:x',
    'localhost:3000',
    `${'&amp;'.repeat(20)}x`.replace('&', '&amp;amp;amp;amp;amp;amp;'),
    `${' '.repeat(10_000)}relative`,
  ])('%j is not', (url) => expect(isAllowedUrl(url)).toBe(false))
})

describe('an attribute that browsers or email clients load or follow', () => {
  it.each([
    'href',
    'SRC',
    'xlink:href',
    'v:src',
    'action',
    'formaction',
    'formAction',
    'background',
    'srcset',
    'imagesrcset',
    'poster',
    'data',
    'cite',
    'longdesc',
    'ping',
    'lowsrc',
    'dynsrc',
    'manifest',
    'codebase',
  ])('is %s', (name) => expect(isUrlAttribute(name)).toBe(true))

  it.each(['title', 'alt', 'hrefs', 'data-src', 'content', 'style', 'sizes', ''])('is not %s', (name) =>
    expect(isUrlAttribute(name)).toBe(false),
  )
})

describe('a list of URLs', () => {
  it.each([
    '',
    'https://x.example/a.png',
    'https://x.example/a.png 1x, https://x.example/b.png 2x',
    'a.png 100w,/b.png 200w',
    'cid:a 1x',
    'https://x.example/a,b.png 1.5x',
    'https://x.example/?a=1&amp;b=2 1x',
  ])('%j is allowed', (urls) => expect(isAllowedIn('srcset', urls)).toBe(true))

  it.each([
    'javascript:alert(1)',
    'https://x.example/a.png 1x, javascript:alert(1) 2x',
    'https://x.example/a.png 1x,javascript:alert(1) 2x',
    'https://x.example/a.png&#32;1x&#44;javascript&colon;alert(1)',
    'https://x.example/a.png 1x&comma;javascript:alert(1)',
    'a.png\njavascript:alert(1)',
    'https://x.example/a.png data:text/html,x',
    `${'x '.repeat(5000)}`,
  ])('%j is not', (urls) => expect(isAllowedIn('srcset', urls)).toBe(false))

  it('is one only where the attribute takes one', () => {
    expect(isAllowedIn('href', 'https://x.example/a, javascript:b')).toBe(true)
    expect(isAllowedIn('ping', 'https://x.example/a javascript:b')).toBe(false)
  })
})
