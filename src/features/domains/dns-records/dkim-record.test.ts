import { describe, expect, it } from 'vitest'
import { dkimValue, evaluateDkim } from './dkim-record.ts'

const KEY = `MIIBIjANBgkqhkiG9w0BAQ${'Ab3+/'.repeat(60)}IDAQAB`

describe('a DKIM record in DNS', () => {
  it.each([
    ['as we write it', dkimValue(KEY)],
    ['without the version', `k=rsa; p=${KEY}`],
    ['without the key type', `v=DKIM1; p=${KEY}`],
    ['with the key alone', `p=${KEY}`],
    ['in another order', `v=DKIM1; p=${KEY}; k=rsa`],
    ['without spaces', `v=DKIM1;k=rsa;p=${KEY}`],
    ['with spaces everywhere', ` v = DKIM1 ; k = rsa ; p = ${KEY} ; `],
    ['with line breaks inside the key', `v=DKIM1; k=rsa; p=${KEY.slice(0, 80)}\r\n\t${KEY.slice(80)}`],
    ['with spaces inside the key', `v=DKIM1; k=rsa; p=${KEY.slice(0, 255)} ${KEY.slice(255)}`],
    ['with tags that we do not write', `v=DKIM1; h=sha1:sha256; s=email; t=s; n=a note; p=${KEY}`],
  ])('is ours %s', (_how, text) => {
    expect(evaluateDkim([text], KEY)).toEqual({ status: 'ok', found: [expect.anything()], detail: null })
  })

  it.each([
    ['another key', dkimValue(KEY.replace('Ab3', 'Xy4')), /a different key/],
    ['a key that is cut off', dkimValue(KEY).slice(0, 255), /cut off.*chunks/],
    ['a revoked key', 'v=DKIM1; k=rsa; p=', /revoked/],
    ['no key at all', 'v=DKIM1; k=rsa', /p= with the key is missing/],
    ['quotation marks in the text', `"${dkimValue(KEY)}"`, /quotation marks/],
    ['another version', `v=DKIM2; p=${KEY}`, /v=DKIM1/],
    ['a version that is not first', `k=rsa; v=DKIM1; p=${KEY}`, /come first/],
    ['another key type', `v=DKIM1; k=ed25519; p=${KEY}`, /k=rsa/],
    ['only other hashes', `v=DKIM1; h=sha1; p=${KEY}`, /sha256/],
    ['only other uses', `v=DKIM1; s=tlsrpt; p=${KEY}`, /email/],
    ['a tag twice', `v=DKIM1; p=${KEY}; p=${KEY}`, /twice/],
    ['something else altogether', 'google-site-verification=abc', /not a valid DKIM record/],
    ['no tags at all', 'hello', /name=value/],
  ])('is not ours with %s', (_how, text, words) => {
    const { status, found, detail } = evaluateDkim([text], KEY)
    expect({ status, detail }).toEqual({ status: 'mismatch', detail: expect.stringMatching(words) as string })
    expect(found).toEqual([text])
  })

  it('has to stand alone', () => {
    expect(evaluateDkim([dkimValue(KEY), 'something else'], KEY)).toMatchObject({
      status: 'mismatch',
      detail: expect.stringMatching(/Keep only this one/) as string,
    })
  })

  it('works in test mode, with a word about it', () => {
    const { status, detail } = evaluateDkim([`v=DKIM1; t=y:s; p=${KEY}`], KEY)
    expect([status, detail]).toEqual(['ok', expect.stringMatching(/t=y/)])
  })
})
