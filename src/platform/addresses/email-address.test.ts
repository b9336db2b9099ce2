import { describe, expect, it } from 'vitest'
import { isEmailForm, parseEmailAddress } from './email-address.ts'
import type { AddressProblem } from './email-address.ts'

const a64 = 'a'.repeat(64)
const label63 = 'b'.repeat(63)
/** 253 characters, the longest domain there is. */
const longDomain = `${label63}.${label63}.${label63}.${'c'.repeat(57)}.org`
/** 189 characters: with a local part of 64, an address of 254. */
const domain189 = `${label63}.${label63}.${'c'.repeat(57)}.org`

type AcceptedCase = [input: string, canonical: string, name?: string]
const same = (address: string, name?: string): AcceptedCase =>
  name ? [address, address, name] : [address, address]

const accepted: AcceptedCase[] = [
  same('ann@example.com'),
  same('a@b.co'),
  same('a@b.c', 'a one-letter top-level domain is a lawful label'),
  same('first.last@example.com'),
  same('a.b.c.d.e.f@example.com'),
  same('ann+news@example.com', 'the part after a plus belongs to the address'),
  same('ann-marie@sub.example.co.uk'),
  same('_@example.com'),
  same('-@example.com', 'a hyphen may begin a local part'),
  same('1234567890@example.com'),
  same("o'brien@example.com"),
  same("!#$%&'*+-/=?^_`{|}~@example.com", 'every sign of atext'),
  same('ann%other.org@example.com', 'a percent sign is an ordinary character, not a route'),
  same('host!ann@example.com', 'an exclamation mark is an ordinary character, not a route'),
  same('ann@1.com'),
  same('ann@123.456.com'),
  same('ann@1and1.de'),
  same('ann@a-b.com'),
  same('ann@a--b.com', 'a double hyphen inside a label'),
  same('ann@r3---sn.example.com', 'hyphens in the third and fourth place without xn'),
  same('ann@axn--b.com', 'xn-- inside a label means nothing'),
  same('ann@example.museum'),
  same('ann@example.a1', 'a top-level domain that is not all digits'),
  same('ann@example.1a'),
  same('ann@example.0xg', '0x that is no number'),
  same('ann@a.b.c.d.e.f.g.h.example.com'),
  same(`${a64}@example.com`, '64 octets before the @'),
  same(`ann@${label63}.com`, 'a label of 63'),
  same(`ann@${label63}.${label63}.com`, 'two labels of 63'),
  same(`${a64}@${domain189}`, '254 octets in all'),
  same(`a@${longDomain.slice(1)}`, 'a domain of 252, 254 octets in all'),
  ['Ann@Example.COM', 'ann@example.com'],
  ['ANN@EXAMPLE.COM', 'ann@example.com'],
  ['ANN@A--B.COM', 'ann@a--b.com'],
  [' ann@example.com', 'ann@example.com', 'a space before'],
  ['ann@example.com ', 'ann@example.com', 'a space after'],
  ['\t ann@example.com \t\t', 'ann@example.com', 'tabs and spaces around'],
  [`${' '.repeat(300)}ann@example.com`, 'ann@example.com', 'more blanks than an address is long'],
  ['"john"@example.com', 'john@example.com', 'needless quotation marks'],
  ['"John.Doe"@example.com', 'john.doe@example.com'],
  ['"j\\o\\h\\n"@example.com', 'john@example.com', 'needless backslashes'],
  ['"a+b"@example.com', 'a+b@example.com'],
  [`"${a64}"@example.com`, `${a64}@example.com`, 'the limit of 64 is for the canonical spelling'],
  [`"${'\\a'.repeat(64)}"@example.com`, `${a64}@example.com`, '64 escaped characters'],
  same('"a..b"@example.com', 'two dots in a row need the quotation marks'),
  same('".a"@example.com'),
  same('"a."@example.com'),
  same('"a:b"@example.com'),
  same('"a;b"@example.com'),
  same('"a(b)c"@example.com', 'parentheses in quotation marks are no comment'),
  same('"a[b]"@example.com'),
  same('"a\\"b"@example.com', 'an escaped quotation mark'),
  same('"a\\\\b"@example.com', 'an escaped backslash'),
  same('"\\""@example.com'),
  same('"\\\\"@example.com', 'an escaped backslash before the closing mark'),
  same('"\\\\\\""@example.com'),
  ['"a\\:B"@example.com', '"a:b"@example.com', 'a needless backslash where the quotation marks are needed'],
  ['"."@example.com', '"."@example.com'],
  same(`"${'.'.repeat(62)}"@example.com`, '64 octets with the quotation marks'),
  ['ann@münchen.de', 'ann@xn--mnchen-3ya.de'],
  ['Ann@MÜNCHEN.DE', 'ann@xn--mnchen-3ya.de'],
  ['ann@mu\u0308nchen.de', 'ann@xn--mnchen-3ya.de', 'a combining diaeresis'],
  same('ann@xn--mnchen-3ya.de'),
  ['ann@XN--Mnchen-3ya.de', 'ann@xn--mnchen-3ya.de'],
  ['ann@faß.de', 'ann@xn--fa-hia.de', 'sharp s stays itself'],
  ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
  ['ann@例え。テスト', 'ann@xn--r8jz45g.xn--zckzah', 'an ideographic full stop is a dot'],
  ['ann@ｅｘａｍｐｌｅ．ｃｏｍ', 'ann@example.com', 'full-width letters are letters'],
  ['ann@почта.рф', 'ann@xn--80a1acny.xn--p1ai'],
  ['ann@☕.example', 'ann@xn--53h.example'],
  ['ann@i❤\ufe0f.ws', 'ann@xn--i-7iq.ws', 'an emoji as keyboards write it'],
]

