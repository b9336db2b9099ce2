// Every fault that DNS can show, in turn, against a real DNS server: the check that it concerns finds it, and no other does.
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../../test/support/requests.ts'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { makeSelfSignedCertificate } from '../../../platform/email/smtp/server/self-signed.ts'
import type { DomainId } from '../../../platform/ids.ts'
import { dkimValue, findDomain } from '../../domains/index.ts'
import type { DomainWithKeys } from '../../domains/index.ts'
import { runDomainChecks } from './run-domain-checks.service.ts'

const DOMAIN = 'faulty-shop.com'
const dns = await useDnsServer()
const test = useTestApp({
  DNS_SERVERS: dns.address,
  MAIL_TRANSPORT: 'mx:',
  PUBLIC_URL: 'https://app.host.net',
  MAIL_HOSTNAME: 'mx.host.net',
  ALLOW_PRIVATE_HOSTS: '127.0.0.1',
})

let row: DomainWithKeys
let records: Parameters<typeof dns.publish>[0]

beforeAll(async () => {
  const added = await call(test, ['POST', '/domains'], { body: { domain: DOMAIN } })
  const domain = added.json<{ id: DomainId; records: typeof records }>()
  records = domain.records
  const { projectId } = test.project
  const found = await findDomain(test.deps.database.db, { projectId, domainId: domain.id })
  if (!found) throw new Error('the domain is not there')
  row = found
})

beforeEach(() => {
  dns.clear()
  dns.set('mx.host.net', 'A', ['192.0.2.10'])
  dns.publish(records)
})

const SPF_AT = `bounces.${DOMAIN}`
const DMARC_AT = `_dmarc.${DOMAIN}`
const STS_AT = `_mta-sts.${DOMAIN}`
const TLS_AT = `_smtp._tls.${DOMAIN}`
const BIMI_AT = `default._bimi.${DOMAIN}`
const text = (name: string, ...texts: string[]) => dns.set(name, 'TXT', texts)
const dkimAt = () => `${row.keys[0]?.selector}._domainkey.${DOMAIN}`
const names = (count: number, zone: string) => Array.from({ length: count }, (_, n) => `a:a${n}.${zone}`)
const spfOf = (...terms: string[]) => text(SPF_AT, `v=spf1 a:mx.host.net ${terms.join(' ')} ~all`)

type Fault = {
  what: string
  kind: string
  state: string
  found: RegExp
  breakIt: () => void
  /** The fault is in the key, not in DNS. */
  key?: Partial<DomainWithKeys['keys'][number]>
}

const fault = (what: string, expected: Omit<Fault, 'what' | 'breakIt'>, breakIt: () => void): Fault => ({
  what,
  ...expected,
  breakIt,
})

function shortKey(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
}
const SHORT_KEY = shortKey()

const spf = (state: string, found: RegExp) => ({ kind: 'spf', state, found })
const dkim = (state: string, found: RegExp) => ({ kind: 'dkim', state, found })
const dmarc = (state: string, found: RegExp) => ({ kind: 'dmarc', state, found })
const sts = (state: string, found: RegExp) => ({ kind: 'mta-sts', state, found })
const tls = (state: string, found: RegExp) => ({ kind: 'tls-rpt', state, found })
const bimi = (state: string, found: RegExp) => ({ kind: 'bimi', state, found })

