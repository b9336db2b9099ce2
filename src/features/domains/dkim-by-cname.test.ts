// The life of a domain whose selectors are aliases into the zone of the operator. Two people publish: the owner of the domain the
// aliases, once; the operator whatever GET /instance/dkim-records shows.
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
  checkDue,
  dkimRecords,
  newDomain,
  postKey,
  postVerify,
  readDomain,
  readZone,
  rotate,
  statusesOf,
  verify,
} from './fixtures/domain-steps.ts'
import type { DomainAnswer } from './fixtures/domain-steps.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONE = 'dkim.host.net'

const dns = await useDnsServer()
const test = useTestApp({
  DNS_SERVERS: dns.address,
  MAIL_HOSTNAME: 'mx.host.net',
  DKIM_ZONE: ZONE,
  SEND_RATE_PER_SECOND: '0',
})
const zoneless = useTestApp({ DNS_SERVERS: dns.address, MAIL_HOSTNAME: 'mx.host.net' })
const delivery = useDelivery(test)
beforeEach(() => dns.clear())

/** Makes the domain older instead of moving the clock, by which sessions would end and email would wait. */
const age = async ({ id }: DomainAnswer, ms: number) => {
  const { db } = test.deps.database
  const by = sql`make_interval(secs => ${ms / 1_000})`
  await sql`update domain_keys set retires_at = retires_at - ${by} where domain_id = ${id}`.execute(db)
  await sql`
    update domains set due_at = due_at - ${by}, watched_since = watched_since - ${by} where id = ${id}`.execute(
    db,
  )
  await checkDue(test)
}

const zoneOf = async ({ domain }: DomainAnswer) =>
  (await readZone(test)).filter((record) => record.domain === domain)
const publishZone = async (domain: DomainAnswer) => dns.publish(await zoneOf(domain))
const statesOf = (domain: DomainAnswer) =>
  dkimRecords(domain).map(({ keyState = null, status }) => [keyState, status])

const verified = async () => {
  const domain = await buildAliasedDomain(test)
  dns.publish(domain.records)
  await publishZone(domain)
  return verify(test, domain.id)
}

/** Sends an email and returns how receivers judge its signature, and its selector. */
async function signatureOf({ domain }: DomainAnswer) {
  const { email } = await sendOne(test, { from: `shop@${domain}` })
  await delivery.drain()
  const { rawPayload } = await call(test, ['GET', `/emails/${email}/raw`])
  const [selector] = /(?<=\bs=)[a-z0-9-]+/.exec(rawPayload.toString('latin1')) ?? []
  return { results: (await judgeSignatures(rawPayload, dns)).map(({ result }) => result), selector }
}

describe('POST /domains with cname', () => {
  it('asks the owner of the domain for two aliases, and the operator for the key behind the first', async () => {
    const domain = await buildAliasedDomain(test)
    expect(domain).toMatchObject({ dkim: 'cname', dkimZone: ZONE })
    const [first, second] = dkimRecords(domain)
    const [, label] = /^([a-z0-9]{16})-1\.dkim\.host\.net$/.exec(first?.value ?? '') ?? []
    expect(first).toMatchObject({ type: 'CNAME', required: true, keyState: 'ACTIVE', status: 'pending' })
    expect(second).toMatchObject({ type: 'CNAME', required: false, value: `${label}-2.${ZONE}` })
    expect(second?.keyState).toBeUndefined()
    expect([first, second].map((record) => record?.name)).toEqual([
      expect.stringMatching(new RegExp(`^lm[a-z0-9]{7}1\\._domainkey\\.${domain.domain}$`)),
      first?.name.replace('1._domainkey', '2._domainkey'),
    ])
    expect(await zoneOf(domain)).toMatchObject([{ name: first?.value, keyState: 'ACTIVE', removeAt: null }])
  })

  it('is verified when the key is found by the alias, and not before', async () => {
    const domain = await buildAliasedDomain(test)
    dns.publish(domain.records)
    const waiting = await verify(test, domain.id)
    expect(waiting.status).toBe('PENDING')
    expect(dkimRecords(waiting)[0]).toMatchObject({
      status: 'missing',
      detail: expect.stringMatching(
        /The alias is right. The operator of this server has not published/,
      ) as string,
    })
    await publishZone(domain)
    const done = await verify(test, domain.id)
    expect(done.status).toBe('VERIFIED')
    expect(statesOf(done)).toEqual([
      ['ACTIVE', 'ok'],
      [null, 'ok'],
    ])
    expect(await signatureOf(done)).toEqual({
      results: ['pass'],
      selector: dkimRecords(done)[0]?.name.split('.')[0],
    })
  })

  it('is refused without a zone, and for names for tests', async () => {
    const refusal = async (app: typeof test, domain: string) => {
      const reply = await call(app, ['POST', '/domains'], { body: { domain, dkim: 'cname' } })
      return [reply.statusCode, fieldsOf(reply), errorOf(reply).errors?.[0]?.message]
    }
    expect(await refusal(zoneless, newDomain())).toEqual([
      422,
      { dkim: 'custom' },
      'must be txt: this server has no zone for keys. Its operator can name one with DKIM_ZONE',
    ])
    expect((await refusal(test, 'shop.test')).slice(0, 2)).toEqual([422, { dkim: 'custom' }])
  })

  it.each(['dns', '', 1, []])('refuses %j as a way', async (dkim) => {
    const reply = await call(test, ['POST', '/domains'], { body: { domain: newDomain(), dkim } })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, ['dkim']])
  })

  it('gives projects with one domain different names', async () => {
    const mine = await buildAliasedDomain(test)
    const theirs = await call(test, ['POST', '/domains'], {
      key: test.other.secretKey,
      body: { domain: mine.domain, dkim: 'cname' },
    })
    const names = [mine, theirs.json<DomainAnswer>()].flatMap(dkimRecords)
    expect(new Set(names.map(({ name }) => name)).size).toBe(4)
    expect(new Set(names.map(({ value }) => value)).size).toBe(4)
  })
})