type RefusedCase = [input: string, code: AddressProblem['code'], name?: string]
const refused: RefusedCase[] = [
  ['', 'no-domain', 'nothing'],
  ['   ', 'no-domain', 'only blanks'],
  ['ann', 'no-domain'],
  ['ann.example.com', 'no-domain'],
  ['ann@', 'no-domain'],
  ['ann＠example.com', 'no-domain', 'a full-width at sign'],
  ['ann﹫example.com', 'no-domain', 'a small at sign'],
  ['@', 'no-local'],
  ['@example.com', 'no-local'],
  ['""@example.com', 'no-local', 'empty quotation marks'],
  ['ann@bob@example.com', 'syntax'],
  ['ann@@example.com', 'syntax'],
  ['@@', 'syntax'],
  ['@a.com,@b.com:ann@example.com', 'syntax', 'a source route'],
  ['@a.com:ann@example.com', 'syntax'],
  ['Ann <ann@example.com>', 'syntax', 'a display name'],
  ['"Ann Lee" <ann@example.com>', 'syntax', 'a quoted display name'],
  ['<ann@example.com>', 'syntax', 'angle brackets'],
  ['mailto:ann@example.com', 'syntax'],
  ['friends:ann@example.com;', 'syntax', 'a group'],
  ['ann@example.com,bob@example.com', 'syntax', 'a list'],
  ['ann@example.com,', 'syntax'],
  ['ann@example.com;', 'syntax'],
  ['ann(comment)@example.com', 'syntax', 'a comment before the @'],
  ['ann@example.com(comment)', 'syntax', 'a comment after the domain'],
  ['ann@(comment)example.com', 'syntax'],
  ['ann lee@example.com', 'syntax'],
  ['ann @example.com', 'syntax'],
  ['ann@ example.com', 'syntax'],
  ['ann@exam ple.com', 'syntax'],
  ['ann\\@example.com', 'syntax', 'a backslash outside quotation marks'],
  ['ann\\ lee@example.com', 'syntax'],
  ['a"b"c@example.com', 'syntax'],
  ['a."b"@example.com', 'syntax', 'an obsolete mix of atoms and quoted strings'],
  ['"a".b@example.com', 'syntax'],
  ['"a"b@example.com', 'syntax'],
  ['"a" @example.com', 'syntax'],
  ['"a""b"@example.com', 'syntax'],
  ['"ann@example.com"', 'syntax', 'the whole address in quotation marks'],
  ['"a"@b@example.com', 'syntax'],
  ['[ann]@example.com', 'syntax'],
  ['ann@example.com:25', 'syntax', 'a port'],
  ['ann@example.com\\evil', 'syntax'],
  ['ann@[1.2.3.4', 'syntax', 'an address literal left open'],
  ['ann@[1.2.3.4]x', 'syntax'],
  ['ann@[1.2.3.4] x', 'syntax'],
  ['\u00a0ann@example.com', 'syntax', 'a no-break space before'],
  ['ann@example.com\u00a0', 'syntax', 'a no-break space after'],
  ['ann@example.com\u3000', 'syntax', 'an ideographic space after'],
  ['\u2003ann@example.com', 'syntax', 'an em space before'],
  ['"a@b"@example.com', 'quoted'],
  ['"a b"@example.com', 'quoted'],
  ['" "@example.com', 'quoted'],
  ['"a,b"@example.com', 'quoted'],
  ['"a<b"@example.com', 'quoted'],
  ['"a>b"@example.com', 'quoted'],
  ['"a\\@b"@example.com', 'quoted', 'an escaped @ is still an @'],
  ['"a\\ b"@example.com', 'quoted'],
  [`"a@${a64}${a64}"@example.com`, 'quoted', 'an @ in a part that is too long as well'],
  ['"ä@b"@example.com', 'quoted', 'an @ beside a letter that is refused as well'],
  ['"victim@other.org> SIZE=1"@example.com', 'quoted', 'an SMTP parameter smuggled in'],
  ['"ann@example.com', 'quoted', 'quotation marks left open'],
  ['"ann\\"@example.com', 'quoted', 'the closing mark is escaped'],
  ['"', 'quoted'],
  ['"\\', 'quoted'],
  ['ann@example.com\n', 'control-character', 'a newline after'],
  ['\nann@example.com', 'control-character', 'a newline before'],
  ['ann@example.com\r\n', 'control-character'],
  ['ann@example.com\r\nRCPT TO:<bob@example.com>', 'control-character', 'an SMTP command smuggled in'],
  ['ann@exam\nple.com', 'control-character'],
  ['an\tn@example.com', 'control-character', 'a tab inside'],
  ['ann@exam\tple.com', 'control-character'],
  ['ann\0@example.com', 'control-character'],
  ['ann@example.com\0.evil.org', 'control-character'],
  ['ann\x7f@example.com', 'control-character'],
  ['ann\x85@example.com', 'control-character', 'a C1 line end'],
  ['ann@exa\x9fmple.com', 'control-character'],
  ['ann@example.com\u2028', 'control-character', 'a line separator'],
  ['\u2029ann@example.com', 'control-character', 'a paragraph separator'],
  ['"a\nb"@example.com', 'control-character'],
  ['"a\\\nb"@example.com', 'control-character', 'an escaped newline'],
  ['\x0bann@example.com', 'control-character', 'a vertical tab is no blank'],
  ['\u200bann@example.com', 'invisible-character', 'a zero-width space before'],
  ['\ufeffann@example.com', 'invisible-character', 'a byte order mark before'],
  ['an\u00adn@example.com', 'invisible-character', 'a soft hyphen in the name'],
  ['ann@exam\u00adple.com', 'invisible-character', 'a soft hyphen in the domain'],
  ['ann@example.com\u200b', 'invisible-character'],
  ['ann@\u202emoc.elpmaxe', 'invisible-character', 'a right-to-left override'],
  ['.ann@example.com', 'local-dots'],
  ['ann.@example.com', 'local-dots'],
  ['ann..lee@example.com', 'local-dots'],
  ['.@example.com', 'local-dots'],
  ['änn@example.com', 'local-not-ascii'],
  ['用户@例子.广告', 'local-not-ascii'],
  ['ａｎｎ@example.com', 'local-not-ascii', 'full-width letters before the @ are another mailbox'],
  ['\u212aate@example.com', 'local-not-ascii', 'a Kelvin sign does not become a k'],
  ['"änn"@example.com', 'local-not-ascii'],
  ['😀@example.com', 'local-not-ascii'],
  ['\ud800@example.com', 'local-not-ascii', 'half a surrogate pair'],
  [`a${a64}@example.com`, 'local-too-long'],
  [`"${'.'.repeat(63)}"@example.com`, 'local-too-long', '65 octets with the quotation marks'],
  [`"${'\\"'.repeat(32)}"@example.com`, 'local-too-long', 'escapes that must stay count'],
  [`"${'\\a'.repeat(65)}"@example.com`, 'local-too-long'],
  [`ann@a.${longDomain}`, 'domain-too-long'],
  [`ann@${'b.'.repeat(600)}com`, 'domain-too-long'],
  [`ab@${longDomain}`, 'too-long', '256 octets in all'],
  [`a@${longDomain}`, 'too-long', '255 octets in all'],
  [`a${a64.slice(1)}@b${domain189.slice(1)}m`, 'too-long'],
  ['ann@[1.2.3.4]', 'address-literal'],
  ['ann@[IPv6:::1]', 'address-literal'],
  ['ann@[]', 'address-literal'],
  ['ann@localhost', 'single-label'],
  ['ann@com', 'single-label'],
  ['ann@xn--p1ai', 'single-label'],
  ['ann@1.2.3.4', 'numeric-tld'],
  ['ann@127.1', 'numeric-tld'],
  ['ann@0x7f.1', 'numeric-tld'],
  ['ann@0x7f.0x1', 'numeric-tld', 'hexadecimal numbers that resolvers read as an IP address'],
  ['ann@１２７.１', 'numeric-tld', 'full-width digits'],
  ['ann@example.123', 'numeric-tld'],
  ['ann@2130706433', 'numeric-tld'],
  ['ann@example.com.', 'label', 'a dot after the domain'],
  ['ann@例え.テスト。', 'label', 'an ideographic full stop after the domain'],
  ['ann@.example.com', 'label'],
  ['ann@example..com', 'label'],
  ['ann@.', 'label'],
  ['ann@-example.com', 'label'],
  ['ann@example-.com', 'label'],
  ['ann@example.com-', 'label'],
  [`ann@b${label63}.com`, 'label', 'a label of 64'],
  [`ann@${'ü'.repeat(60)}.com`, 'label', 'a label over 63 once encoded'],
  ['ann@ex_ample.com', 'label'],
  ['ann@_dmarc.example.com', 'label'],
  ['ann@exam%70le.com', 'label', 'a percent escape'],
  ['ann@example.com/evil', 'label', 'a slash'],
  ['ann@example.com?x', 'label'],
  ['ann@example.com#x', 'label'],
  ["ann@exam'ple.com", 'label'],
  ['ann@exam!ple.com', 'label'],
  ['ann@*.com', 'label'],
  ['ann@ü_.com', 'label'],
  ['ann@ü％41.com', 'label', 'a full-width percent sign'],
  ['ann@ü／.com', 'label', 'a full-width slash'],
  ['ann@①.com', 'idn', 'a circled digit does not become a digit'],
  ['ann@ﬁ.com', 'idn', 'a ligature does not become letters'],
  ['ann@xn--a.com', 'idn', 'a false xn-- label'],
  ['ann@a\u200db.com', 'idn', 'a joiner between Latin letters'],
  ['ann@\ud800.com', 'idn'],
]