const FAULTS: Fault[] = [
  fault('no SPF record', spf('failed', /no SPF record/), () => dns.remove(SPF_AT, 'TXT')),
  fault('SPF for other servers', spf('failed', /does not allow our server/), () =>
    text(SPF_AT, 'v=spf1 ip4:198.51.100.1 -all'),
  ),
  fault('SPF for the whole world', spf('failed', /whole world/), () =>
    text(SPF_AT, 'v=spf1 a:mx.host.net +all'),
  ),
  fault('two SPF records', spf('failed', /2 SPF records|several|two/i), () =>
    text(SPF_AT, 'v=spf1 a:mx.host.net ~all', 'v=spf1 -all'),
  ),
  fault('nine look-ups of SPF', spf('warning', /9 of at most 10/), () => {
    for (let n = 0; n < 8; n += 1) dns.set(`a${n}.many.net`, 'A', [`192.0.2.${n + 20}`])
    spfOf(...names(8, 'many.net'))
  }),
  fault('eleven look-ups of SPF', spf('failed', /11 names, and give up/), () => {
    for (let n = 0; n < 10; n += 1) dns.set(`a${n}.many.net`, 'A', [`192.0.2.${n + 20}`])
    spfOf(...names(10, 'many.net'))
  }),
  fault('a name of SPF that does not exist', spf('warning', /1 of them for names/), () =>
    spfOf(...names(1, 'void.net')),
  ),
  fault('three names of SPF that do not exist', spf('failed', /do not exist|void/), () =>
    spfOf(...names(3, 'void.net')),
  ),
  fault('an SPF record that includes itself', spf('failed', /./), () => spfOf(`include:${SPF_AT}`)),
  fault('no answer about SPF', spf('unknown', /SERVFAIL/), () => dns.fail(SPF_AT, 'SERVFAIL')),

  fault('no DKIM record', dkim('failed', /no DKIM record/), () => dns.remove(dkimAt())),
  fault('another DKIM key', dkim('failed', /different key/), () => text(dkimAt(), 'v=DKIM1; p=QUJD')),
  fault('a revoked DKIM key', dkim('failed', /revoked/), () => text(dkimAt(), 'v=DKIM1; p=')),
  fault('a second text beside the DKIM key', dkim('failed', /other TXT records/), () =>
    text(dkimAt(), dkimValue(row.keys[0]?.publicKey ?? ''), 'hello'),
  ),
  fault('DKIM in test mode', dkim('warning', /test/), () =>
    text(dkimAt(), `${dkimValue(row.keys[0]?.publicKey ?? '')}; t=y`),
  ),
  fault('no answer about DKIM', dkim('unknown', /REFUSED/), () => dns.fail(dkimAt(), 'REFUSED')),
  fault(
    'a short DKIM key',
    { kind: 'dkim-key-length', state: 'warning', found: /1024 bits/, key: { publicKey: SHORT_KEY } },
    () => text(dkimAt(), dkimValue(SHORT_KEY)),
  ),
  fault(
    'an old DKIM key',
    { kind: 'dkim-key-age', state: 'warning', found: /days ago/, key: { createdAt: new Date('2020-01-01') } },
    () => undefined,
  ),

  fault('no DMARC record', dmarc('failed', /no DMARC record/), () => dns.remove(DMARC_AT)),
  fault('two DMARC records', dmarc('failed', /2 DMARC records/), () =>
    text(DMARC_AT, 'v=DMARC1; p=none', 'v=DMARC1; p=reject'),
  ),
  fault('a policy that does not exist', dmarc('failed', /p=maybe does not exist/), () =>
    text(DMARC_AT, 'v=DMARC1; p=maybe'),
  ),
  fault('a DMARC tag twice', dmarc('failed', /appears twice/), () =>
    text(DMARC_AT, 'v=DMARC1; p=none; p=reject'),
  ),
  fault('a wrong tag of RFC 9989', dmarc('failed', /tag np=/), () =>
    text(DMARC_AT, 'v=DMARC1; p=none; np=all'),
  ),
  fault('no policy', dmarc('warning', /no policy/), () => text(DMARC_AT, 'v=DMARC1; rua=mailto:a@b.net')),
  fault('a part of the email only', dmarc('warning', /removed the tag pct=/), () =>
    text(DMARC_AT, 'v=DMARC1; p=reject; pct=10'),
  ),
  fault('a policy that is only tested', dmarc('warning', /With t=y/), () =>
    text(DMARC_AT, 'v=DMARC1; p=reject; t=y'),
  ),
  fault('strict alignment of SPF', dmarc('warning', /never aligned/), () =>
    text(DMARC_AT, 'v=DMARC1; p=none; aspf=s'),
  ),
  fault('reports to somebody who did not agree', dmarc('warning', /has not agreed/), () =>
    text(DMARC_AT, 'v=DMARC1; p=none; rua=mailto:a@reports.net'),
  ),
  fault('no answer about DMARC', dmarc('unknown', /SERVFAIL/), () => dns.fail(DMARC_AT, 'SERVFAIL')),

  fault('an MTA-STS policy that nobody serves', sts('failed', /cannot be read/), () =>
    text(STS_AT, 'v=STSv1; id=1'),
  ),
  fault('two MTA-STS records', sts('failed', /several records/), () =>
    text(STS_AT, 'v=STSv1; id=1', 'v=STSv1; id=2'),
  ),
  fault('no answer about MTA-STS', sts('unknown', /REFUSED/), () => dns.fail(STS_AT, 'REFUSED')),

  fault('TLS-RPT without an address', tls('failed', /names no address/), () => text(TLS_AT, 'v=TLSRPTv1')),
  fault('two TLS-RPT records', tls('failed', /2 records/), () =>
    text(TLS_AT, 'v=TLSRPTv1; rua=mailto:a@b.net', 'v=TLSRPTv1; rua=mailto:c@b.net'),
  ),
  fault('no answer about TLS-RPT', tls('unknown', /SERVFAIL/), () => dns.fail(TLS_AT, 'SERVFAIL')),

  fault('a BIMI logo without https', bimi('failed', /must be an https address/), () =>
    text(BIMI_AT, `v=BIMI1; l=http://${DOMAIN}/logo.svg`),
  ),
  fault('two BIMI records', bimi('failed', /2 BIMI records/), () =>
    text(BIMI_AT, 'v=BIMI1; l=https://a.net/a.svg', 'v=BIMI1; l=https://a.net/b.svg'),
  ),
  fault('a BIMI logo with a lenient policy', bimi('warning', /policy is none/), () =>
    text(BIMI_AT, `v=BIMI1; l=https://${DOMAIN}/logo.svg`),
  ),
  fault('no answer about BIMI', bimi('unknown', /SERVFAIL/), () => dns.fail(BIMI_AT, 'SERVFAIL')),
]

