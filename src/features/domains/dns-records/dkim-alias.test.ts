import { beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../../test/support/servers/dns-server.ts'
import { createDns } from '../../../platform/dns/dns.ts'
import { examineDkimAlias } from './dkim-alias.ts'

const server = await useDnsServer()
const dns = createDns({ servers: [server.address], limitMs: 600_000 })
const name = 'lmabc1._domainkey.shop.com'
const target = 'abc-1.dkim.host.net'
const publicKey = 'A'.repeat(392)
const value = `v=DKIM1; k=rsa; p=${publicKey}`
const examine = () => examineDkimAlias(dns, { name, target, publicKey })

beforeEach(() => {
  server.clear()
  server.answersAliasOnly = false
})

describe('an alias with a key behind it', () => {
  it.each([false, true])('is found, also where the resolver does not follow it: %s', async (isAlone) => {
    server.answersAliasOnly = isAlone
    server.set(name, 'CNAME', [target])
    server.set(target, 'TXT', [value])
    expect(await examine()).toEqual({ status: 'ok', found: [value], detail: null, isAliased: true })
  })

  it('is missing without the alias', async () => {
    server.set(target, 'TXT', [value])
    expect(await examine()).toMatchObject({ status: 'missing', detail: null, isAliased: false })
  })

  it('says that the operator has to publish the key', async () => {
    server.set(name, 'CNAME', [target])
    expect(await examine()).toMatchObject({
      status: 'missing',
      detail: `The alias is right. The operator of this server has not published the TXT record at ${target} yet.`,
      isAliased: true,
    })
  })

  it.each([['v=DKIM1; p='], [`v=DKIM1; p=${'B'.repeat(392)}`]])(
    'says that the operator has to correct %s',
    async (text) => {
      server.set(name, 'CNAME', [target])
      server.set(target, 'TXT', [text])
      expect(await examine()).toMatchObject({
        status: 'mismatch',
        found: [text],
        detail: expect.stringMatching(/operator of this server has to correct it/) as string,
        isAliased: true,
      })
    },
  )

  it('does not lead elsewhere', async () => {
    server.set(name, 'CNAME', ['abc-2.dkim.host.net'])
    server.set(target, 'TXT', [value])
    expect(await examine()).toMatchObject({
      status: 'mismatch',
      found: ['abc-2.dkim.host.net'],
      detail: `The alias leads to another name: it must be ${target}.`,
      isAliased: false,
    })
  })

  it('may lead there by another name, and a copy of the key is found with a hint', async () => {
    server.set(name, 'CNAME', ['keys.shop.com'])
    server.set('keys.shop.com', 'CNAME', [target])
    server.set(target, 'TXT', [value])
    expect(await examine()).toMatchObject({ status: 'ok', isAliased: false })
    server.clear()
    server.set(name, 'TXT', [value])
    expect(await examine()).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/Make this name a CNAME/) as string,
    })
  })

  it('is not replaced by another TXT record', async () => {
    server.set(name, 'TXT', ['v=DKIM1; p=QUJD'])
    expect(await examine()).toMatchObject({
      status: 'mismatch',
      found: ['v=DKIM1; p=QUJD'],
      detail: `There is a TXT record instead of an alias. Replace it with a CNAME to ${target}.`,
    })
  })

  it('is unknown while DNS does not answer for the key', async () => {
    server.set(name, 'CNAME', [target])
    server.fail(name, 'SERVFAIL', 'TXT')
    expect(await examine()).toMatchObject({ status: 'unknown', isAliased: true })
  })
})

describe('an alias for a later key', () => {
  const later = () => examineDkimAlias(dns, { name, target, publicKey: undefined })

  it('is found without a record behind it', async () => {
    expect(await later()).toMatchObject({ status: 'missing' })
    server.set(name, 'CNAME', [target])
    expect(await later()).toMatchObject({ status: 'ok', found: [target] })
    server.set(name, 'CNAME', ['elsewhere.net'])
    expect(await later()).toMatchObject({ status: 'mismatch' })
    server.fail(name, 'REFUSED')
    expect(await later()).toMatchObject({ status: 'unknown' })
  })
})
