import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { buildProject, useTestApp } from '../../../test/support/test-app.ts'
import { buildDomain, newDomain, postDomain, readDomain, recordFor, verify } from './fixtures/domain-steps.ts'
import type { DomainAnswer } from './fixtures/domain-steps.ts'

const dns = await useDnsServer()
const test = useTestApp({
  DNS_SERVERS: dns.address,
  PUBLIC_URL: 'https://app.host.net',
  MAIL_HOSTNAME: 'mx.host.net',
})
beforeEach(() => dns.clear())

describe('POST /domains', () => {
  it('answers with the domain and the records to publish', async () => {
    const domain = newDomain()
    const reply = await postDomain(test, domain)
    expect(reply.statusCode).toBe(201)
    const answer = reply.json<DomainAnswer>()
    expect(answer).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      domain,
      asciiDomain: domain,
      verified: false,
      status: 'PENDING',
      records: expect.any(Array) as [],
      dkim: 'txt',
      dkimZone: null,
      transports: [],
      warning: null,
      createdAt: expect.any(String) as string,
      verifiedAt: null,
      lastCheckedAt: null,
    })
    expect(answer.records.map((r) => [r.purpose, r.type, r.required, r.status, r.found, r.ttl])).toEqual([
      ['dkim', 'TXT', true, 'pending', [], 3600],
      ['return-path', 'MX', true, 'pending', [], 3600],
      ['spf', 'TXT', false, 'pending', [], 3600],
      ['dmarc', 'TXT', false, 'pending', [], 3600],
      ['tls-reports', 'TXT', false, 'pending', [], 3600],
      ['tracking', 'CNAME', false, 'pending', [], 3600],
    ])
    expect(recordFor(answer, 'dkim')).toMatchObject({
      name: expect.stringMatching(new RegExp(`^lm[a-z0-9]{8}\\._domainkey\\.${domain}$`)) as string,
      value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{392}$/) as string,
      keyState: 'ACTIVE',
    })
    expect(recordFor(answer, 'return-path')).toMatchObject({
      name: `bounces.${domain}`,
      value: 'mx.host.net',
      priority: 10,
    })
    expect(recordFor(answer, 'tracking')).toMatchObject({ name: `click.${domain}`, value: 'app.host.net' })
  })

  it('shows long texts in pieces too', async () => {
    const { value, chunks } = recordFor(await buildDomain(test), 'dkim')
    expect(chunks.length).toBe(2)
    expect(chunks.join('')).toBe(value)
    expect(Math.max(...chunks.map((chunk) => Buffer.byteLength(chunk)))).toBeLessThanOrEqual(255)
  })

  it('makes a fresh key and selector for each', async () => {
    const one = recordFor(await buildDomain(test), 'dkim')
    const two = recordFor(await buildDomain(test), 'dkim')
    expect(one.value).not.toBe(two.value)
    expect(one.name.split('.')[0]).not.toBe(two.name.split('.')[0])
  })

  it('shows international names as people read them and asks for them in ASCII', async () => {
    const reply = await postDomain(test, ' MÜNCHEN.de. ')
    expect(reply.json()).toMatchObject({
      domain: 'münchen.de',
      asciiDomain: 'xn--mnchen-3ya.de',
    })
    expect(recordFor(reply.json<DomainAnswer>(), 'dmarc').name).toBe('_dmarc.xn--mnchen-3ya.de')
    expect((await postDomain(test, 'XN--MNCHEN-3YA.de')).statusCode).toBe(409)
  })

  it.each([
    [undefined, 'required'],
    [42, 'invalid_type'],
    ['', 'invalid_string'],
    ['com', 'invalid_string'],
    ['https://example.com/', 'invalid_string'],
    ['ann@example.com', 'invalid_string'],
    ['exa mple.com', 'invalid_string'],
    ['example..com', 'invalid_string'],
    ['192.0.2.1', 'invalid_string'],
    ['_dmarc.example.com', 'invalid_string'],
    ['example.com\u0000', 'invalid_string'],
    ['x'.repeat(1_001), 'too_big'],
    [`${'a.'.repeat(115)}com`, 'too_big'],
  ])('refuses %j as a domain', async (domain, code) => {
    const reply = await postDomain(test, domain)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { domain: code }])
  })

  it('takes the longest domain whose records fit into DNS', async () => {
    expect((await postDomain(test, `${'b.'.repeat(114)}com`)).statusCode).toBe(201)
  })

  it('refuses a domain that the project already has', async () => {
    const { domain } = await buildDomain(test)
    const reply = await postDomain(test, domain.toUpperCase())
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'CONFLICT'])
    expect(errorOf(reply).message).toBe(`This project already has the domain ${domain}.`)
  })

  it('lets projects wait for the same domain, until it is verified in one', async () => {
    const mine = await buildDomain(test)
    await buildDomain(test, { domain: mine.domain, project: test.other })
    dns.publish(mine.records)
    await verify(test, mine.id)
    const third = await buildProject(test.deps)
    const reply = await postDomain(test, mine.domain, third)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'CONFLICT'])
    expect(errorOf(reply).message).toMatch(/verified in another project/)
  })

  it('replays with an Idempotency-Key, and keeps one domain', async () => {
    const options = { body: { domain: newDomain() }, headers: { 'idempotency-key': newDomain() } }
    const first = await call(test, ['POST', '/domains'], options)
    const second = await call(test, ['POST', '/domains'], options)
    expect([first.statusCode, second.statusCode, second.body]).toEqual([201, 201, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  it('keeps the private key encrypted and shows it nowhere', async () => {
    const { id } = await buildDomain(test)
    const { rows } = await sql<{ private_key: Buffer }>`
      select private_key from domain_keys where domain_id = ${id}`.execute(test.deps.database.db)
    const stored = rows[0]?.private_key ?? Buffer.alloc(0)
    // A PKCS#8 key of this size, plus the seal; none of its fixed bytes are in the clear.
    expect(stored.length).toBeGreaterThan(1200)
    const rsaOid = Buffer.from('2a864886f70d010101', 'hex')
    expect(stored.includes(rsaOid)).toBe(false)
    const shown = JSON.stringify(await readDomain(test, id))
    expect(shown).not.toMatch(/private/i)
  })
})

describe('GET /domains', () => {
  it('lists them newest first, page by page, each once', async () => {
    const project = await buildProject(test.deps)
    const made: string[] = []
    for (let i = 0; i < 5; i += 1) made.unshift((await buildDomain(test, { project })).id)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: Record<string, string> = { limit: '2', ...(cursor !== '' && { cursor }) }
      const reply = await call(test, ['GET', '/domains'], { key: project.secretKey, query })
      const page = reply.json<{ domains: DomainAnswer[]; cursor: string | null; total: number }>()
      expect(page.total).toBe(5)
      seen.push(...page.domains.map(({ id }) => id))
      cursor = page.cursor
    }
    expect(seen).toEqual(made)
  })

  it('shows each with its records', async () => {
    const project = await buildProject(test.deps)
    const one = await buildDomain(test, { project })
    const two = await buildDomain(test, { project })
    const reply = await call(test, ['GET', '/domains'], { key: project.secretKey })
    expect(reply.json()).toEqual({ domains: [two, one], cursor: null, hasMore: false, total: 2 })
  })

  it('is narrowed by verified', async () => {
    const project = await buildProject(test.deps)
    const waiting = await buildDomain(test, { project })
    const good = await buildDomain(test, { project })
    const forTests = await buildDomain(test, { project, domain: 'shop.test' })
    dns.publish(good.records)
    await verify(test, good.id, project)
    const ids = async (verified: string) => {
      const reply = await call(test, ['GET', '/domains'], { key: project.secretKey, query: { verified } })
      const { domains, total } = reply.json<{ domains: DomainAnswer[]; total: number }>()
      expect(domains.every((one) => one.verified === (verified === 'true'))).toBe(true)
      return [domains.map(({ id }) => id), total]
    }
    expect(await ids('true')).toEqual([[forTests.id, good.id], 2])
    expect(await ids('false')).toEqual([[waiting.id], 1])
  })

  it.each([{ verified: 'yes' }, { limit: '0' }, { limit: '101' }])('refuses %j', async (query) => {
    const reply = await call(test, ['GET', '/domains'], { query: query as Record<string, string> })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, Object.keys(query)])
  })

  it('refuses a cursor that is not its own', async () => {
    const reply = await call(test, ['GET', '/domains'], { query: { cursor: 'abc' } })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'BAD_REQUEST'])
  })
})