const show = (input: string, name?: string) => {
  const text = input.length > 60 ? `${input.slice(0, 57)}…` : input
  return name ? `${name}: ${JSON.stringify(text)}` : JSON.stringify(text)
}

describe('parseEmailAddress accepts', () => {
  it.each(accepted.map((row) => ({ row, title: show(row[0], row[2]) })))('$title', ({ row }) => {
    const [input, canonical] = row
    const at = canonical.lastIndexOf('@')
    expect(parseEmailAddress(input)).toEqual({
      ok: true,
      address: canonical,
      local: canonical.slice(0, at),
      domain: canonical.slice(at + 1),
    })
  })
})

describe('parseEmailAddress refuses', () => {
  it.each(refused.map((row) => ({ row, title: show(row[0], row[2]) })))('$title', ({ row }) => {
    const [input, code] = row
    expect(parseEmailAddress(input)).toMatchObject({ ok: false, problem: { code } })
  })

  it('with one sentence each', () => {
    const results = refused.map(([input]) => parseEmailAddress(input))
    const messages = results.map((result) => (result.ok ? '' : result.problem.message))
    expect(messages.filter((message) => !/^[A-Z].+[^.]\.$/.test(message))).toEqual([])
  })
})

describe('isEmailForm', () => {
  it.each([
    'ann@example.com',
    'ann@-example.com',
    'ann@localhost',
    'ann@1.2.3.4',
    'ann@[1.2.3.4]',
    'ann..lee@example.com',
    'änn@example.com',
    `a${a64}@example.com`,
    `ann@a${longDomain}`,
    `${'a'.repeat(5000)}@example.com`,
  ])('is true of %j, which has both halves', (input) => {
    expect(isEmailForm(input)).toBe(true)
  })

  it.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@bob@example.com',
    'Ann <ann@example.com>',
    'ann lee@example.com',
    'ann@example.com\n',
    'ann@example.com\u200b',
    '"a@b"@example.com',
    '"ann@example.com',
  ])('is false of %j', (input) => {
    expect(isEmailForm(input)).toBe(false)
  })
})
