// Selectors and keys that somebody brings along.
import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDelivery } from '../../../test/support/delivery.ts'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { sendOne } from '../../../test/support/send-steps.ts'
import { judgeSignatures } from '../../../test/support/signatures.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import {
  addKey,
  buildAliasedDomain,
  buildDomain,
  dkimRecords,
  newDomain,
  postKey,
  readDomain,
  readZone,
  rotate,
  verify,
} from './fixtures/domain-steps.ts'
import type { DomainAnswer } from './fixtures/domain-steps.ts'

const dns = await useDnsServer()
const test = useTestApp({
  DNS_SERVERS: dns.address,
  MAIL_HOSTNAME: 'mx.host.net',
  DKIM_ZONE: 'dkim.host.net',
  SEND_RATE_PER_SECOND: '0',
})
const delivery = useDelivery(test)
beforeEach(() => dns.clear())

const own = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})
const VALUE = `v=DKIM1; k=rsa; p=${own.publicKey.toString('base64')}`

const verified = async () => {
  const domain = await buildDomain(test)
  dns.publish(domain.records)
  return verify(test, domain.id)
}
const namesOf = (domain: DomainAnswer) =>
  dkimRecords(domain).map(({ name, keyState }) => [name.split('.')[0], keyState])

describe('POST /domains/{id}/keys', () => {
  it('takes a selector of the caller, in lower case', async () => {
    const domain = await buildDomain(test)
    const reply = await postKey(test, domain.id, { selector: 'News-2026' })
    expect(reply.statusCode).toBe(201)
    expect(dkimRecords(reply.json<DomainAnswer>())).toMatchObject([
      { type: 'TXT', name: `news-2026._domainkey.${domain.domain}`, keyState: 'ACTIVE', required: true },
    ])
  })

  it('takes a key of the caller, whose emails receivers verify', async () => {
    const domain = await verified()
    const added = await addKey(test, domain.id, { selector: 'own', privateKey: own.privateKey })
    expect(dkimRecords(added)[1]).toMatchObject({ value: VALUE, keyState: 'NEXT' })
    dns.publish(added.records)
    const done = await verify(test, domain.id)
    expect(namesOf(done)[0]).toEqual(['own', 'ACTIVE'])
    const { email } = await sendOne(test, { from: `shop@${domain.domain}` })
    await delivery.drain()
    const { rawPayload } = await call(test, ['GET', `/emails/${email}/raw`])
    expect(rawPayload.toString('latin1')).toMatch(/\bs=own;/)
    expect((await judgeSignatures(rawPayload, dns)).map(({ result }) => result)).toEqual(['pass'])
  })

  it('takes a key of the caller behind an alias', async () => {
    const domain = await buildAliasedDomain(test)
    await addKey(test, domain.id, { privateKey: own.privateKey })
    const zone = (await readZone(test)).filter((record) => record.domain === domain.domain)
    expect(zone).toMatchObject([{ value: VALUE, keyState: 'ACTIVE' }])
  })

  it('makes another key at a new selector without any field', async () => {
    const domain = await verified()
    const added = await addKey(test, domain.id, {})
    expect(namesOf(added)).toEqual([
      [namesOf(domain)[0]?.[0], 'ACTIVE'],
      [expect.stringMatching(/^lm[a-z0-9]{8}$/), 'NEXT'],
    ])
  })

  it('does not let a check find the key that was there before, under the same selector', async () => {
    const domain = await verified()
    const first = await addKey(test, domain.id, { selector: 'own' })
    dns.publish(first.records)
    const name = `own._domainkey.${domain.domain}`
    const release = dns.hold(name)
    const slow = verify(test, domain.id)
    await dns.asked(name)
    await addKey(test, domain.id, { selector: 'own', privateKey: own.privateKey })
    release()
    expect(namesOf(await slow)).toEqual([
      [namesOf(domain)[0]?.[0], 'ACTIVE'],
      ['own', 'NEXT'],
    ])
  })

  it.each([
    [{ selector: '' }, 'selector'],
    [{ selector: '-a' }, 'selector'],
    [{ selector: 'a-' }, 'selector'],
    [{ selector: 'a.b' }, 'selector'],
    [{ selector: 'a b' }, 'selector'],
    [{ selector: 'ä' }, 'selector'],
    [{ selector: 'a'.repeat(64) }, 'selector'],
    [{ selector: 7 }, 'selector'],
    [{ dkim: 'dns' }, 'dkim'],
    [{ dkim: 'cname', selector: 'own' }, 'selector'],
    [{ privateKey: 'hello' }, 'privateKey'],
    [{ privateKey: '' }, 'privateKey'],
    [{ privateKey: 42 }, 'privateKey'],
    [{ privateKey: 'x'.repeat(8_001) }, 'privateKey'],
  ])('refuses %j', async (body, field) => {
    const domain = await buildDomain(test)
    const reply = await postKey(test, domain.id, body)
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, [field]])
    expect(namesOf(await readDomain(test, domain.id))).toEqual(namesOf(domain))
  })

  it('takes the longest selector, unless the name does not fit into DNS', async () => {
    const short = await buildDomain(test)
    expect((await postKey(test, short.id, { selector: 'a'.repeat(63) })).statusCode).toBe(201)
    const long = await buildDomain(test, { domain: `${'c.'.repeat(114)}com` })
    const reply = await postKey(test, long.id, { selector: 'a'.repeat(63) })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { selector: 'too_big' }])
  })

  it('refuses a selector that another key of the domain has, in any case', async () => {
    const domain = await verified()
    const selector = namesOf(domain)[0]?.[0]?.toUpperCase()
    const reply = await postKey(test, domain.id, { selector })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { selector: 'custom' }])
  })

  it('refuses a body that is not an object', async () => {
    const domain = await buildDomain(test)
    for (const body of ['[]', 'null', '"own"']) {
      const reply = await call(test, ['POST', `/domains/${domain.id}/keys`], {
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect([400, 422]).toContain(reply.statusCode)
    }
  })

  it('replays with an Idempotency-Key, and keeps one key', async () => {
    const domain = await verified()
    const options = { body: { selector: 'own' }, headers: { 'idempotency-key': newDomain() } }
    const first = await call(test, ['POST', `/domains/${domain.id}/keys`], options)
    const second = await call(test, ['POST', `/domains/${domain.id}/keys`], options)
    expect([first.statusCode, second.statusCode, second.body]).toEqual([201, 201, first.body])
    expect(namesOf(await readDomain(test, domain.id)).length).toBe(2)
  })

  it('gives a name for tests another key at once', async () => {
    const domain = await buildDomain(test, { domain: 'keys.test' })
    expect(namesOf(await addKey(test, domain.id, { selector: 'own' }))).toEqual([['own', 'ACTIVE']])
    const reply = await postKey(test, domain.id, { dkim: 'cname' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { dkim: 'custom' }])
  })
})