describe('POST /domains/{id}/verify', () => {
  it('looks at DNS and says of each record what it found', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records.filter(({ purpose }) => purpose === 'return-path'))
    dns.set(recordFor(domain, 'dkim').name, 'TXT', ['v=DKIM1; p=QUJD'])
    dns.fail(recordFor(domain, 'dmarc').name, 'SERVFAIL')
    const answer = await verify(test, domain.id)
    expect(answer).toMatchObject({ status: 'PENDING', verified: false, verifiedAt: null })
    expect(answer.lastCheckedAt).not.toBeNull()
    expect(answer.records.map(({ purpose, status, found }) => [purpose, status, found])).toEqual([
      ['dkim', 'mismatch', ['v=DKIM1; p=QUJD']],
      ['return-path', 'ok', ['10 mx.host.net']],
      ['spf', 'missing', []],
      ['dmarc', 'unknown', []],
      ['tls-reports', 'missing', []],
      ['tracking', 'missing', []],
    ])
    expect(await readDomain(test, domain.id)).toEqual(answer)
  })

  it('verifies with the required records alone', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records.filter(({ required }) => required))
    const answer = await verify(test, domain.id)
    expect(answer).toMatchObject({ status: 'VERIFIED', verified: true, warning: null })
    expect(answer.verifiedAt).not.toBeNull()
  })

  it('waits while a required record is unknown', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records)
    dns.fail(recordFor(domain, 'return-path').name, 'SERVFAIL', 'MX')
    expect(await verify(test, domain.id)).toMatchObject({ status: 'PENDING' })
    dns.heal()
    expect(await verify(test, domain.id)).toMatchObject({ status: 'VERIFIED' })
  })

  it('takes an empty body with or without a media type, and replays with an Idempotency-Key', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records)
    const headers = { 'idempotency-key': newDomain(), 'content-type': 'application/json' }
    const first = await call(test, ['POST', `/domains/${domain.id}/verify`], { headers })
    expect(first.json<DomainAnswer>().status).toBe('VERIFIED')
    dns.clear()
    const second = await call(test, ['POST', `/domains/${domain.id}/verify`], { headers })
    expect(second.body).toBe(first.body)
    expect(dns.questions).toEqual([])
  })
})

describe('DELETE /domains/{id}', () => {
  it('removes the domain and its keys', async () => {
    const { id, domain } = await buildDomain(test)
    const reply = await call(test, ['DELETE', `/domains/${id}`])
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect((await call(test, ['GET', `/domains/${id}`])).statusCode).toBe(404)
    const { rows } = await sql`select from domain_keys where domain_id = ${id}`.execute(test.deps.database.db)
    expect(rows).toEqual([])
    expect((await call(test, ['DELETE', `/domains/${id}`])).statusCode).toBe(404)
    expect((await postDomain(test, domain)).statusCode).toBe(201)
  })

  it('leaves a verified domain to others', async () => {
    const mine = await buildDomain(test)
    dns.publish(mine.records)
    await verify(test, mine.id)
    await call(test, ['DELETE', `/domains/${mine.id}`])
    const theirs = await buildDomain(test, { domain: mine.domain, project: test.other })
    dns.publish(theirs.records)
    expect(await verify(test, theirs.id, test.other)).toMatchObject({ status: 'VERIFIED' })
  })
})
