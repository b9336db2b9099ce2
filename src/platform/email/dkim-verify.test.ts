// Signatures of our own signer and of another program, and what must not count as one.
import { generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { describe, expect, it } from 'vitest'
import { dkimSignatures } from './dkim.ts'
import { isSignatureValid, keyName, readSignatures } from './dkim-verify.ts'

const NOW = new Date('2026-11-19T04:00:00Z')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')

const rsaText = (key: KeyObject) =>
  `v=DKIM1; k=rsa; p=${key.export({ format: 'der', type: 'spki' }).toString('base64')}`
const RSA_TEXT = rsaText(rsa.publicKey)
const ED25519_TEXT = `v=DKIM1; k=ed25519; p=${Buffer.from(
  ed25519.publicKey.export({ format: 'jwk' }).x ?? '',
  'base64url',
).toString('base64')}`

const MESSAGE = [
  'From: Reports <dmarc@receiver.example>',
  'To: dmarc@bounces.shop.example',
  'Subject: Report  domain:\tshop.example',
  'Date: Thu, 19 Nov 2026 03:00:00 +0000',
  '',
  'Hello   you \t',
  '',
  'a  b',
  '',
  '',
  '',
].join('\r\n')

const verify = (message: string | Buffer, text = RSA_TEXT, now = NOW) =>
  readSignatures(Buffer.from(message)).map((claim) => isSignatureValid(claim, [text], { now }))

const signed = (privateKey: KeyObject, message = MESSAGE) => {
  const bytes = Buffer.from(message)
  const keys = [{ domain: 'receiver.example', selector: 's1', privateKey }]
  return Buffer.concat([dkimSignatures(bytes, keys, { now: NOW }), bytes]).toString('latin1')
}

/** By another program. */
async function signedElsewhere(
  canonicalization: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const privateKey = rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const key = { signingDomain: 'receiver.example', selector: 's1', privateKey }
  const { signatures } = await dkimSign(Buffer.from(MESSAGE), {
    ...key,
    canonicalization,
    signatureData: [key],
    algorithm: 'rsa-sha256',
    ...changes,
  })
  return signatures + MESSAGE
}

describe('a signature', () => {
  it('of our own signer is valid with the key of its domain', () => {
    const [claim] = readSignatures(Buffer.from(signed(rsa.privateKey)))
    expect(claim && keyName(claim)).toBe('s1._domainkey.receiver.example')
    expect(verify(signed(rsa.privateKey))).toEqual([true])
    expect(verify(signed(ed25519.privateKey), ED25519_TEXT)).toEqual([true])
  })

  it.each(['relaxed/relaxed', 'simple/simple', 'relaxed/simple', 'simple/relaxed'])(
    'of another program is valid in the form %s',
    async (form) => {
      expect(await signedElsewhere(form).then((text) => verify(text))).toEqual([true])
    },
  )

  it('is found among several, and counted with each', () => {
    const twice = signed(ed25519.privateKey, signed(rsa.privateKey))
    expect(verify(twice)).toEqual([false, true])
  })

  it('needs the key that the domain publishes now', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
    for (const text of [rsaText(other.publicKey), ED25519_TEXT, 'v=DKIM1; p=', 'v=DKIM2; p=x', 'nothing']) {
      expect(verify(signed(rsa.privateKey), text)).toEqual([false])
    }
  })

  it('needs a key that is long enough', () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 512 })
    const text = signed(short.privateKey)
    expect(verify(text, rsaText(short.publicKey))).toEqual([false])
  })

  it('is broken by a change of the header, also by a second From', () => {
    const text = signed(rsa.privateKey)
    expect(verify(text.replace('Report ', 'Retort '))).toEqual([false])
    expect(verify(text.replace('From: Reports', 'From: Others'))).toEqual([false])
    expect(verify(`From: x@bank.example\r\n${text}`)).toEqual([false])
  })

  it.each([
    ['a changed body', (text: string) => text.replace('a  b', 'a  c')],
    ['more of the body', (text: string) => `${text}more\r\n`],
    [
      'a length that leaves out a part of the body',
      (text: string) => text.replace('d=receiver', 'l=1; d=receiver'),
    ],
    ['no From among its headers', (text: string) => text.replace(/h=from(:from)?/, 'h=to')],
    ['an algorithm that is not safe', (text: string) => text.replace('rsa-sha256', 'rsa-sha1')],
    ['no domain', (text: string) => text.replace('d=receiver.example', 'd=')],
  ])('with %s is worth no look-up', (_what, change) => {
    expect(readSignatures(Buffer.from(change(signed(rsa.privateKey)), 'latin1'))).toEqual([])
  })

  it('ends when it says so', async () => {
    const text = await signedElsewhere('relaxed/relaxed', {
      signTime: NOW,
      expires: new Date(NOW.getTime() + 60_000),
    })
    expect(verify(text)).toEqual([true])
    expect(verify(text, RSA_TEXT, new Date(NOW.getTime() + 61_000))).toEqual([false])
  })
})

describe('an email without a signature', () => {
  it.each([
    ['ordinary', MESSAGE],
    ['empty', ''],
    ['without a body', 'From: a@b.example'],
    ['with a header that is no signature', `DKIM-Signature: hello\r\n${MESSAGE}`],
    ['with an empty signature', `DKIM-Signature:\r\n${MESSAGE}`],
  ])('has none: %s', (_what, text) => {
    expect(readSignatures(Buffer.from(text))).toEqual([])
  })
})
