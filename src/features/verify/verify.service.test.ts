import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { startDnsServer, useDnsServer } from '../../../test/support/servers/dns-server.ts'
import type { DnsServer } from '../../../test/support/servers/dns-server.ts'
import { createDns } from '../../platform/dns/dns.ts'
import type { Verification } from './verify.schema.ts'
import { createVerifyAddress } from './verify.service.ts'

const dns = await useDnsServer()

// Longer than a test may take, so that the resolver's own timeout never ends a query.
const PATIENCE_MS = 600_000

function buildVerify({ server = dns, limitMs = PATIENCE_MS }: { server?: DnsServer; limitMs?: number } = {}) {
  let at = Date.parse('2026-03-01T12:00:00Z')
  const verify = createVerifyAddress({
    dns: createDns({ servers: [server.address], limitMs: PATIENCE_MS }),
    clock: { now: () => new Date(at) },
    limitMs,
  })
  return { verify, pass: (ms: number) => void (at += ms) }
}

type Setup = {
  /** The DNS records of the domain. */
  has?: ('zone' | 'mx' | 'null-mx' | 'a' | 'aaaa' | 'www' | 'soa' | 'txt')[]
  fails?: 'SERVFAIL' | 'REFUSED'
}
type Case = [name: string, email: string, setup: Setup, expected: Partial<Verification>]

const PUBLISH: Record<NonNullable<Setup['has']>[number], (domain: string) => void> = {
  zone: (domain) => dns.set(domain, 'NS', ['ns1.example.net']),
  soa: (domain) => dns.set(domain, 'SOA', [{ nsname: 'ns1.example.net' }]),
  mx: (domain) => dns.set(domain, 'MX', [{ exchange: 'mx.example.net', priority: 10 }]),
  'null-mx': (domain) => dns.set(domain, 'MX', [{ exchange: '.', priority: 0 }]),
  a: (domain) => dns.set(domain, 'A', ['192.0.2.1']),
  aaaa: (domain) => dns.set(domain, 'AAAA', ['2001:db8::1']),
  www: (domain) => dns.set(`www.${domain}`, 'A', ['192.0.2.2']),
  txt: (domain) => dns.set(domain, 'TXT', ['v=spf1 -all']),
}

function publish(email: string, { has = [], fails }: Setup): void {
  dns.clear()
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  for (const kind of has) PUBLISH[kind](domain)
  if (fails) dns.fail('*', fails)
}

const FULL: Setup = { has: ['zone', 'mx', 'a', 'www'] }

const NO_FLAGS = {
  isDisposable: false,
  isAlias: false,
  isTypo: false,
  isPlusAddressed: false,
  isPersonalEmail: false,
  suggestion: null,
}
const GOOD = { ...NO_FLAGS, valid: true, domainExists: true, hasWebsite: true, hasMxRecords: true }
const MISSING = { ...NO_FLAGS, valid: false, domainExists: false, hasWebsite: false, hasMxRecords: false }

const DNS_CASES: Case[] = [
  ['a company with everything', 'ann@acme.example', FULL, GOOD],
  [
    'mail servers and no website',
    'ann@acme.example',
    { has: ['zone', 'mx'] },
    { ...GOOD, hasWebsite: false },
  ],
  ['a website at www only', 'ann@acme.example', { has: ['zone', 'mx', 'www'] }, GOOD],
  ['a website at the domain only', 'ann@acme.example', { has: ['zone', 'mx', 'a'] }, GOOD],
  ['a website on IPv6 only', 'ann@acme.example', { has: ['zone', 'mx', 'aaaa'] }, GOOD],
  ['a zone told by its SOA only', 'ann@acme.example', { has: ['soa', 'mx', 'a'] }, GOOD],
  [
    'a host below the zone, with MX',
    'ann@mail.acme.example',
    { has: ['mx'] },
    { ...GOOD, hasWebsite: false },
  ],
  ['no MX but a host', 'ann@acme.example', { has: ['zone', 'a'] }, { ...GOOD, hasMxRecords: false }],
  ['no MX but a host on IPv6', 'ann@acme.example', { has: ['aaaa'] }, { ...GOOD, hasMxRecords: false }],
  [
    'a null MX',
    'ann@acme.example',
    { has: ['zone', 'null-mx', 'a'] },
    { ...GOOD, valid: false, hasMxRecords: false },
  ],
  ['a zone without email or host', 'ann@acme.example', { has: ['zone'] }, { ...MISSING, domainExists: true }],
  ['a name with text records only', 'ann@acme.example', { has: ['txt'] }, { ...MISSING, domainExists: true }],
  ['only a www', 'ann@acme.example', { has: ['www'] }, { ...MISSING, domainExists: true, hasWebsite: true }],
  ['no such domain', 'ann@acme.example', {}, MISSING],
  [
    'servers that fail',
    'ann@acme.example',
    { fails: 'SERVFAIL' },
    { ...MISSING, valid: true, domainExists: true },
  ],
  [
    'servers that refuse',
    'ann@acme.example',
    { fails: 'REFUSED' },
    { ...MISSING, valid: true, domainExists: true },
  ],
]

