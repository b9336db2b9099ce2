// Every email stays verifiable while the DKIM key of a domain changes.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDnsServer } from '../../../test/support/servers/dns-server.ts'
import { call, errorOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { DomainId } from '../../platform/ids.ts'
import { loadSigningKey } from './index.ts'
import {
  buildDomain,
  checkDue,
  newDomain,
  readDomain,
  rotate,
  statusesOf,
  verify,
} from './fixtures/domain-steps.ts'
import type { DomainAnswer } from './fixtures/domain-steps.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const dns = await useDnsServer()
const test = useTestApp({ DNS_SERVERS: dns.address, PUBLIC_URL: 'https://app.host.net' })
beforeEach(() => dns.clear())

const verified = async () => {
  const domain = await buildDomain(test)
  dns.publish(domain.records)
  return verify(test, domain.id)
}
const after = async (ms: number) => {
  test.clock.advance(ms)
  await checkDue(test)
}
const keysOf = ({ records }: DomainAnswer) =>
  records
    .filter(({ purpose }) => purpose === 'dkim')
    .map(({ name, keyState, status, required }) => ({
      selector: name.split('.')[0],
      keyState,
      status,
      required,
    }))
const signsWith = async ({ id }: DomainAnswer) => {
  const { database, secrets } = test.deps
  const ref = { projectId: test.project.projectId, domainId: id as DomainId, secrets }
  return (await loadSigningKey(database.db, { ...ref, domain: 'shop.com' })).selector
}

describe('POST /domains/{id}/rotate', () => {
  it('shows a second key, which takes over when it is in DNS and lets the first retire', async () => {
    const domain = await verified()
    const [first] = keysOf(domain)
    const rotating = await rotate(test, domain.id)
    const [, second] = keysOf(rotating)
    expect(keysOf(rotating)).toEqual([
      { selector: first?.selector, keyState: 'ACTIVE', status: 'ok', required: true },
      { selector: second?.selector, keyState: 'NEXT', status: 'pending', required: false },
    ])
    expect(second?.selector).not.toBe(first?.selector)

    await after(MINUTE_MS)
    const waiting = await readDomain(test, domain.id)
    expect(waiting.status).toBe('VERIFIED')
    expect(keysOf(waiting).map(({ status }) => status)).toEqual(['ok', 'missing'])
    expect(await signsWith(domain)).toBe(first?.selector)

    dns.publish(rotating.records)
    await after(MINUTE_MS)
    const rotated = await readDomain(test, domain.id)
    expect(keysOf(rotated)).toEqual([
      { selector: second?.selector, keyState: 'ACTIVE', status: 'ok', required: true },
      { selector: first?.selector, keyState: 'RETIRING', status: 'ok', required: false },
    ])
    expect(rotated.records[1]?.detail).toMatch(/until \d{4}-\d\d-\d\d.*then remove it/)
    expect(await signsWith(domain)).toBe(second?.selector)

    await after(6 * DAY_MS)
    expect(keysOf(await readDomain(test, domain.id)).length).toBe(2)
    await after(DAY_MS)
    expect(keysOf(await readDomain(test, domain.id)).map(({ selector }) => selector)).toEqual([
      second?.selector,
    ])
  })

  it('finishes by hand too', async () => {
    const domain = await verified()
    dns.publish((await rotate(test, domain.id)).records)
    expect(keysOf(await verify(test, domain.id)).map(({ keyState }) => keyState)).toEqual([
      'ACTIVE',
      'RETIRING',
    ])
  })

  it('forgives that the old record was replaced at once', async () => {
    const domain = await verified()
    const rotating = await rotate(test, domain.id)
    const [old, next] = rotating.records
    dns.remove(old?.name ?? '')
    if (next) dns.publish([next])
    const answer = await verify(test, domain.id)
    expect(answer).toMatchObject({ status: 'VERIFIED', warning: null })
    expect(keysOf(answer).map(({ keyState, status }) => [keyState, status])).toEqual([
      ['ACTIVE', 'ok'],
      ['RETIRING', 'missing'],
    ])
  })

  it('erases the private half of a key that no longer signs', async () => {
    const domain = await verified()
    dns.publish((await rotate(test, domain.id)).records)
    await verify(test, domain.id)
    const { rows } = await sql`
      select state, private_key is null as "isGone" from domain_keys where domain_id = ${domain.id} order by state`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([
      { state: 'ACTIVE', isGone: false },
      { state: 'RETIRING', isGone: true },
    ])
  })

  it('refuses a second rotation while one is in progress', async () => {
    const domain = await verified()
    await rotate(test, domain.id)
    const reply = await call(test, ['POST', `/domains/${domain.id}/rotate`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
    expect(errorOf(reply).message).toMatch(/already in progress/)
  })

  it('makes one key of two requests at the same time', async () => {
    const domain = await verified()
    const replies = await Promise.all([1, 2].map(() => call(test, ['POST', `/domains/${domain.id}/rotate`])))
    expect(statusesOf(replies)).toEqual([200, 400])
    expect(keysOf(await readDomain(test, domain.id)).length).toBe(2)
  })

  it('can begin again while the last key retires', async () => {
    const domain = await verified()
    dns.publish((await rotate(test, domain.id)).records)
    await verify(test, domain.id)
    const again = await rotate(test, domain.id)
    expect(keysOf(again).map(({ keyState }) => keyState)).toEqual(['ACTIVE', 'NEXT', 'RETIRING'])
    dns.publish(again.records)
    const states = keysOf(await verify(test, domain.id)).map(({ keyState }) => keyState)
    expect(states).toEqual(['ACTIVE', 'RETIRING', 'RETIRING'])
  })

  it.each([newDomain(), 'rotate.test'])('refuses a domain that was not verified in DNS: %s', async (name) => {
    const domain = await buildDomain(test, { domain: name })
    const reply = await call(test, ['POST', `/domains/${domain.id}/rotate`])
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'INVALID_STATE'])
  })
})
