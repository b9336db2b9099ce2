import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AliasFinding, PublicKey } from '../../domains/index.ts'
import { judgeDkimAlias, judgeDkimRecord, judgeKeyAge, judgeKeyLength, rotationOf } from './dkim.ts'

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  }).publicKey.toString('base64')

const KEY = keyOf(2048)
const NOW = new Date('2030-06-01T00:00:00Z')
const rotation = rotationOf('https://mail.host.net', 'd1')
const active: PublicKey = {
  selector: 'lm1',
  state: 'ACTIVE',
  publicKey: KEY,
  createdAt: NOW,
  retiresAt: null,
  slot: null,
}
const judge = (texts: string[], key = active) =>
  judgeDkimRecord({
    domain: 'shop.com',
    key,
    texts: texts.length > 0 ? { status: 'found', records: texts } : { status: 'none', isNameKnown: true },
  })

describe('the check of a DKIM record', () => {
  it('is good with the key', () => {
    expect(judge([`v=DKIM1; k=rsa; p=${KEY}`])).toMatchObject({ state: 'good', remedy: null })
  })

  it.each([
    ['without a record', [], /There is no DKIM record at lm1\._domainkey\.shop\.com/],
    ['with another key', ['v=DKIM1; p=QUJD'], /different key/],
    ['with a revoked key', ['v=DKIM1; p='], /revoked/],
    ['with half a key', [`v=DKIM1; p=${KEY.slice(0, 200)}`], /cut off/],
    ['with a second record', [`v=DKIM1; p=${KEY}`, 'other'], /other TXT records/],
  ])('fails %s', (_, texts, words) => {
    expect(judge(texts)).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(words) as string,
      remedy: { record: { name: 'lm1._domainkey.shop.com', value: `v=DKIM1; k=rsa; p=${KEY}` } },
    })
  })

  it('warns of test mode', () => {
    expect(judge([`v=DKIM1; t=y; p=${KEY}`])).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/t=y/) as string,
    })
  })

  it('only warns while the next key is missing, because the previous one signs', () => {
    expect(judge([], { ...active, state: 'NEXT' })).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/previous key signs/) as string,
    })
  })

  it('is unknown without an answer', () => {
    const texts = { status: 'unanswered' as const, reason: 'the DNS server did not answer in time' }
    expect(judgeDkimRecord({ domain: 'shop.com', key: active, texts }).state).toBe('unknown')
  })
})

describe('the check of the length of a key', () => {
  it.each([
    [512, 'failed'],
    [1024, 'warning'],
    [2048, 'good'],
  ])('judges %s bits as %s', (bits, state) => {
    const verdict = judgeKeyLength(keyOf(bits), rotation)
    expect([verdict.state, verdict.found.includes(`${bits} bits`)]).toEqual([state, true])
    expect(verdict.remedy).toEqual(state === 'good' ? null : rotation)
  })

  it('is unknown for what is no key', () => {
    expect(judgeKeyLength('QUJD', rotation).state).toBe('unknown')
  })
})

describe('the check of the age of a key', () => {
  const age = (days: number) =>
    judgeKeyAge({ createdAt: new Date(NOW.getTime() - days * 86_400_000), now: NOW, rotation })

  it('warns after a year', () => {
    expect(age(0).found).toBe('The key was added on 2030-06-01.')
    expect(age(365).state).toBe('good')
    expect(age(366)).toEqual({
      state: 'warning',
      found: 'The key was added on 2029-05-31, 366 days ago. A new one each year is good practice.',
      remedy: rotation,
    })
    expect(rotation.command).toContain('https://mail.host.net/domains/d1/rotate')
  })
})

describe('the check of a DKIM alias', () => {
  const alias = (finding: Partial<AliasFinding>, key = active) =>
    judgeDkimAlias({
      domain: 'shop.com',
      key,
      target: 'abc-1.dkim.host.net',
      finding: { status: 'ok', found: [], detail: null, isAliased: true, ...finding },
    })

  it('is good when it leads to the key, and warns of a copy of the key', () => {
    expect(alias({})).toMatchObject({ state: 'good', remedy: null })
    expect(alias({ detail: 'A copy.', isAliased: false })).toMatchObject({
      state: 'warning',
      found: 'A copy.',
      remedy: {
        record: { type: 'CNAME', name: 'lm1._domainkey.shop.com', value: 'abc-1.dkim.host.net' },
      },
    })
  })

  it('asks the owner of the domain for the alias, and the operator for the key behind it', () => {
    expect(alias({ status: 'missing', isAliased: false })).toMatchObject({
      state: 'failed',
      found: 'There is no DKIM key at lm1._domainkey.shop.com.',
      remedy: { record: { type: 'CNAME', value: 'abc-1.dkim.host.net' } },
    })
    expect(alias({ status: 'missing', detail: 'The alias is right.' })).toMatchObject({
      state: 'failed',
      remedy: { record: { type: 'TXT', name: 'abc-1.dkim.host.net', value: `v=DKIM1; k=rsa; p=${KEY}` } },
    })
  })

  it('only warns while the previous key signs, and says when DNS did not answer', () => {
    expect(alias({ status: 'mismatch', detail: 'Other.' }, { ...active, state: 'NEXT' })).toMatchObject({
      state: 'warning',
      found:
        'The DKIM key at lm1._domainkey.shop.com is wrong. Other. The previous key signs until it is found.',
    })
    expect(alias({ status: 'unknown', detail: 'Could not be checked: silence.' })).toEqual({
      state: 'unknown',
      found: 'Could not be checked: silence.',
      remedy: null,
    })
  })
})