const LIST_CASES: Case[] = [
  ['a personal mailbox', 'ann@gmail.com', FULL, { ...GOOD, isPersonalEmail: true }],
  ['a label', 'ann+news@acme.example', FULL, { ...GOOD, isPlusAddressed: true }],
  [
    'a label at a provider',
    'Ann+News@Gmail.com',
    FULL,
    { ...GOOD, isPersonalEmail: true, isPlusAddressed: true },
  ],
  ['a disposable domain', 'ann@mailinator.com', FULL, { ...GOOD, isDisposable: true }],
  ['a subdomain of one', 'ann@x.mailinator.com', FULL, { ...GOOD, isDisposable: true }],
  ['a forwarder', 'ann@duck.com', FULL, { ...GOOD, isAlias: true }],
  ["a forwarder's subdomain", 'shop@ann.anonaddy.com', FULL, { ...GOOD, isAlias: true }],
  ['a forwarder that is thrown away', 'ann@e4ward.com', FULL, { ...GOOD, isAlias: true, isDisposable: true }],
  ['a provider that vanished', 'ann@gmail.com', {}, { ...MISSING, isPersonalEmail: true }],
  ['a disposable domain that vanished', 'ann@mailinator.com', {}, { ...MISSING, isDisposable: true }],
]

const typo = (suggestion: string) => ({ valid: false, isTypo: true, suggestion })
const TYPO_CASES: Case[] = [
  ['a slip, nobody there', 'ann@gmaill.com', {}, { ...MISSING, ...typo('ann@gmail.com') }],
  ['a slip whose owner takes email', 'ann@gmaill.com', FULL, { ...GOOD, ...typo('ann@gmail.com') }],
  ['a slip while DNS is silent', 'ann@gmaill.com', { fails: 'SERVFAIL' }, typo('ann@gmail.com')],
  ['an ending that cannot be', 'ann@gmail.con', {}, { ...MISSING, ...typo('ann@gmail.com') }],
  ['an ending that is Colombia', 'ann@hotmail.co', FULL, { ...GOOD, ...typo('ann@hotmail.com') }],
  [
    'a label kept in the correction',
    'Ann+X@yaho.com',
    {},
    { ...typo('ann+x@yahoo.com'), isPlusAddressed: true },
  ],
  ['a near name, nobody there', 'ann@orang.fr', {}, { ...MISSING, ...typo('ann@orange.fr') }],
  ['a near name with a host only', 'ann@orang.fr', { has: ['zone', 'a'] }, typo('ann@orange.fr')],
  ['a near name that takes no email', 'ann@orang.fr', { has: ['zone', 'null-mx'] }, typo('ann@orange.fr')],
  ['a near name with mail servers', 'ann@orang.fr', FULL, GOOD],
  ['a near name while DNS is silent', 'ann@orang.fr', { fails: 'SERVFAIL' }, { valid: true, isTypo: false }],
  ['a real domain one letter away', 'ann@ymail.com', FULL, { ...GOOD, isPersonalEmail: true }],
  ["another country of the provider's", 'ann@hotmail.co.uk', FULL, { ...GOOD, isPersonalEmail: true }],
  ['a company one letter away', 'ann@grail.com', FULL, GOOD],
]

