import { describe, expect, it } from 'vitest'
import { chunksOf, hostsOf, isPublicHost, MOST_DOMAIN, recordsOf } from './domain-records.ts'
import type { PublicKey } from './domain-records.ts'
import type { TypedSettings } from '../../transports/index.ts'

const KEY = 'A'.repeat(392)
const key = (state: PublicKey['state'], selector: string): PublicKey => ({
  selector,
  state,
  publicKey: KEY,
  createdAt: new Date(0),
  retiresAt: state === 'RETIRING' ? new Date(0) : null,
  slot: null,
})
const hosts = { mail: 'mail.host.net', web: 'app.host.net', relays: [null], replacedBy: [], sesRegions: [] }

const at = (publicUrl: string, ...transports: TypedSettings[]) => ({ publicUrl, transports })

const relay = (host: string): TypedSettings => ({
  type: 'smtp',
  settings: {
    host,
    port: 587,
    tls: 'required',
    user: null,
    oauth2: null,
    verifyCertificate: true,
    sign: true,
    provider: null,
  },
})

const SES: TypedSettings = {
  type: 'ses',
  settings: { region: 'eu-west-1', accessKeyId: 'AKID', configurationSet: null, endpoint: null, sign: true },
}

describe('the records of a domain', () => {
  it('are a key, a return path, SPF, DMARC and a tracking name', () => {
    const records = recordsOf({ domain: 'shop.com', keys: [key('ACTIVE', 'lm12345678')], hosts })
    expect(records.map(({ key: _key, ...record }) => record)).toEqual([
      {
        purpose: 'dkim',
        type: 'TXT',
        name: 'lm12345678._domainkey.shop.com',
        value: `v=DKIM1; k=rsa; p=${KEY}`,
        required: true,
      },
      {
        purpose: 'return-path',
        type: 'MX',
        name: 'bounces.shop.com',
        value: 'mail.host.net',
        priority: 10,
        required: true,
      },
      {
        purpose: 'spf',
        type: 'TXT',
        name: 'bounces.shop.com',
        value: 'v=spf1 a:mail.host.net ~all',
        required: false,
      },
      {
        purpose: 'dmarc',
        type: 'TXT',
        name: '_dmarc.shop.com',
        value: 'v=DMARC1; p=none; rua=mailto:dmarc@bounces.shop.com',
        required: false,
      },
      {
        purpose: 'tls-reports',
        type: 'TXT',
        name: '_smtp._tls.shop.com',
        value: 'v=TLSRPTv1; rua=mailto:tlsrpt@bounces.shop.com',
        required: false,
      },
      { purpose: 'tracking', type: 'CNAME', name: 'click.shop.com', value: 'app.host.net', required: false },
    ])
  })

  it.each([
    ['smtps://user:pass@relay.other.net:465', 'v=spf1 a:relay.other.net ~all'],
    ['smtp://93.184.216.34:25', 'v=spf1 ip4:93.184.216.34 ~all'],
    ['smtp://[2a01:4f8::1]:25', 'v=spf1 ip6:2a01:4f8::1 ~all'],
    // A relay beside this server sends from this server's address.
    ['smtp://localhost:25', 'v=spf1 a:app.host.net ~all'],
    ['smtp://10.0.0.5:25', 'v=spf1 a:app.host.net ~all'],
    ['smtp://postfix:25', 'v=spf1 a:app.host.net ~all'],
    ['smtp://relay.net:25?provider=custom', 'v=spf1 a:relay.net ~all'],
  ])('allow the server from which email leaves: %s', (MAIL_TRANSPORT, value) => {
    const from = hostsOf({ MAIL_TRANSPORT, MAIL_HOSTNAME: undefined }, at('https://app.host.net'))
    const spf = recordsOf({ domain: 'shop.com', keys: [], hosts: from }).find(
      ({ purpose }) => purpose === 'spf',
    )
    expect(spf?.value).toBe(value)
  })

  it.each([
    ['smtp://email-smtp.eu-west-1.amazonaws.com:587', 'eu-west-1'],
    ['ses://eu-west-1', 'eu-west-1'],
    ['ses://KEY:SECRET@us-gov-west-1?configuration-set=bulk', 'us-gov-west-1'],
    ['smtp://ses.host.net?provider=ses', undefined],
    ['smtp://smtp.sendgrid.net:587', undefined],
    ['smtp://smtp.eu.mailgun.org:587', undefined],
    ['smtp://smtp.postmarkapp.com:587', undefined],
    ['smtp://smtp.resend.com:587', undefined],
    ['smtp://smtp-relay.brevo.com:587', undefined],
    ['smtp://in-v3.mailjet.com:587', undefined],
    ['smtp://smtp.sparkpostmail.com:587', undefined],
  ])('require no return path where the provider has its own: %s', (MAIL_TRANSPORT, region) => {
    const from = hostsOf({ MAIL_TRANSPORT, MAIL_HOSTNAME: undefined }, at('https://app.host.net'))
    const records = recordsOf({ domain: 'shop.com', keys: [], hosts: from })
    expect(records.map(({ purpose, required }) => [purpose, required])).toEqual([
      ['return-path', false],
      ...(region === undefined
        ? []
        : [
            ['mail-from', false],
            ['mail-from', false],
          ]),
      ['dmarc', false],
      ['tls-reports', false],
      ['tracking', false],
    ])
    const mailFrom = records.filter(({ purpose }) => purpose === 'mail-from')
    expect(mailFrom.map(({ type, name, value }) => [type, name, value])).toEqual(
      region === undefined
        ? []
        : [
            ['MX', `ses-${region}.shop.com`, `feedback-smtp.${region}.amazonses.com`],
            ['TXT', `ses-${region}.shop.com`, 'v=spf1 include:amazonses.com ~all'],
          ],
    )
  })

  it("allow the servers of the domain's own transports instead, each once, if they use our return path", () => {
    const hostsOfRelays = ['smtp.sendgrid.net', 'smtp.office365.com', '10.0.0.5', 'outlook.office365.com']
    const from = hostsOf(
      { MAIL_TRANSPORT: 'smtp://relay.net', MAIL_HOSTNAME: undefined },
      at('https://app.host.net', ...hostsOfRelays.map(relay), SES),
    )
    const records = recordsOf({ domain: 'shop.com', keys: [], hosts: from })
    expect(records.map(({ purpose, required }) => [purpose, required])).toContainEqual(['return-path', true])
    expect(records.find(({ purpose }) => purpose === 'mail-from')?.name).toBe('ses-eu-west-1.shop.com')
    expect(records.find(({ purpose }) => purpose === 'spf')?.value).toBe(
      'v=spf1 include:spf.protection.outlook.com a:app.host.net ~all',
    )
  })

  it('name every key, the one that signs first, and require only that one', () => {
    const keys = [key('RETIRING', 'lma'), key('NEXT', 'lmb'), key('ACTIVE', 'lmc')]
    const records = recordsOf({ domain: 'shop.com', keys, hosts }).filter(({ purpose }) => purpose === 'dkim')
    expect(records.map(({ name, required }) => [name.split('.')[0], required])).toEqual([
      ['lmc', true],
      ['lmb', false],
      ['lma', false],
    ])
  })

  it('have names that fit into DNS for the longest domain', () => {
    const domain = `${'a.'.repeat(200)}com`.slice(-MOST_DOMAIN)
    const records = recordsOf({ domain, keys: [key('ACTIVE', 'lm12345678')], hosts })
    expect(Math.max(...records.map(({ name }) => name.length))).toBe(253)
  })
})

