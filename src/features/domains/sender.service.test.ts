import { beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { AppError } from '../../platform/errors.ts'
import { requireSender } from './index.ts'
import type { Sender } from './index.ts'
import { buildDomain, postVerify, recordFor, verify } from './fixtures/domain-steps.ts'

const dns = await useDnsServer()
const test = useTestApp({ DNS_SERVERS: dns.address, PUBLIC_URL: 'https://app.host.net' })
beforeEach(() => dns.clear())

const ask = async (address: string, MAIL_TRANSPORT = 'inbox:', project = test.project): Promise<Sender> =>
  requireSender(test.deps.database.db, { projectId: project.projectId, address, config: { MAIL_TRANSPORT } })

type Refusal = Pick<AppError, 'code' | 'message'>

const refusedWith = async (...query: Parameters<typeof ask>): Promise<AppError> => {
  const error: unknown = await ask(...query).catch((reason: unknown) => reason)
  if (!(error instanceof AppError)) throw new Error('it was not refused')
  return error
}

const refusal = async (...query: Parameters<typeof ask>): Promise<Refusal> => {
  const { code, message } = await refusedWith(...query)
  return { code, message }
}

describe('the sender of a verified domain', () => {
  it('is allowed, and comes with the key to sign with', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records)
    await verify(test, domain.id)
    expect(await ask(`ann@${domain.domain}`)).toEqual({
      domainId: domain.id,
      domain: domain.domain,
      selector: recordFor(domain, 'dkim').name.split('.')[0],
      trackingHost: `click.${domain.domain}`,
      recordProblems: [],
    })
    expect(await ask(`Ann@${domain.domain.toUpperCase()}`)).toMatchObject({ domainId: domain.id })
  })

  it('tracks links under the address of the instance while its own name for them is not in DNS', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records.filter(({ purpose }) => purpose !== 'tracking'))
    await verify(test, domain.id)
    expect(await ask(`ann@${domain.domain}`)).toMatchObject({ trackingHost: null })
  })

  it('is not allowed from a name below it, nor above', async () => {
    const domain = await buildDomain(test, { domain: 'news.letters.com' })
    dns.publish(domain.records)
    await verify(test, domain.id)
    expect(await refusal('ann@a.b.news.letters.com')).toEqual({
      code: 'DOMAIN_NOT_VERIFIED',
      message:
        'The domain a.b.news.letters.com has not been added to this project. news.letters.com covers only itself, not the names below it.',
    })
    expect((await refusal('ann@letters.com')).message).toBe(
      'The domain letters.com has not been added to this project.',
    )
  })

  it('is not allowed in another project', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records)
    await verify(test, domain.id)
    expect((await refusal(`ann@${domain.domain}`, 'mx:', test.other)).code).toBe('DOMAIN_NOT_VERIFIED')
  })

  it('is found by the international name', async () => {
    const domain = await buildDomain(test, { domain: 'bücher.com' })
    dns.publish(domain.records)
    await verify(test, domain.id)
    expect(await ask('ann@bücher.com')).toMatchObject({ domain: 'xn--bcher-kva.com' })
  })
})

describe('the sender of a domain that is not verified', () => {
  it('is refused with what is missing', async () => {
    const domain = await buildDomain(test)
    expect(await refusal(`ann@${domain.domain}`)).toEqual({
      code: 'DOMAIN_NOT_VERIFIED',
      message: `The domain ${domain.domain} is not verified yet. The DNS records of ${domain.domain} have not been found yet.`,
    })
    dns.set(`bounces.${domain.domain}`, 'MX', [{ exchange: 'other.net', priority: 1 }])
    await verify(test, domain.id)
    expect((await refusal(`ann@${domain.domain}`)).message).toBe(
      `The domain ${domain.domain} is not verified yet. The DKIM record at ${recordFor(domain, 'dkim').name} is missing. The return-path record at bounces.${domain.domain} has a different value.`,
    )
  })

  it('is refused with the reason when another project has it', async () => {
    const mine = await buildDomain(test)
    const theirs = await buildDomain(test, { domain: mine.domain, project: test.other })
    dns.publish([...mine.records, ...theirs.records])
    await verify(test, mine.id)
    await postVerify(test, theirs.id, test.other)
    expect((await refusal(`ann@${mine.domain}`, 'mx:', test.other)).message).toMatch(/Another project/)
  })

  it('says whether the address is one at all', async () => {
    expect((await refusal('nonsense')).code).toBe('VALIDATION_ERROR')
  })
})

describe('names that are reserved for tests', () => {
  it.each(['ann@shop.test', 'ann@a.b.example', 'ann@x.invalid', 'ann@app.localhost'])(
    'are senders with the built-in inbox alone: %s',
    async (address) => {
      const domain = address.split('@')[1]
      expect(await ask(address, 'inbox:')).toEqual({
        domainId: null,
        domain,
        selector: null,
        trackingHost: null,
        recordProblems: [],
      })
      for (const transport of ['mx:', 'smtp://relay.net:587', 'ses://eu-west-1']) {
        expect((await refusal(address, transport)).code).toBe('DOMAIN_NOT_VERIFIED')
      }
    },
  )

  it('are senders for every project, added or not, and signed where they are added', async () => {
    const domain = await buildDomain(test, { domain: 'signed.test' })
    await buildDomain(test, { domain: 'signed.test', project: test.other })
    expect(await ask('ann@signed.test')).toEqual({
      domainId: domain.id,
      domain: 'signed.test',
      selector: recordFor(domain, 'dkim').name.split('.')[0],
      trackingHost: null,
      recordProblems: [],
    })
  })

  it('are verified at once with the inbox, without a question to DNS', async () => {
    const domain = await buildDomain(test, { domain: 'quiet.test' })
    expect(domain).toMatchObject({ verified: true, status: 'VERIFIED', verifiedAt: domain.createdAt })
    expect(domain.records[0]?.detail).toMatch(/Not needed/)
    expect(await verify(test, domain.id)).toMatchObject({ verified: true, lastCheckedAt: null })
    expect(dns.questions).toEqual([])
  })

  it('are suggested first for another domain while emails stay in the inbox, and only then', async () => {
    const added = await buildDomain(test)
    for (const address of ['ann@shop.com', `ann@${added.domain}`]) {
      expect((await refusedWith(address, 'inbox:')).suggestion).toMatch(
        /^While emails stay in the built-in inbox, send from an address under \.test, .*\/domains/,
      )
      expect((await refusedWith(address, 'smtp://relay.net:587')).suggestion).not.toContain('.test')
    }
  })

  it('do not cover names that only look like them', async () => {
    for (const address of ['ann@example.com', 'ann@shop.tests', 'ann@test.com']) {
      expect((await refusal(address)).code).toBe('DOMAIN_NOT_VERIFIED')
    }
  })
})