const FORM_CASES: Case[] = [
  ['no ending', 'ann@gmailcom', {}, { ...MISSING, ...typo('ann@gmail.com'), email: 'ann@gmailcom' }],
  ['a lone host name', 'Ann@localhost', {}, { ...MISSING, email: 'Ann@localhost' }],
  ['a long name', `${'a'.repeat(65)}@acme.example`, FULL, MISSING],
  ['a long address', `ann@${'a.'.repeat(125)}example`, FULL, MISSING],
  ['a long label', `ann@${'a'.repeat(64)}.example`, FULL, MISSING],
  ['two dots', 'ann..lee@acme.example', FULL, MISSING],
  ['an accent before the @', 'josé@acme.example', FULL, MISSING],
  ['an IP address', 'ann@[192.0.2.1]', FULL, MISSING],
  ['a numeric ending', 'ann@192.0.2.1', FULL, MISSING],
  ['a hyphen at the edge', 'ann@-acme.example', FULL, MISSING],
  ['an underscore', 'ann@ac_me.example', FULL, MISSING],
]

describe('verifyAddress', () => {
  it.each([...DNS_CASES, ...LIST_CASES, ...TYPO_CASES, ...FORM_CASES])(
    'judges %s',
    async (...[, email, setup, expected]) => {
      publish(email, setup)
      const verification = await buildVerify().verify(email)
      expect(verification).toMatchObject(expected)
      expect(verification.reasons.length).toBeGreaterThan(0)
      for (const reason of verification.reasons) expect(reason).toMatch(/^[A-Z][^\n]*[a-z0-9)@]\.$/)
    },
  )

  it('asks DNS nothing about an address that cannot be real', async () => {
    dns.clear()
    await buildVerify().verify('ann@localhost')
    expect(dns.questions).toEqual([])
  })

  it('looks an international domain up in its ASCII form and speaks of it as people write it', async () => {
    dns.clear()
    dns.set('xn--mnchen-3ya.example', 'MX', [{ exchange: 'mx.example.net', priority: 1 }])
    expect(await buildVerify().verify('Ann@München.example')).toMatchObject({
      email: 'ann@xn--mnchen-3ya.example',
      valid: true,
      reasons: ['The domain münchen.example has mail servers.'],
    })
  })

  it('follows an alias to the mail servers of its target', async () => {
    dns.clear()
    dns.answersAliasOnly = true
    dns.set('acme.example', 'CNAME', ['target.example'])
    dns.set('target.example', 'MX', [{ exchange: 'mx.example.net', priority: 1 }])
    const verification = await buildVerify().verify('ann@acme.example')
    dns.answersAliasOnly = false
    expect(verification).toMatchObject({ valid: true, hasMxRecords: true, domainExists: true })
  })

  it('counts mail servers beside a null MX', async () => {
    dns.clear()
    const records = [
      { exchange: '.', priority: 0 },
      { exchange: 'mx.example.net', priority: 10 },
    ]
    dns.set('acme.example', 'MX', records)
    expect(await buildVerify().verify('ann@acme.example')).toMatchObject({ valid: true, hasMxRecords: true })
  })

  it('accepts "no such name" of one answer if the others are missing', async () => {
    dns.clear()
    dns.fail('acme.example', 'SERVFAIL', 'MX')
    expect(await buildVerify().verify('ann@acme.example')).toMatchObject({
      valid: false,
      domainExists: false,
    })
  })

  it('leaves it open whether a domain without MX has a host, where only that answer is missing', async () => {
    publish('ann@acme.example', { has: ['zone'] })
    dns.fail('acme.example', 'SERVFAIL', 'A')
    const verification = await buildVerify().verify('ann@acme.example')
    expect(verification).toMatchObject({ valid: true, domainExists: true, hasMxRecords: false })
    expect(verification.reasons[0]).toMatch(/could not be checked/)
  })

  it('does not doubt a domain whose mail servers are known because another answer is missing', async () => {
    publish('ann@acme.example', FULL)
    dns.fail('acme.example', 'SERVFAIL', 'NS')
    dns.fail('acme.example', 'SERVFAIL', 'SOA')
    const verification = await buildVerify().verify('ann@acme.example')
    expect(verification).toMatchObject(GOOD)
    expect(verification.reasons).toEqual(['The domain acme.example has mail servers.'])
  })

  it('finds www of a domain that has no room for it missing, not broken', async () => {
    const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`
    dns.clear()
    dns.set(domain, 'MX', [{ exchange: 'mx.example.net', priority: 1 }])
    const verification = await buildVerify().verify(`a@${domain}`)
    expect(verification).toMatchObject({ valid: true, hasWebsite: false })
    expect(verification.reasons).toHaveLength(1)
  })
})

describe('reasons', () => {
  it.each<[string, string, Setup, string[]]>([
    ['a good address', 'ann@acme.example', FULL, ['The domain acme.example has mail servers.']],
    [
      'every flag in order',
      'ann+x@e4ward.com',
      FULL,
      [
        'The domain e4ward.com is known for disposable addresses.',
        'The domain e4ward.com forwards to another mailbox, so the address is an alias.',
        'The part after the plus sign is a label that its owner added.',
        'The domain e4ward.com has mail servers.',
      ],
    ],
    [
      'a provider',
      'ann@gmail.com',
      FULL,
      [
        'The domain gmail.com belongs to a provider of personal mailboxes.',
        'The domain gmail.com has mail servers.',
      ],
    ],
    [
      'a typo',
      'ann@gmaill.com',
      {},
      [
        'The domain gmaill.com looks like a misspelling of gmail.com.',
        'The domain gmaill.com does not exist.',
      ],
    ],
    [
      'a host without MX',
      'ann@acme.example',
      { has: ['a'] },
      ['The domain acme.example has no MX record, so email goes to the host of that name.'],
    ],
    [
      'a null MX',
      'ann@acme.example',
      { has: ['null-mx'] },
      ['The domain acme.example declares that it accepts no email.'],
    ],
    [
      'no mail server',
      'ann@acme.example',
      { has: ['zone'] },
      ['The domain acme.example cannot receive email: it has neither an MX nor an address record.'],
    ],
    [
      'silence',
      'ann@acme.example',
      { fails: 'SERVFAIL' },
      [
        'Whether acme.example can receive email could not be checked, because its DNS did not answer.',
        'Whether acme.example has a website could not be checked, because its DNS did not answer.',
      ],
    ],
    [
      'a wrong form',
      'ann@gmailcom',
      {},
      [
        'This is not a valid address.',
        'Write the whole domain with its ending, such as example.com.',
        'The address is probably meant to be ann@gmail.com.',
      ],
    ],
  ])('explain %s', async (...[, email, setup, reasons]) => {
    publish(email, setup)
    expect((await buildVerify().verify(email)).reasons).toEqual(reasons)
  })
})

const MINUTE_MS = 60_000

describe('what DNS answered', () => {
  it('is cached for an hour if there are records', async () => {
    publish('ann@acme.example', FULL)
    const { verify, pass } = buildVerify()
    await verify('ann@acme.example')
    expect(dns.questions.filter(({ type }) => type === 'MX')).toHaveLength(1)
    dns.questions.length = 0
    pass(59 * MINUTE_MS)
    expect(await verify('bob@ACME.example')).toMatchObject(GOOD)
    expect(dns.questions).toEqual([])
    pass(MINUTE_MS)
    dns.clear()
    expect(await verify('ann@acme.example')).toMatchObject(MISSING)
  })

  it('is cached for five minutes if there are none', async () => {
    publish('ann@acme.example', {})
    const { verify, pass } = buildVerify()
    expect(await verify('ann@acme.example')).toMatchObject(MISSING)
    publish('ann@acme.example', FULL)
    pass(5 * MINUTE_MS - 1)
    expect(await verify('ann@acme.example')).toMatchObject(MISSING)
    expect(dns.questions).toEqual([])
    pass(1)
    expect(await verify('ann@acme.example')).toMatchObject(GOOD)
  })

  it('is cached per query: only missing answers are requested again', async () => {
    publish('ann@acme.example', { has: ['zone', 'mx'] })
    const { verify, pass } = buildVerify()
    await verify('ann@acme.example')
    dns.questions.length = 0
    pass(6 * MINUTE_MS)
    await verify('ann@acme.example')
    expect(new Set(dns.questions.map(({ type }) => type))).toEqual(new Set(['A', 'AAAA', 'CNAME']))
  })

  it('is not cached if there was no answer', async () => {
    publish('ann@acme.example', { fails: 'SERVFAIL' })
    const { verify } = buildVerify()
    expect(await verify('ann@acme.example')).toMatchObject({ valid: true, hasMxRecords: false })
    publish('ann@acme.example', FULL)
    expect(await verify('ann@acme.example')).toMatchObject(GOOD)
  })

  it('is requested once for twenty concurrent verifications', async () => {
    publish('ann@acme.example', FULL)
    const { verify } = buildVerify()
    const all = Array.from({ length: 20 }, (_, index) => verify(`user${index}@acme.example`))
    for (const verification of await Promise.all(all)) expect(verification).toMatchObject(GOOD)
    const asked = dns.questions.map(({ name, type }) => `${type} ${name}`)
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    expect(asked.filter((one) => one.startsWith('MX'))).toHaveLength(1)
  })

  it('is shared with verifications that start while it is pending', async () => {
    publish('ann@acme.example', FULL)
    const { verify } = buildVerify()
    const release = dns.hold('acme.example')
    const first = verify('ann@acme.example')
    await dns.asked('acme.example', 'MX')
    const second = verify('bob@acme.example')
    release()
    expect(await Promise.all([first, second])).toMatchObject([GOOD, GOOD])
    expect(dns.questions.filter(({ type }) => type === 'MX')).toHaveLength(1)
  })
})

describe('a resolver that hangs', () => {
  it('costs a verification no more than its limit and makes nothing invalid', async () => {
    dns.clear()
    const release = dns.hold('*')
    const { verify } = buildVerify({ limitMs: 50 })
    // All verifications end while the resolver still hangs.
    const all = await Promise.all([
      verify('ann@acme.example'),
      verify('ann@other.example'),
      verify('ann@gmial.com'),
    ])
    release()
    const unknown = { valid: true, domainExists: true, hasMxRecords: false, hasWebsite: false, isTypo: false }
    expect(all).toMatchObject([unknown, unknown, { valid: false, isTypo: true, suggestion: 'ann@gmail.com' }])
  })

  it('does not hold back the other answers', async () => {
    publish('ann@acme.example', { has: ['zone', 'mx'] })
    dns.fail('www.acme.example', 'SERVFAIL')
    const { verify } = buildVerify({ limitMs: 50 })
    // Waits until all but the website is known, so that a busy machine cannot delay the others.
    await eventually(async () => {
      dns.questions.length = 0
      await verify('ann@acme.example')
      expect(new Set(dns.questions.map(({ name }) => name))).toEqual(new Set(['www.acme.example']))
    })
    const release = dns.hold('www.acme.example')
    const verification = await verify('ann@acme.example')
    release()
    expect(verification).toMatchObject({ valid: true, hasMxRecords: true, hasWebsite: false })
    expect(verification.reasons).toEqual([
      'The domain acme.example has mail servers.',
      'Whether acme.example has a website could not be checked, because its DNS did not answer.',
    ])
  })
})

it('says that nothing could be checked where DNS denies every name', async () => {
  const strange = await startDnsServer()
  onTestFinished(() => strange.close())
  strange.deniesAll = true
  const found = await buildVerify({ server: strange }).verify('ann@gmail.com')
  expect(found.valid).toBe(true)
  expect(found.reasons.join(' ')).toContain('could not be checked')
  expect(found.reasons.join(' ')).not.toContain('does not exist')
})