describe('a key of the caller', () => {
  it('is in no answer, no audit entry and no row, unless encrypted', async () => {
    const domain = await verified()
    const body = { selector: 'own', privateKey: own.privateKey }
    const headers = { 'idempotency-key': newDomain() }
    const reply = await call(test, ['POST', `/domains/${domain.id}/keys`], { body, headers })
    const secret = own.privateKey.split('\n')[15] ?? ''
    expect(secret.length).toBe(64)
    expect(reply.body).not.toContain(secret)
    const { db } = test.deps.database
    const tables = ['audit_log', 'idempotency_keys', 'domain_keys', 'domains']
    for (const table of tables) {
      const { rows } = await sql`select t::text as text from ${sql.table(table)} as t`.execute(db)
      expect(JSON.stringify(rows)).not.toContain(secret)
    }
    const { rows } = await sql<{ private_key: Buffer }>`
      select private_key from domain_keys where domain_id = ${domain.id} and selector = 'own'`.execute(db)
    expect(rows[0]?.private_key.includes(Buffer.from('2a864886f70d010101', 'hex'))).toBe(false)
    const refused = await postKey(test, domain.id, { privateKey: own.privateKey.slice(0, 900) })
    expect(refused.statusCode).toBe(422)
    expect(refused.body).not.toContain(secret)
  })

  it('is replaced by a new one at a selector of ours when it is rotated', async () => {
    const domain = await buildDomain(test)
    const added = await addKey(test, domain.id, { selector: 'own', privateKey: own.privateKey })
    dns.publish(added.records)
    await verify(test, domain.id)
    expect(namesOf(await rotate(test, domain.id))).toEqual([
      ['own', 'ACTIVE'],
      [expect.stringMatching(/^lm[a-z0-9]{8}$/), 'NEXT'],
    ])
  })

  it('is not lost while it waits for DNS and a domain of another project has the selector', async () => {
    const mine = await buildDomain(test)
    const theirs = await buildDomain(test, { domain: mine.domain, project: test.other })
    await addKey(test, mine.id, { selector: 'own', privateKey: own.privateKey })
    const reply = await call(test, ['POST', `/domains/${theirs.id}/keys`], {
      key: test.other.secretKey,
      body: { selector: 'own' },
    })
    expect(reply.statusCode).toBe(201)
    dns.publish((await readDomain(test, mine.id)).records)
    expect(await verify(test, theirs.id, test.other)).toMatchObject({ status: 'PENDING' })
    expect(await verify(test, mine.id)).toMatchObject({ status: 'VERIFIED' })
    expect(errorOf(await postKey(test, theirs.id, {})).code).toBe('DOMAIN_NOT_FOUND')
  })
})
