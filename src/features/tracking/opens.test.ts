import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { setProjectDisabled } from '../projects/index.ts'
import {
  clickToken,
  makeTrackedEmail,
  openToken,
  readHits,
  readEmailEvents,
  readTallies,
  visit,
} from './fixtures/tracked-email.ts'

const test = useTestApp()

const countHits = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from email_hits`.execute(
    test.deps.database.db,
  )
  return rows[0]?.count
}

describe('GET /o/{token}', () => {
  it('is an image of one pixel that is not cached', async () => {
    const emailId = await makeTrackedEmail(test)
    const reply = await visit(test, `/o/${openToken(test, emailId)}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store' })
    expect(reply.rawPayload.subarray(0, 6).toString()).toBe('GIF89a')
    // Width and height, two bytes each, lowest first.
    expect([...reply.rawPayload.subarray(6, 10)]).toEqual([1, 0, 1, 0])
  })

  it('records the hit, once as an event and in the timeline, and counts it', async () => {
    const fresh = await inFreshProject(test)
    const contact = await buildContact(fresh)
    const emailId = await makeTrackedEmail(fresh, { contactId: contact.id })
    for (let times = 0; times < 3; times += 1) await visit(fresh, `/o/${openToken(fresh, emailId)}`)
    expect(await readHits(fresh, emailId)).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'open', link: null, verdict: 'human', reasons: ['browser'] })),
    )
    const events = await readEmailEvents(fresh, emailId)
    expect(events).toMatchObject([
      { name: 'email.opened', contactId: contact.id, data: { verdict: 'human', reasons: ['browser'] } },
    ])
    const shown = (await call(fresh, ['GET', `/emails/${emailId}`])).json<{ events: { type: string }[] }>()
    expect(shown.events.filter(({ type }) => type === 'opened')).toHaveLength(1)
    expect(await readTallies(fresh)).toEqual({ opened: 1, human_opened: 1 })
  })

  it('records an event for a person after a machine, and counts the email once', async () => {
    const fresh = await inFreshProject(test)
    const emailId = await makeTrackedEmail(fresh)
    const url = `/o/${openToken(fresh, emailId)}`
    await visit(fresh, url, { agent: 'Mozilla/5.0' })
    expect(await readTallies(fresh)).toEqual({ opened: 1 })
    await visit(fresh, url)
    const events = await readEmailEvents(fresh, emailId)
    expect(events.map(({ data }) => data.verdict)).toEqual(['machine', 'human'])
    expect(await readTallies(fresh)).toEqual({ opened: 1, human_opened: 1 })
  })

  it('is one event and fifty hits when fifty come at once', async () => {
    const fresh = await inFreshProject(test)
    const emailId = await makeTrackedEmail(fresh)
    const url = `/o/${openToken(fresh, emailId)}`
    const replies = await Promise.all(Array.from({ length: 50 }, () => visit(fresh, url)))
    expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(await readHits(fresh, emailId)).toHaveLength(50)
    expect(await readEmailEvents(fresh, emailId)).toHaveLength(1)
    expect(await readTallies(fresh)).toEqual({ opened: 1, human_opened: 1 })
  })

  it('is the same image for an invalid token, and nothing is recorded', async () => {
    const emailId = await makeTrackedEmail(test)
    const token = openToken(test, emailId)
    const good = await visit(test, `/o/${token}`)
    const before = await countHits()
    for (const bad of [
      'x',
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      clickToken(test, emailId),
    ]) {
      const reply = await visit(test, `/o/${bad}`)
      expect(reply.statusCode).toBe(200)
      expect(reply.rawPayload).toEqual(good.rawPayload)
    }
    expect(await countHits()).toBe(before)
  })

  it('is the same image for a deleted email', async () => {
    const emailId = await makeTrackedEmail(test)
    await sql`delete from emails where id = ${emailId}`.execute(test.deps.database.db)
    expect((await visit(test, `/o/${openToken(test, emailId)}`)).statusCode).toBe(200)
    expect(await readHits(test, emailId)).toEqual([])
  })

  it('of emails whose contact was deleted are not recorded', async () => {
    const contact = await buildContact(test)
    const emailId = await makeTrackedEmail(test, { contactId: contact.id })
    await call(test, ['DELETE', `/contacts/${contact.id}`])
    await visit(test, `/o/${openToken(test, emailId)}`)
    expect(await readEmailEvents(test, emailId)).toEqual([])
  })

  it('stores no address, only a hash that identifies hits from one place', async () => {
    const emailId = await makeTrackedEmail(test)
    const url = `/o/${openToken(test, emailId)}`
    for (const ip of ['198.51.100.77', '198.51.100.77', '2001:db8::77']) await visit(test, url, { ip })
    const { rows } = await sql<{ place: string; row: string }>`
      select encode(address_hash, 'hex') as place, h::text as row from email_hits as h where email_id = ${emailId} order by id`.execute(
      test.deps.database.db,
    )
    expect(rows[0]?.place).toHaveLength(32)
    expect(rows[0]?.place).toBe(rows[1]?.place)
    expect(rows[2]?.place).not.toBe(rows[0]?.place)
    expect(rows.some(({ row }) => row.includes('198.51.100.77') || row.includes('2001:db8'))).toBe(false)
  })

  it('fills no disk: a thousand hits of an email are kept', async () => {
    const emailId = await makeTrackedEmail(test)
    const url = `/o/${openToken(test, emailId)}`
    await visit(test, url)
    await sql`
      insert into email_hits select project_id, email_id, gen_random_uuid(), kind, link, is_head, is_prefetch, user_agent,
        address_hash, verdict, reasons, verdict_version, created_at
      from email_hits, generate_series(1, 998) where email_id = ${emailId}`.execute(test.deps.database.db)
    for (let times = 0; times < 3; times += 1) expect((await visit(test, url)).statusCode).toBe(200)
    expect(await readHits(test, emailId)).toHaveLength(1000)
  })

  it('does not count test emails', async () => {
    const fresh = await inFreshProject(test)
    const emailId = await makeTrackedEmail(fresh, { source: 'TEST' })
    await visit(fresh, `/o/${openToken(fresh, emailId)}`)
    expect(await readHits(fresh, emailId)).toHaveLength(1)
    expect(await readTallies(fresh)).toEqual({})
  })

  it('works for a project that is disabled', async () => {
    const fresh = await inFreshProject(test)
    const emailId = await makeTrackedEmail(fresh)
    const { projectId } = fresh.project
    await setProjectDisabled(test.deps.database.db, { projectId, isDisabled: true, now: test.clock.now() })
    expect((await visit(fresh, `/o/${openToken(fresh, emailId)}`)).statusCode).toBe(200)
  })

  it('cuts a User-Agent that has no end', async () => {
    const emailId = await makeTrackedEmail(test)
    await visit(test, `/o/${openToken(test, emailId)}`, { agent: `Mozilla/5.0 ${'x'.repeat(10_000)}` })
    const { rows } = await sql<{ length: number }>`
      select length(user_agent) as length from email_hits where email_id = ${emailId}`.execute(
      test.deps.database.db,
    )
    expect(rows).toEqual([{ length: 500 }])
  })
})

describe('HEAD /o/{token}', () => {
  it('is a machine, whatever its User-Agent', async () => {
    const emailId = await makeTrackedEmail(test)
    const reply = await visit(test, `/o/${openToken(test, emailId)}`, { method: 'HEAD' })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toBe('')
    expect(await readHits(test, emailId)).toMatchObject([{ verdict: 'machine', reasons: ['head_request'] }])
  })
})
