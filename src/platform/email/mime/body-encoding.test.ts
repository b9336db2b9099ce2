import { describe, expect, it } from 'vitest'
import { base64Lines, encodeText } from './body-encoding.ts'

const encode = (text: string) => encodeText(Buffer.from(text))
const wire = (text: string) => encode(text).bytes.toString('latin1')

describe('the encoding of a text', () => {
  it.each([
    ['plain ASCII', 'Hello\nAnn\n', '7bit'],
    ['nothing', '', '7bit'],
    ['a line of 998', 'x'.repeat(998), '7bit'],
    ['a line of 999', 'x'.repeat(999), 'quoted-printable'],
    ['a long line between short ones', `a\n${'x'.repeat(999)}\nb`, 'quoted-printable'],
    ['lines of 998', `${'x'.repeat(998)}\n`.repeat(3), '7bit'],
    ['what looks like a boundary', 'a\n--=_b\n', 'quoted-printable'],
    ['a few accents', `${'Hello Zoë. '.repeat(20)}\n`, 'quoted-printable'],
    ['Cyrillic', 'Наша весенняя коллекция\n', 'base64'],
    ['markup around Cyrillic', `<p style="color:red">${'x'.repeat(100)}</p>Весна\n`, 'quoted-printable'],
    ['Japanese', '春が来ました\n', 'base64'],
    // One in six is where quoted-printable begins to be longer.
    ['one byte in six', 'ë1234567890', 'quoted-printable'],
    ['more than one byte in six', 'ë123456789', 'base64'],
  ])('of %s is %s', (_name, text, encoding) => {
    expect(encode(text).encoding).toBe(encoding)
  })
})

/** Long enough that quoted-printable is the encoding, whatever is added. */
const latin = `é${'.'.repeat(60)}\r\n`

describe('quoted-printable', () => {
  it.each([
    ['=', '=3D'],
    ['é', '=C3=A9'],
    ['a \nb', 'a=20\r\nb'],
    ['a\t\nb', 'a=09\r\nb'],
    ['a  ', 'a =20'],
    [' ', '=20'],
    ['\n\n', '\r\n\r\n'],
    ['a\x0bb\x7f', 'a=0Bb=7F'],
    ['x'.repeat(75), 'x'.repeat(75)],
    ['x'.repeat(76), `${'x'.repeat(75)}=\r\nx`],
    [`${'x'.repeat(73)}é`, `${'x'.repeat(73)}=\r\n=C3=A9`],
    [`${'x'.repeat(72)}=y`, `${'x'.repeat(72)}=3D=\r\ny`],
    [`${'x'.repeat(73)} \n`, `${'x'.repeat(73)}=20\r\n`],
    [`${'x'.repeat(74)} \n`, `${'x'.repeat(74)}=\r\n=20\r\n`],
  ])('of %j is %j', (text, expected) => {
    expect(wire(`${latin}${text}`)).toBe(`=C3=A9${'.'.repeat(60)}\r\n${expected}`)
  })

  it('of text that is all to be escaped has room enough', () => {
    const text = `${'='.repeat(1999)}${'x'.repeat(12_000)}`
    const lines = wire(text).split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(76)
    expect(
      lines
        .map((line) => line.replace(/=$/, ''))
        .join('')
        .replaceAll('=3D', '='),
    ).toBe(text)
  })
})

describe('base64', () => {
  it.each([0, 1, 2, 3, 56, 57, 58, 113, 114, 115])('of %i bytes stands in lines of 76', (size) => {
    const bytes = Buffer.alloc(size, 0xfb)
    const lines = base64Lines(bytes).toString().split('\r\n')
    expect(lines.pop()).toBe('')
    expect(lines.slice(0, -1).every((line) => line.length === 76)).toBe(true)
    expect(Buffer.from(lines.join(''), 'base64')).toEqual(bytes)
  })
})
