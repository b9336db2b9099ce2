import { describe, expect, it } from 'vitest'
import { mailbox } from '../fixtures/messages.ts'
import { customHeader, mailboxHeader, parameter, textHeader } from './header-encoding.ts'

describe('a text header', () => {
  it.each([
    ['Spring is here', 'Subject: Spring is here\r\n'],
    ['', 'Subject: \r\n'],
    ['  two  blanks  ', 'Subject: two  blanks\r\n'],
    ['Zoë', 'Subject: =?UTF-8?B?Wm/Dqw==?=\r\n'],
    ['a\r\nBcc: x@example.com', 'Subject: a Bcc: x@example.com\r\n'],
    ['a\0b\tc\x7fd\u0085e\u2028f', 'Subject: a b c d e f\r\n'],
    ['=?UTF-8?B?aGk=?=', 'Subject: =?UTF-8?B?PT9VVEYtOD9CP2FHaz0/PQ==?=\r\n'],
    ['what is 1=?', 'Subject: what is 1=?\r\n'],
    ['\ud800', 'Subject: =?UTF-8?B?77+9?=\r\n'],
  ])('of %j is %j', (value, line) => {
    expect(textHeader('Subject', value)).toBe(line)
  })

  it('folds at blanks, before 76 characters', () => {
    expect(textHeader('Subject', 'word '.repeat(30))).toBe(
      `Subject: ${'word '.repeat(13).trim()}\r\n ${'word '.repeat(15).trim()}\r\n word word\r\n`,
    )
  })

  it('leaves a link whole', () => {
    const link = `<https://example.org/u?${'x'.repeat(300)}=?y>`
    expect(customHeader('List-Unsubscribe', link)).toBe(`List-Unsubscribe: ${link}\r\n`)
  })

  it.each([
    ['a word that no line can hold', 'x'.repeat(2000)],
    ['blanks that fill a line', `a${' '.repeat(2000)}b`],
  ])('encodes %s', (_name, value) => {
    const lines = textHeader('Subject', value).split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76)
    expect(decoded(textHeader('Subject', value))).toBe(value)
  })
})

/** RFC 2047 section 6.2: blanks between encoded words are not shown. */
function decoded(header: string): string {
  const words = header.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)
  return [...words].map(([, base64 = '']) => Buffer.from(base64, 'base64').toString()).join('')
}

describe('a mailbox', () => {
  it.each([
    [undefined, 'ann@example.net'],
    ['', 'ann@example.net'],
    [' \r\n ', 'ann@example.net'],
    ['Ann', 'Ann <ann@example.net>'],
    ['Ann Example', 'Ann Example <ann@example.net>'],
    ['Example, Ann', '"Example, Ann" <ann@example.net>'],
    ['Ann "A" \\ B', '"Ann \\"A\\" \\\\ B" <ann@example.net>'],
    ['ann@example.net', '"ann@example.net" <ann@example.net>'],
    ['Zoë, Ann', '=?UTF-8?B?Wm/DqywgQW5u?= <ann@example.net>'],
    ['Ann\r\nBcc: x@example.com', '"Ann Bcc: x@example.com" <ann@example.net>'],
    ['Ann <x@example.com>,', '"Ann <x@example.com>," <ann@example.net>'],
  ])('called %j is %j', (name, text) => {
    expect(mailboxHeader('To', [mailbox('ann@example.net', name)])).toBe(`To: ${text}\r\n`)
  })

  it('stands with others in lines of at most 76 characters', () => {
    const many = Array.from({ length: 5 }, (_, index) =>
      mailbox(`ann${index}@example.net`, `Ann Example ${index}`),
    )
    expect(mailboxHeader('To', many)).toBe(
      [
        'To: Ann Example 0 <ann0@example.net>, Ann Example 1 <ann1@example.net>, Ann',
        ' Example 2 <ann2@example.net>, Ann Example 3 <ann3@example.net>, Ann Example',
        ' 4 <ann4@example.net>',
        '',
      ].join('\r\n'),
    )
  })
})

describe('a parameter', () => {
  it.each([
    ['price list.pdf', ';\r\n filename="price list.pdf"'],
    ['', ';\r\n filename=""'],
    ['a;b=c.pdf', ';\r\n filename="a;b=c.pdf"'],
    ['a"b\\c.pdf', ";\r\n filename*=UTF-8''a%22b%5Cc.pdf"],
    ["it's (1) *.pdf", ';\r\n filename="it\'s (1) *.pdf"'],
    ["ë's (1)*.pdf", ";\r\n filename*=UTF-8''%C3%AB%27s%20%281%29%2A.pdf"],
    ['a\r\nX-Evil: 1', ';\r\n filename="a X-Evil: 1"'],
    ['=?UTF-8?B?aGk=?=', ";\r\n filename*=UTF-8''%3D%3FUTF-8%3FB%3FaGk%3D%3F%3D"],
  ])('of %j is %j', (value, text) => {
    expect(parameter('filename', value)).toBe(text)
  })

  it('that is long goes on in numbered pieces, which do not split a character', () => {
    const pieces = parameter('filename', `${'ж'.repeat(20)}.pdf`)
      .split(';\r\n ')
      .slice(1)
    expect(pieces).toEqual([
      `filename*0*=UTF-8''${'%D0%B6'.repeat(8)}`,
      `filename*1*=${'%D0%B6'.repeat(8)}`,
      `filename*2*=${'%D0%B6'.repeat(4)}.pdf`,
    ])
  })
})
