import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decodeBase64 } from './attachment-bytes.ts'

describe('base64', () => {
  it.each(Array.from({ length: 9 }, (_, bytes) => bytes))(
    'of %i bytes is decoded, padded or not',
    async (bytes) => {
      const given = randomBytes(bytes)
      const text = given.toString('base64')
      expect(await decodeBase64(text)).toEqual(given)
      expect(await decodeBase64(text.replaceAll('=', ''))).toEqual(given)
    },
  )

  it('may have line breaks anywhere', async () => {
    const given = randomBytes(1_000)
    const lines = given.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
    expect(await decodeBase64(lines)).toEqual(given)
    expect(await decodeBase64('\nY\nQ\r\n=\r=\n')).toEqual(Buffer.from('a'))
  })

  it('may end in bits that no byte needs', async () => {
    expect(await decodeBase64('YR==')).toEqual(Buffer.from('a'))
    expect(await decodeBase64('YWJ')).toEqual(Buffer.from('ab'))
  })

  it.each([
    'a',
    'aaaaa',
    'YQ=',
    'YQ===',
    'Y Q==',
    'YQ==YQ==',
    'Y-_a',
    'YWE-',
    'YWE_',
    'YWI%',
    '%%%%',
    '=',
    '====',
    'YWFé',
    'éééé',
    'data:text/plain;base64,YQ==',
  ])('is refused if it is nearly valid: %s', async (text) => {
    expect(await decodeBase64(text)).toBeUndefined()
    expect(await decodeBase64(`YWFh\n${text}`)).toBeUndefined()
  })

  it('may have millions of lines', async () => {
    expect(await decodeBase64('A\n'.repeat(4_000_000))).toHaveLength(3_000_000)
  })
})
