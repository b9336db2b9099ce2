import { describe, expect, it } from 'vitest'
import type { Lookup, Mx } from '../../../platform/dns/dns.ts'
import { judgeBimi, judgeMtaSts, judgeTlsRpt } from './optional-records.ts'
import type { StsFile } from './optional-records.ts'

const domain = 'shop.com'
const found = (...records: string[]): Lookup<string> => ({ status: 'found', records })
const NONE: Lookup<never> = { status: 'none', isNameKnown: true }
const SILENT: Lookup<never> = { status: 'unanswered', reason: 'no answer' }
const MX: Lookup<Mx> = { status: 'found', records: [{ exchange: 'mx1.shop.com', priority: 10 }] }
const matching = (words: RegExp) => expect.stringMatching(words) as string

describe('the check of MTA-STS', () => {
  const policy = ({ mode = 'enforce', mx = '*.shop.com', age = '604800' } = {}) =>
    `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: ${age}\n`
  const judge = (
    text: string | StsFile,
    { texts = found('v=STSv1; id=7'), mx = MX }: { texts?: Lookup<string>; mx?: Lookup<Mx> } = {},
  ) => judgeMtaSts({ domain, texts, mx, file: typeof text === 'string' ? { status: 'read', text } : text })

  it('is good when the policy is enforced for all mail servers', () => {
    expect(judge(policy()).state).toBe('good')
  })

  it.each([
    [
      'a policy for another server',
      policy({ mx: 'mx9.shop.com' }),
      { state: 'failed', words: /does not name mx1\.shop\.com.*refuse/ },
    ],
    [
      'a tested policy for another server',
      policy({ mode: 'testing', mx: 'x.net' }),
      { state: 'warning', words: /does not name/ },
    ],
    ['a tested policy', policy({ mode: 'testing' }), { state: 'warning', words: /mode testing/ }],
    ['a short life', policy({ age: '3600' }), { state: 'warning', words: /3600 seconds/ }],
    ['a file that is no policy', '<html></html>', { state: 'failed', words: /not valid/ }],
  ])('judges %s', (_, text, { state, words }) => {
    const verdict = judge(text)
    expect(verdict).toMatchObject({ state, found: matching(words) })
    expect(verdict.remedy?.page).toBe('https://mta-sts.shop.com/.well-known/mta-sts.txt')
  })

  it('fails when the file cannot be read, or the record is wrong', () => {
    expect(judge({ status: 'unreadable', reason: 'the server answered 404' })).toMatchObject({
      state: 'failed',
      found: matching(/answered 404/),
    })
    expect(judge(policy(), { texts: found('v=STSv1; id=a b') }).state).toBe('failed')
    expect(judge(policy(), { texts: found('v=STSv1; id=1', 'v=STSv1; id=2') })).toMatchObject({
      state: 'failed',
      found: matching(/several records/),
    })
  })

  it('does not apply without a record, or without email to the domain', () => {
    expect(judge('', { texts: NONE })).toMatchObject({
      state: 'not-applicable',
      remedy: {
        record: { name: '_mta-sts.shop.com', value: 'v=STSv1; id=1' },
        command:
          "printf '%s\\n' 'version: STSv1' 'mode: testing' 'mx: mx1.shop.com' 'max_age: 604800' > mta-sts.txt",
        page: 'https://mta-sts.shop.com/.well-known/mta-sts.txt',
      },
    })
    expect(judge('', { texts: NONE, mx: NONE })).toMatchObject({
      state: 'not-applicable',
      found: matching(/receives no email/),
      remedy: null,
    })
  })

  it('puts nothing into the command that a shell would run', () => {
    const mx: Lookup<Mx> = { status: 'found', records: [{ exchange: "x'$(id)'.net", priority: 1 }] }
    const { remedy } = judge('', { texts: NONE, mx })
    expect(remedy?.command).toBe(
      "printf '%s\\n' 'version: STSv1' 'mode: testing' 'max_age: 604800' > mta-sts.txt",
    )
  })

  it('is unknown without an answer', () => {
    expect(judge(policy(), { texts: SILENT }).state).toBe('unknown')
    expect(judge(policy(), { mx: SILENT }).state).toBe('unknown')
  })
})

describe('the check of TLS-RPT', () => {
  const judge = (texts: Lookup<string>) => judgeTlsRpt({ domain, texts })

  it.each(['v=TLSRPTv1; rua=mailto:t@shop.com', 'v=TLSRPTv1;rua=mailto:t@shop.com, https://x.net/report'])(
    'is good with %s',
    (text) => {
      expect(judge(found('other', text)).state).toBe('good')
    },
  )

  it.each(['v=TLSRPTv1', 'v=TLSRPTv1; rua=t@shop.com', 'v=TLSRPTv1; rua=http://x.net'])(
    'fails with %s',
    (text) => {
      expect(judge(found(text))).toMatchObject({
        state: 'failed',
        remedy: { record: { name: '_smtp._tls.shop.com' } },
      })
    },
  )

  it('fails with two records, does not apply without one, and is unknown without an answer', () => {
    const text = 'v=TLSRPTv1; rua=mailto:t@shop.com'
    expect(judge(found(text, text)).state).toBe('failed')
    expect(judge(NONE).state).toBe('not-applicable')
    expect(judge(SILENT).state).toBe('unknown')
  })
})

describe('the check of BIMI', () => {
  const judge = (texts: Lookup<string>, policy: string | undefined = 'reject') =>
    judgeBimi({ domain, texts, policy })
  const GOOD = 'v=BIMI1; l=https://shop.com/logo.svg; a=https://shop.com/mark.pem'

  it('is good with a logo and an enforced policy, or without a logo by choice', () => {
    expect(judge(found(GOOD)).state).toBe('good')
    expect(judge(found('v=BIMI1; l=https://shop.com/logo.svg; a='))).toMatchObject({
      state: 'good',
      found: matching(/only with a certificate/),
    })
    expect(judge(found('v=BIMI1; l=; a=;')).state).toBe('good')
  })

  it.each(['v=BIMI1', 'v=BIMI1; l=http://shop.com/logo.svg', 'v=BIMI1; l=https://shop.com/logo.png'])(
    'fails with %s',
    (text) => {
      expect(judge(found(text))).toMatchObject({
        state: 'failed',
        remedy: { record: { name: 'default._bimi.shop.com' } },
      })
    },
  )

  it('warns when the policy of DMARC prevents it', () => {
    for (const policy of ['none', undefined]) {
      expect(judgeBimi({ domain, texts: found(GOOD), policy })).toMatchObject({
        state: 'warning',
        found: matching(/BIMI needs quarantine or reject/),
      })
    }
  })

  it('fails with two records, does not apply without one, and is unknown without an answer', () => {
    expect(judge(found(GOOD, GOOD)).state).toBe('failed')
    expect(judge(NONE).state).toBe('not-applicable')
    expect(judge(SILENT).state).toBe('unknown')
  })
})
