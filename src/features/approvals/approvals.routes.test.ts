import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildContacts, buildKey, inFreshProject } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { buildPerson, callAs } from '../../../test/support/people.ts'
import type { Person } from '../../../test/support/people.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import type { Reply } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { deleteApprovalsJob } from './approvals.jobs.ts'
import { MOST_WAITING, requestApproval } from './approvals.service.ts'

const test = useTestApp()
const own = {} as TestApp
let member: Person

beforeEach(async () => {
  Object.assign(own, await inFreshProject(test))
  member = await buildPerson(own, { role: 'member', projectId: own.project.projectId })
})

const DAY_MS = 24 * 60 * 60_000

function advance(ms: number): void {
  own.clock.advance(ms)
  onTestFinished(() => own.clock.advance(-ms))
}

const UNKNOWN = '0198a6a0-0000-7000-8000-000000000000'
const EMAIL = {
  to: ['a@example.com', 'b@example.com'],
  from: 'shop@shop.test',
  subject: 'Hi',
  body: '<p>Hi</p>',
}

type Approval = {
  id: string
  state: string
  error: { code: string } | null
  result: object | null
  url: string
}

async function ask(
  tool: 'send_email' | 'send_campaign' | 'test_campaign',
  args: Record<string, unknown>,
  { repeatKey = JSON.stringify(args), title = 'Hi' } = {},
): Promise<string> {
  const { keys } = (await call(own, ['GET', '/keys'])).json<{ keys: { id: string; name: string }[] }>()
  const { id } = await requestApproval(own.deps.database.db, {
    projectId: own.project.projectId,
    tool,
    title,
    arguments: args,
    recipients: 2,
    key: { id: keys[0]?.id as never, name: 'Agent' },
    repeatKey,
    now: own.clock.now(),
  })
  return id
}

type Decision = { reason?: string; as?: Person }

const decide = (
  id: string,
  how: 'approve' | 'reject',
  { reason, as = member }: Decision = {},
): Promise<Reply> =>
  callAs(own, as, ['POST', `/approvals/${id}/${how}`, how === 'reject' ? { body: { reason } } : {}])

const read = async (id: string) => (await call(own, ['GET', `/approvals/${id}`])).json<Approval>()