/** The server of the MTA-STS policy. */
async function usePolicyServer() {
  const host = `mta-sts.${DOMAIN}`
  const validity = { from: new Date(Date.now() - 86_400_000), until: new Date(Date.now() + 86_400_000) }
  const { certificate, key } = await makeSelfSignedCertificate(host, validity)
  const answer = { status: 200, body: '' }
  const server = createServer({ cert: certificate, key }, (_request, response) =>
    response.writeHead(answer.status).end(answer.body),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const trusted = getCACertificates('default')
  const trust = (isTrusted: boolean) =>
    setDefaultCACertificates(isTrusted ? [...trusted, certificate] : trusted)
  afterAll(() => {
    trust(false)
    server.closeAllConnections()
    server.close()
  })
  return { host, answer, trust, port: (server.address() as AddressInfo).port }
}

const policyText = ({ mode = 'enforce', mx = `mx.${DOMAIN}`, age = 604_800 } = {}) =>
  `version: STSv1\r\nmode: ${mode}\r\nmx: ${mx}\r\nmax_age: ${age}\r\n`

/** The links of the domain go through its own name. */
const linked = (): DomainWithKeys => ({
  ...row,
  checks: [
    {
      purpose: 'tracking',
      name: `click.${DOMAIN}`,
      value: 'app.host.net',
      status: 'ok',
      found: ['app.host.net'],
      detail: null,
    },
  ],
})

type PolicyAnswer = { status?: number; body?: string; isTrusted?: boolean }
type Judgement = { state: string; found: RegExp }

describe('the check of MTA-STS over HTTPS', async () => {
  const policy = await usePolicyServer()

  it.each<[string, PolicyAnswer, Judgement]>([
    // First, because the others leave connections open.
    ['a certificate of nobody', { isTrusted: false }, { state: 'failed', found: /self-signed certificate/ }],
    ['a policy that is enforced', {}, { state: 'good', found: /enforced for mx\.faulty-shop\.com/ }],
    [
      'a policy for another server',
      { body: policyText({ mx: 'mx.other.net' }) },
      { state: 'failed', found: /does not name/ },
    ],
    [
      'a policy that is only tested',
      { body: policyText({ mode: 'testing' }) },
      { state: 'warning', found: /mode testing/ },
    ],
    [
      'a policy that is soon forgotten',
      { body: policyText({ age: 600 }) },
      { state: 'warning', found: /600 seconds/ },
    ],
    ['a page instead of a policy', { body: '<html></html>' }, { state: 'failed', found: /not valid/ }],
    ['a policy that is gone', { status: 404 }, { state: 'failed', found: /answered 404/ }],
    ['a policy behind a redirect', { status: 301 }, { state: 'failed', found: /answered 301/ }],
    [
      'a policy without an end',
      { body: policyText() + '\n'.repeat(100_000) },
      { state: 'failed', found: /longer than 64 kB/ },
    ],
  ])(
    'judges %s',
    async (_what, { status = 200, body = policyText(), isTrusted = true }, { state, found }) => {
      text(STS_AT, 'v=STSv1; id=1')
      dns.set(DOMAIN, 'MX', [{ exchange: `mx.${DOMAIN}`, priority: 10 }])
      dns.set(policy.host, 'A', ['127.0.0.1'])
      Object.assign(policy.answer, { status, body })
      policy.trust(isTrusted)
      const findings = await runDomainChecks({ ...test.deps, stsPort: policy.port }, row)
      expect(findings.find(({ kind }) => kind === 'mta-sts')).toMatchObject({
        state,
        found: expect.stringMatching(found) as string,
      })
    },
  )
})

describe('the checks of a domain', () => {
  it('find nothing where everything is right', async () => {
    const findings = await runDomainChecks(test.deps, row)
    expect(findings.filter(({ state }) => state !== 'good' && state !== 'not-applicable')).toEqual([])
  })

  it.each(FAULTS)('find $what, and nothing else', async ({ kind, state, found, breakIt, key }) => {
    breakIt()
    const keys = row.keys.map((one) => ({ ...one, ...key }))
    const findings = await runDomainChecks(test.deps, { ...row, keys })
    const faults = findings.filter((one) => one.state !== 'good' && one.state !== 'not-applicable')
    expect(faults).toMatchObject([{ kind, state, found: expect.stringMatching(found) as string }])
    expect(faults.filter((one) => one.state !== 'unknown' && one.remedy === null)).toEqual([])
  })

  it('find a name of links that leads nowhere, or that DNS does not tell', async () => {
    const certificate = async () =>
      (await runDomainChecks(test.deps, linked())).find(({ kind }) => kind === 'tracking-certificate')
    expect(await certificate()).toMatchObject({
      state: 'unknown',
      found: expect.stringContaining(`click.${DOMAIN}`) as string,
    })
    dns.fail(`click.${DOMAIN}`, 'SERVFAIL')
    expect(await certificate()).toMatchObject({ state: 'unknown' })
  })
})