describe('rotation by aliases', () => {
  it('needs nothing from the owner of the domain, and lets the old key verify for 7 days', async () => {
    const domain = await verified()
    const before = await signatureOf(domain)
    const rotating = await rotate(test, domain.id)
    expect(statesOf(rotating)).toEqual([
      ['ACTIVE', 'ok'],
      ['NEXT', 'pending'],
    ])
    expect(dkimRecords(rotating).map(({ name, value }) => [name, value])).toEqual(
      dkimRecords(domain).map(({ name, value }) => [name, value]),
    )

    await age(domain, HOUR_MS)
    expect(statesOf(await readDomain(test, domain.id))).toEqual([
      ['ACTIVE', 'ok'],
      ['NEXT', 'missing'],
    ])
    expect(await signatureOf(domain)).toEqual(before)

    await publishZone(domain)
    await age(domain, HOUR_MS)
    const rotated = await readDomain(test, domain.id)
    expect(statesOf(rotated)).toEqual([
      ['ACTIVE', 'ok'],
      ['RETIRING', 'ok'],
    ])
    const now = await signatureOf(domain)
    expect(now.results).toEqual(['pass'])
    expect(now.selector).not.toBe(before.selector)
    const [, retiring] = dkimRecords(rotated)
    expect(retiring?.detail).toMatch(/no longer signs.*Keep the alias/)
    expect((await zoneOf(domain)).map(({ keyState, removeAt }) => [keyState, removeAt !== null])).toEqual([
      ['RETIRING', true],
      ['ACTIVE', false],
    ])

    await age(domain, 6 * DAY_MS)
    expect((await zoneOf(domain)).length).toBe(2)
    await age(domain, DAY_MS)
    expect(await zoneOf(domain)).toMatchObject([{ keyState: 'ACTIVE' }])
    expect(statesOf(await readDomain(test, domain.id)).map(([state]) => state)).toEqual(['ACTIVE', null])
  })

  it('waits until the name of the key before the last is free', async () => {
    const domain = await verified()
    await rotate(test, domain.id)
    await publishZone(domain)
    await verify(test, domain.id)
    const reply = await call(test, ['POST', `/domains/${domain.id}/rotate`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect(errorOf(reply).message).toMatch(/in use: the previous key stays in DNS until \d{4}-\d\d-\d\d/)

    await sql`update domain_keys set retires_at = now() where domain_id = ${domain.id} and state = 'RETIRING'`.execute(
      test.deps.database.db,
    )
    const again = await rotate(test, domain.id)
    expect(statesOf(again).map(([state]) => state)).toEqual(['ACTIVE', 'NEXT'])
    // The earlier finding was about another key.
    expect(statesOf(again)[1]).toEqual(['NEXT', 'pending'])
    await verify(test, domain.id)
    expect(statesOf(await readDomain(test, domain.id))[1]).toEqual(['NEXT', 'mismatch'])
  })

  it('does not trust a check that began before the key was made', async () => {
    const domain = await verified()
    const [, free] = dkimRecords(domain)
    const release = dns.hold(free?.name ?? '')
    dns.questions.length = 0
    const slow = postVerify(test, domain.id)
    await dns.asked(free?.name ?? '')
    await rotate(test, domain.id)
    release()
    await slow
    expect(statesOf(await readDomain(test, domain.id))).toEqual([
      ['ACTIVE', 'ok'],
      ['NEXT', 'pending'],
    ])
  })

  it('keeps the zone that its aliases lead to, when DKIM_ZONE changes or goes', async () => {
    const domain = await verified()
    const { deps } = test
    const before = deps.config.DKIM_ZONE
    await sql`update domains set dkim_zone = 'old.host.net' where id = ${domain.id}`.execute(deps.database.db)
    const rotating = await rotate(test, domain.id)
    expect(before).toBe(ZONE)
    expect(rotating.dkimZone).toBe('old.host.net')
    expect(dkimRecords(rotating).map(({ value }) => value.split('.').slice(1).join('.'))).toEqual([
      'old.host.net',
      'old.host.net',
    ])
  })
})

describe('the change from one way to the other', () => {
  it('replaces the key of a domain that was never verified at once', async () => {
    const domain = await buildDomain(test)
    const aliased = await addKey(test, domain.id, { dkim: 'cname' })
    expect(dkimRecords(aliased).map(({ type, keyState }) => [type, keyState])).toEqual([
      ['CNAME', 'ACTIVE'],
      ['CNAME', undefined],
    ])
    const back = await addKey(test, domain.id, { dkim: 'txt' })
    expect(dkimRecords(back).map(({ type, keyState }) => [type, keyState])).toEqual([['TXT', 'ACTIVE']])
    expect(await zoneOf(domain)).toEqual([])
  })

  it('of a verified domain happens when the new key is found, and back again', async () => {
    const domain = await buildDomain(test)
    dns.publish(domain.records)
    await verify(test, domain.id)
    const first = await signatureOf(domain)
    const changing = await addKey(test, domain.id, { dkim: 'cname' })
    expect(dkimRecords(changing).map(({ type, keyState }) => [type, keyState])).toEqual([
      ['TXT', 'ACTIVE'],
      ['CNAME', 'NEXT'],
      ['CNAME', undefined],
    ])
    expect(await signatureOf(domain)).toEqual(first)
    dns.publish(changing.records)
    await publishZone(domain)
    const changed = await verify(test, domain.id)
    expect(dkimRecords(changed).map(({ type, keyState }) => [type, keyState])).toEqual([
      ['CNAME', 'ACTIVE'],
      ['TXT', 'RETIRING'],
      ['CNAME', undefined],
    ])
    expect((await signatureOf(domain)).results).toEqual(['pass'])

    const leaving = await addKey(test, domain.id, { dkim: 'txt' })
    dns.publish(leaving.records)
    const left = await verify(test, domain.id)
    expect(left).toMatchObject({ status: 'VERIFIED', dkim: 'txt' })
    const alias = dkimRecords(left).find(({ type }) => type === 'CNAME')
    expect(alias).toMatchObject({
      keyState: 'RETIRING',
      detail: expect.stringMatching(/Then remove the alias/) as string,
    })
    expect((await zoneOf(domain)).map(({ keyState }) => keyState)).toEqual(['RETIRING'])
  })

  it('replaces a key that waits for DNS', async () => {
    const domain = await verified()
    await rotate(test, domain.id)
    const changed = await addKey(test, domain.id, { dkim: 'txt', selector: 'own' })
    expect(dkimRecords(changed).map(({ type, keyState }) => [type, keyState])).toEqual([
      ['CNAME', 'ACTIVE'],
      ['TXT', 'NEXT'],
    ])
    expect((await zoneOf(domain)).map(({ keyState }) => keyState)).toEqual(['ACTIVE'])
  })

  it('makes one key of requests at the same time', async () => {
    const domain = await verified()
    const replies = await Promise.all([1, 2, 3].map(() => postKey(test, domain.id, { dkim: 'cname' })))
    expect(statusesOf(replies)).toEqual([201, 201, 201])
    expect(statesOf(await readDomain(test, domain.id)).map(([state]) => state)).toEqual(['ACTIVE', 'NEXT'])
  })
})

describe('a domain that is deleted', () => {
  it('leaves the zone, and its names are never given to another', async () => {
    const domain = await verified()
    await call(test, ['DELETE', `/domains/${domain.id}`])
    expect(await zoneOf(domain)).toEqual([])
    const again = await buildAliasedDomain(test, domain.domain)
    const values = (one: DomainAnswer) => dkimRecords(one).map(({ value }) => value)
    expect(values(again).some((value) => values(domain).includes(value))).toBe(false)
  })

  it('while a key is made gets none', async () => {
    const domain = await verified()
    const replies = await Promise.all([
      postKey(test, domain.id, { dkim: 'cname' }),
      call(test, ['DELETE', `/domains/${domain.id}`]),
    ])
    expect([201, 404]).toContain(replies[0].statusCode)
    const { rows } = await sql`select from domain_keys where domain_id = ${domain.id}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([])
  })
})