describe('chunks', () => {
  it('are at most 255 characters and make up the value', () => {
    const value = `v=DKIM1; k=rsa; p=${KEY}`
    const chunks = chunksOf(value)
    expect(chunks.map(({ length }) => length)).toEqual([255, value.length - 255])
    expect(chunks.join('')).toBe(value)
    expect(chunksOf('x'.repeat(255))).toEqual(['x'.repeat(255)])
  })
})

describe('the hosts that records name', () => {
  it('are those of PUBLIC_URL unless MAIL_HOSTNAME says otherwise', () => {
    const url = 'https://App.Host.net:8443'
    const own = { MAIL_TRANSPORT: 'mx:', MAIL_HOSTNAME: undefined }
    const paths = { replacedBy: [], sesRegions: [] }
    expect(hostsOf(own, at(url))).toEqual({
      web: 'app.host.net',
      mail: 'app.host.net',
      relays: [null],
      ...paths,
    })
    const relayed = { MAIL_TRANSPORT: 'smtp://relay.net', MAIL_HOSTNAME: 'MX.Host.net' }
    expect(hostsOf(relayed, at(url))).toEqual({
      web: 'app.host.net',
      mail: 'mx.host.net',
      relays: ['relay.net'],
      ...paths,
    })
  })

  it.each([
    ['mail.host.net', true],
    ['localhost', false],
    ['app.localhost', false],
    ['192.0.2.1', false],
    ['[2001:db8::1]', false],
    ['mailserver', false],
  ])('%s is public: %s', (host, expected) => {
    expect(isPublicHost(host)).toBe(expected)
  })
})