async function countEmails(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from all_emails where project_id = ${own.project.projectId}`.execute(
    own.deps.database.db,
  )
  return rows[0]?.count ?? 0
}

async function buildDraft() {
  await buildContacts(own, 3)
  const body = {
    name: 'News',
    subject: 'News',
    body: '<p>News</p>',
    from: 'news@shop.test',
    audienceType: 'ALL',
  }
  const reply = await call(own, ['POST', '/campaigns'], { body })
  const { data } = reply.json<{ data: { id: string; updatedAt: string } }>()
  return { id: data.id, options: {}, updatedAt: data.updatedAt }
}

const statusOf = async (id: string) =>
  (await call(own, ['GET', `/campaigns/${id}`])).json<{ data: { status: string } }>().data.status

describe('approving', () => {
  it('sends an email, and records who decided', async () => {
    const id = await ask('send_email', EMAIL)
    const reply = await decide(id, 'approve')
    expect(reply.json()).toMatchObject({ id, state: 'APPROVED', decidedBy: member.email, error: null })
    expect(await countEmails()).toBe(2)
    expect(await read(id)).toEqual(reply.json())
    const admin = await buildPerson(own, { role: 'admin', projectId: own.project.projectId })
    const { entries } = (await callAs(own, admin, ['GET', '/audit'])).json<{
      entries: { action: string }[]
    }>()
    expect(entries.map(({ action }) => action)).toContain('approval.approved')
  })

  it('starts a campaign', async () => {
    const draft = await buildDraft()
    expect((await decide(await ask('send_campaign', draft), 'approve')).json()).toMatchObject({
      state: 'APPROVED',
    })
    expect(await statusOf(draft.id)).toBe('SENDING')
  })

  it('sends a test of a campaign', async () => {
    const { id } = await buildDraft()
    await decide(await ask('test_campaign', { id, email: 'ada@example.com' }), 'approve')
    expect(await countEmails()).toBe(1)
  })

  it('carries it out once if several people decide at the same time', async () => {
    const id = await ask('send_email', EMAIL)
    const replies = await Promise.all(Array.from({ length: 4 }, () => decide(id, 'approve')))
    const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 409, 409, 409])
    expect(await countEmails()).toBe(2)
    expect(errorOf(await decide(id, 'reject')).code).toBe('CONFLICT')
  })

  it('sends nothing if the decision cannot be stored', async () => {
    const { db } = own.deps.database
    const id = await ask('send_email', EMAIL)
    // As a kill between sending and deciding would: the transaction does not end.
    await sql`create function fail_decision() returns trigger language plpgsql as
      $$ begin raise exception 'killed'; end $$`.execute(db)
    await sql`create trigger fail_decision before update on approvals
      for each row execute function fail_decision()`.execute(db)
    expect((await decide(id, 'approve')).statusCode).toBe(500)
    expect([await countEmails(), (await read(id)).state]).toEqual([0, 'WAITING'])
    await sql`drop function fail_decision cascade`.execute(db)
    expect((await decide(id, 'approve')).statusCode).toBe(200)
    expect(await countEmails()).toBe(2)
  })

  it.each([
    [
      'was changed',
      (id: string) => call(own, ['PATCH', `/campaigns/${id}`], { body: { subject: 'Other' } }),
      'CONFLICT',
    ],
    ['was deleted', (id: string) => call(own, ['DELETE', `/campaigns/${id}`]), 'CAMPAIGN_NOT_FOUND'],
    ['was sent', (id: string) => call(own, ['POST', `/campaigns/${id}/send`], { body: {} }), 'CONFLICT'],
  ])('fails, and says so, if the campaign %s meanwhile', async (_what, change, code) => {
    const draft = await buildDraft()
    const id = await ask('send_campaign', draft)
    await change(draft.id)
    const reply = await decide(id, 'approve')
    expect(reply.json()).toMatchObject({ state: 'FAILED', error: { code }, result: null })
    expect(errorOf(await decide(id, 'approve')).code).toBe('CONFLICT')
  })

  it('is refused after seven days', async () => {
    const id = await ask('send_email', EMAIL)
    // Not by the clock of the test, because sessions go by another one and end after a week too.
    await sql`update approvals set expires_at = requested_at where id = ${id}`.execute(own.deps.database.db)
    expect(errorOf(await decide(id, 'approve')).code).toBe('INVALID_STATE')
    expect(errorOf(await decide(id, 'reject')).code).toBe('INVALID_STATE')
    expect((await read(id)).state).toBe('EXPIRED')
  })

  it('is for members, not for viewers, keys or people of other projects', async () => {
    const id = await ask('send_email', EMAIL)
    const viewer = await buildPerson(own, { role: 'viewer', projectId: own.project.projectId })
    expect((await decide(id, 'approve', { as: viewer })).statusCode).toBe(403)
    for (const how of ['approve', 'reject']) {
      expect((await call(own, ['POST', `/approvals/${id}/${how}`], { body: {} })).statusCode).toBe(403)
      expect((await call(own, ['POST', `/approvals/${id}/${how}`], { body: {}, key: null })).statusCode).toBe(
        401,
      )
    }
    const stranger = await buildPerson(own, { role: 'owner', projectId: test.other.projectId })
    expect((await decide(id, 'approve', { as: stranger })).statusCode).toBe(404)
    expect((await decide(UNKNOWN, 'approve')).statusCode).toBe(404)
    expect(await countEmails()).toBe(0)
  })
})

describe('rejecting', () => {
  it('sends nothing, and keeps the reason', async () => {
    const id = await ask('send_email', EMAIL)
    const reply = await decide(id, 'reject', { reason: 'Too early' })
    expect(reply.json()).toMatchObject({ state: 'REJECTED', reason: 'Too early' })
    expect(await countEmails()).toBe(0)
    expect(errorOf(await decide(id, 'approve')).code).toBe('CONFLICT')
  })

  it('refuses a reason that is none', async () => {
    const id = await ask('send_email', EMAIL)
    expect(fieldsOf(await decide(id, 'reject', { reason: '' }))).toEqual({ reason: 'too_small' })
    expect(fieldsOf(await decide(id, 'reject', { reason: 'x'.repeat(201) }))).toEqual({ reason: 'too_big' })
  })
})

describe('approvals', () => {
  it('are listed newest first, by state, for keys that may read', async () => {
    const first = await ask('send_email', EMAIL)
    const second = await ask('send_email', { ...EMAIL, subject: 'Other' })
    await decide(first, 'reject')
    const list = async (query: Record<string, string>) =>
      (await call(own, ['GET', '/approvals'], { query })).json<{ approvals: Approval[]; total: number }>()
    expect((await list({})).approvals.map(({ id }) => id)).toEqual([second, first])
    expect(await list({ state: 'WAITING' })).toMatchObject({ approvals: [{ id: second }], total: 1 })
    expect(await list({ state: 'REJECTED' })).toMatchObject({ approvals: [{ id: first }], total: 1 })
    expect(await list({ state: 'EXPIRED' })).toMatchObject({ approvals: [], total: 0 })
    expect(fieldsOf(await call(own, ['GET', '/approvals'], { query: { state: 'moon' } }))).toEqual({
      state: 'invalid_enum_value',
    })
    const key = await buildKey(own, { scopes: ['send'] })
    expect((await call(own, ['GET', '/approvals'], { key })).statusCode).toBe(403)
    expect((await call(own, ['GET', '/approvals'], { key: null })).statusCode).toBe(401)
    expect((await call(own, ['GET', `/approvals/${first}`], { key: test.other.secretKey })).statusCode).toBe(
      404,
    )
  })

  it('are found by a part of the title or of the name of the key', async () => {
    const spring = await ask('send_email', EMAIL, { repeatKey: 'spring', title: 'Spring offer' })
    const autumn = await ask('send_email', EMAIL, { repeatKey: 'autumn', title: 'Autumn 100%' })
    await decide(spring, 'reject')
    const found = async (query: Record<string, string>) => {
      const reply = await call(own, ['GET', '/approvals'], { query })
      const { approvals, total } = reply.json<{ approvals: Approval[]; total: number }>()
      expect(total).toBe(approvals.length)
      return approvals.map(({ id }) => id)
    }
    expect(await found({ search: ' SPRING ' })).toEqual([spring])
    expect(await found({ search: 'agent' })).toEqual([autumn, spring])
    expect(await found({ search: 'agent', state: 'WAITING' })).toEqual([autumn])
    expect(await found({ search: '%' })).toEqual([autumn])
    expect(await found({ search: '_' })).toEqual([])
    expect(await found({ search: ' ' })).toEqual([autumn, spring])
    const tooLong = await call(own, ['GET', '/approvals'], { query: { search: 'x'.repeat(255) } })
    expect([tooLong.statusCode, fieldsOf(tooLong)]).toEqual([422, { search: 'too_big' }])
  })

  it('exist once per call while it waits, and for a day after it was approved', async () => {
    const [one, two] = await Promise.all([ask('send_email', EMAIL), ask('send_email', EMAIL)])
    expect(one).toBe(two)
    await decide(one, 'approve')
    expect(await ask('send_email', EMAIL)).toBe(one)
    expect(await ask('send_email', EMAIL, { repeatKey: 'another' })).not.toBe(one)
    advance(DAY_MS)
    expect(await ask('send_email', EMAIL)).not.toBe(one)
  })

  it('are limited in number', async () => {
    for (let number = 0; number < MOST_WAITING; number += 1) {
      await ask('send_email', EMAIL, { repeatKey: `call ${number}` })
    }
    await expect(ask('send_email', EMAIL, { repeatKey: 'one more' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('are deleted after 30 days', async () => {
    const old = await ask('send_email', EMAIL)
    advance(30 * DAY_MS + 1_000)
    const young = await ask('send_email', EMAIL)
    await runJob(own.deps, deleteApprovalsJob, { payload: {} })
    await runJob(own.deps, deleteApprovalsJob, { payload: {} })
    expect((await call(own, ['GET', `/approvals/${old}`])).statusCode).toBe(404)
    expect((await read(young)).state).toBe('WAITING')
  })
})
