import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readPrivateKey } from './private-key.ts'

type Options = { bits?: number; exponent?: number; type?: 'pkcs1' | 'pkcs8'; passphrase?: string }

const rsa = ({ bits = 2048, exponent = 65_537, type = 'pkcs8', passphrase }: Options = {}) => {
  const pair = generateKeyPairSync('rsa', { modulusLength: bits, publicExponent: exponent })
  const encryption = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }
  return {
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }),
    privateKey: String(pair.privateKey.export({ type, format: 'pem', ...encryption })),
  }
}

describe('a private key', () => {
  it.each([
    ['PKCS #8', rsa()],
    ['PKCS #1', rsa({ type: 'pkcs1' })],
    ['PKCS #8 of 1024 bits', rsa({ bits: 1024 })],
    ['PKCS #8 of 4096 bits', rsa({ bits: 4096 })],
  ])('is read as %s', async (_, { publicKey, privateKey }) => {
    const read = await readPrivateKey(privateKey)
    expect(read).toMatchObject({ ok: true, pair: { publicKey: publicKey.toString('base64') } })
  })

  it('is read with blanks around it and line ends of Windows', async () => {
    const { privateKey } = rsa()
    expect(await readPrivateKey(`\n\n${privateKey.replaceAll('\n', '\r\n')}\n`)).toMatchObject({ ok: true })
  })

  const { privateKey: pem, publicKey: der } = rsa()
  const encoded = der.toString('base64')
  it.each([
    ['nothing', '', /must be a private key in PEM form/],
    ['text', 'hello', /must be a private key in PEM form/],
    ['half a file', pem.slice(0, 800), /must be a private key in PEM form/],
    ['a public key', `-----BEGIN PUBLIC KEY-----\n${encoded}\n-----END PUBLIC KEY-----\n`, /public key/],
    ['an encrypted key', rsa({ passphrase: 'secret' }).privateKey, /passphrase.*openssl rsa/],
    [
      'an encrypted key of the old form',
      rsa({ type: 'pkcs1', passphrase: 'secret' }).privateKey,
      /passphrase.*openssl rsa/,
    ],
    ['a short key', rsa({ bits: 1016 }).privateKey, /has 1016 bits/],
    ['a long key', rsa({ bits: 4104 }).privateKey, /has 4104 bits/],
    ['an exponent that receivers refuse', rsa({ exponent: 2 ** 31 + 11 }).privateKey, /exponent/],
  ])('is refused as %s', async (_, text, words) => {
    expect(await readPrivateKey(text)).toEqual({
      ok: false,
      problem: expect.stringMatching(words) as string,
    })
  })

  it('is refused if it is not RSA', async () => {
    const keys = [
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'sec1', format: 'pem' }),
      generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey.export({
        type: 'pkcs8',
        format: 'pem',
      }),
    ]
    const read = await Promise.all(keys.map((key) => readPrivateKey(String(key))))
    expect(read.map((one) => !one.ok && one.problem)).toEqual([
      expect.stringMatching(/must be an RSA key.*not ed25519/),
      expect.stringMatching(/must be an RSA key.*not ec/),
      expect.stringMatching(/must be an RSA key.*not rsa-pss/),
    ])
  })

  it('is refused if its halves do not belong together', async () => {
    const one = rsa({ type: 'pkcs1' }).privateKey
    const bytes = Buffer.from(one.replaceAll(/-----.*-----|\s/g, ''), 'base64')
    // The modulus begins behind the version; the private exponent is not touched.
    bytes[40] = (bytes[40] ?? 0) ^ 0xff
    const damaged = `-----BEGIN RSA PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END RSA PRIVATE KEY-----\n`
    expect(await readPrivateKey(damaged)).toEqual({
      ok: false,
      problem: expect.stringMatching(/damaged/) as string,
    })
  })
})
