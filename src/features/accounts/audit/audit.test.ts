import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchRoutes } from '../../../../test/conventions/api-routes.ts'
import { readContent } from '../../../../test/support/database/database-content.ts'
import { newAddress } from '../../../../test/support/factories.ts'
import { buildPerson, buildUser, callAs, ORIGIN, PASSWORD, signIn } from '../../../../test/support/people.ts'
import type { Person } from '../../../../test/support/people.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import type { CallOptions, Reply } from '../../../../test/support/requests.ts'
import { buildProject, useTestApp } from '../../../../test/support/test-app.ts'
import { totp } from '../../../../test/support/browser/totp.ts'
import { requestSend } from '../../../../test/support/approvals.ts'
import { isFound } from './audit.queries.ts'

const watch = watchRoutes()
// Only a server that hands its email on has a feedback URL.
const test = useTestApp({ MAIL_TRANSPORT: 'smtp://127.0.0.1:9' })
afterAll(() => watch.stop())

type Method = 'POST' | 'PATCH' | 'DELETE'
type AuditedAction = { action: string; route?: string; run: () => Promise<Reply> }

let owner: Person
let actions: AuditedAction[]

const idOf = (reply: Reply) => reply.json<{ id: string }>().id
const as = (person: Person, route: `${Method} ${string}`, options: CallOptions = {}) => {
  const [method, url = ''] = route.split(' ')
  return callAs(test, person, [method as Method, url, options])
}
const make = async (url: string, body: object) => idOf(await as(owner, `POST ${url}`, { body }))

const countRows = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) from audit_log`.execute(test.deps.database.db)
  return rows[0]?.count ?? 0
}

/** Makes every insert into the audit log fail meanwhile. */
async function withoutAuditLog<T>(work: () => Promise<T>): Promise<T> {
  const { db } = test.deps.database
  await sql`alter table audit_log add constraint refused check (false) not valid`.execute(db)
  try {
    return await work()
  } finally {
    await sql`alter table audit_log drop constraint refused`.execute(db)
  }
}

/** A campaign whose recipients are selected and whose variants are being tested. */
async function makeTested(): Promise<string> {
  const content = { subject: 'A', body: '<p>Hi</p>', from: 'news@prove.example.com' }
  const plan = { variants: [{ subject: 'B' }], test: { share: 1 } }
  const body = { name: 'Tested', audienceType: 'ALL', ...content, ...plan }
  const reply = await as(owner, 'POST /campaigns', { body })
  const { id } = reply.json<{ data: { id: string } }>().data
  await sql`
    update campaigns set status = 'SENDING', started_at = now(), frozen_at = now(), sample_count = 0,
      content_id = gen_random_uuid() where id = ${id}`.execute(test.deps.database.db)
  return id
}

const TRANSPORT = { type: 'smtp', settings: { host: '93.184.215.14' } }

/** One run for each action of docs/accounts.md, each with its own records, so that they can run in any order. */
async function prepareActions(): Promise<AuditedAction[]> {
  const keyIds = [await make('/keys', { name: 'To rotate' }), await make('/keys', { name: 'To revoke' })]
  const domainIds = [
    await make('/domains', { domain: 'rotate.example.com' }),
    await make('/domains', { domain: 'delete.example.com' }),
    await make('/domains', { domain: 'prove.example.com' }),
  ]
  await sql`update domains set status = 'VERIFIED', verified_at = now() where domain <> 'delete.example.com'`.execute(
    test.deps.database.db,
  )
  const [changed, removed] = [
    await buildUser(test, { role: 'viewer' }),
    await buildUser(test, { role: 'viewer' }),
  ]
  const transportIds = [
    await make('/transports', { ...TRANSPORT, name: 'To change' }),
    await make('/transports', { ...TRANSPORT, name: 'To delete' }),
  ]
  await as(owner, `PATCH /domains/${domainIds[2]}`, { body: { transports: transportIds.slice(0, 1) } })
  const topicIds = [
    await make('/topics', { key: 'news', name: 'To change', optIn: 'implied' }),
    await make('/topics', { key: 'offers', name: 'To delete', optIn: 'implied' }),
  ]
  const formIds = [await make('/forms', { name: 'To change' }), await make('/forms', { name: 'To delete' })]
  const couponListIds = [
    await make('/coupon-lists', { key: 'spring', name: 'To change' }),
    await make('/coupon-lists', { key: 'autumn', name: 'To delete' }),
  ]
  const partialIds = [
    await make('/partials', { key: 'header', name: 'To change', body: '<p>Hi</p>' }),
    await make('/partials', { key: 'footer', name: 'To delete', body: '<p>Bye</p>' }),
  ]
  const approvalIds = [await requestSend(test, 'To approve'), await requestSend(test, 'To reject')]
  const invitationId = await make('/invitations', { email: newAddress(), role: 'viewer' })
  const byKey = (action: string, [method, url, body]: [Method, string, object?]): AuditedAction => ({
    action,
    route: `${method} ${url.replace(/\/[0-9a-f-]{36}/, '/:id')}`,
    run: () => as(owner, `${method} ${url}`, body ? { body } : {}),
  })
  return [
    byKey('project.updated', ['PATCH', '/project', { name: 'Renamed' }]),
    byKey('project.applied', ['POST', '/project/apply', { files: [] }]),
    byKey('key.created', ['POST', '/keys', { name: 'New' }]),
    byKey('key.rotated', ['POST', `/keys/${keyIds[0]}/rotate`, {}]),
    byKey('key.revoked', ['DELETE', `/keys/${keyIds[1]}`]),
    byKey('member.role-changed', ['PATCH', `/members/${changed.id}`, { role: 'member' }]),
    byKey('member.removed', ['DELETE', `/members/${removed.id}`]),
    byKey('invitation.created', ['POST', '/invitations', { email: newAddress(), role: 'viewer' }]),
    byKey('invitation.revoked', ['DELETE', `/invitations/${invitationId}`]),
    byKey('domain.created', ['POST', '/domains', { domain: 'new.example.com' }]),
    byKey('domain.key-rotated', ['POST', `/domains/${domainIds[0]}/rotate`]),
    byKey('domain.key-added', ['POST', `/domains/${domainIds[0]}/keys`, { selector: 'own' }]),
    byKey('domain.updated', ['PATCH', `/domains/${domainIds[0]}`, { transports: [] }]),
    byKey('transport.created', ['POST', '/transports', { ...TRANSPORT, name: 'Third' }]),
    byKey('transport.updated', ['PATCH', `/transports/${transportIds[0]}`, { ratePerSecond: 1 }]),
    byKey('transport.feedback-changed', [
      'PATCH',
      `/transports/${transportIds[0]}/feedback`,
      { keys: { mailgun: 'x' } },
    ]),
    byKey('transport.feedback-proved', ['POST', `/transports/${transportIds[0]}/feedback/prove`, {}]),
    byKey('transport.feedback-rotated', [
      'POST',
      `/transports/${transportIds[0]}/feedback/rotate`,
      { graceSeconds: 0 },
    ]),
    byKey('instance.feedback-changed', ['PATCH', '/instance/feedback', { keys: { mailgun: 'x' } }]),
    byKey('instance.feedback-proved', ['POST', '/instance/feedback/prove', {}]),
    byKey('instance.feedback-rotated', ['POST', '/instance/feedback/rotate', { graceSeconds: 0 }]),
    byKey('transport.deleted', ['DELETE', `/transports/${transportIds[1]}`]),
    byKey('domain.deleted', ['DELETE', `/domains/${domainIds[1]}`]),
    byKey('topic.created', ['POST', '/topics', { key: 'events', name: 'Events', optIn: 'explicit' }]),
    byKey('topic.updated', ['PATCH', `/topics/${topicIds[0]}`, { name: 'Changed' }]),
    byKey('topic.deleted', ['DELETE', `/topics/${topicIds[1]}`]),
    byKey('form.created', ['POST', '/forms', { name: 'New' }]),
    byKey('form.updated', ['PATCH', `/forms/${formIds[0]}`, { name: 'Changed' }]),
    byKey('form.deleted', ['DELETE', `/forms/${formIds[1]}`]),
    byKey('coupon-list.created', ['POST', '/coupon-lists', { key: 'winter', name: 'New' }]),
    byKey('coupon-list.updated', ['PATCH', `/coupon-lists/${couponListIds[0]}`, { name: 'Changed' }]),
    byKey('coupon-list.codes-added', ['POST', `/coupon-lists/${couponListIds[0]}/codes`, { codes: ['A'] }]),
    byKey('coupon-list.deleted', ['DELETE', `/coupon-lists/${couponListIds[1]}`]),
    byKey('partial.created', ['POST', '/partials', { key: 'new', name: 'New', body: '<p>New</p>' }]),
    byKey('partial.updated', ['PATCH', `/partials/${partialIds[0]}`, { name: 'Changed' }]),
    byKey('partial.deleted', ['DELETE', `/partials/${partialIds[1]}`]),
    byKey('campaign.winner-chosen', ['POST', `/campaigns/${await makeTested()}/winner`, { variant: 'B' }]),
    byKey('brand.updated', ['PATCH', '/project/brand', { footer: 'Changed' }]),
    byKey('approval.approved', ['POST', `/approvals/${approvalIds[0]}/approve`]),
    byKey('approval.rejected', ['POST', `/approvals/${approvalIds[1]}/reject`, {}]),
    byKey('contacts.bulk-deleted', ['POST', '/contacts/bulk', { action: 'delete', filter: {} }]),
    ...(await prepareAccountActions()),
  ]
}

/** Actions of users on their own accounts. Sign-in goes through the library, with tables that it writes itself. */
async function prepareAccountActions(): Promise<AuditedAction[]> {
  const person = () => buildPerson(test, { role: 'viewer' })
  const [changing, enabling, disabling, forgetful, ending, stranger] = [
    await person(),
    await person(),
    await person(),
    await person(),
    await person(),
    await buildUser(test, { role: 'viewer' }),
  ]
  const enable = async (who: Person) =>
    (await as(who, 'POST /auth/two-factor/enable', { body: { password: PASSWORD } })).json<{
      totpURI: string
    }>().totpURI
  const secret = await enable(enabling)
  await enable(disabling)
  // The session to end.
  await signIn(test, ending.email)
  const newPassword = 'another long password'
  const resetToken = 'the-token-of-the-link'
  await sql`
    insert into password_resets (id, user_id, token_digest, created_at, expires_at)
    values (gen_random_uuid(), ${forgetful.id}, ${hash('sha256', resetToken, 'buffer')}, now(), now() + interval '1 hour')
  `.execute(test.deps.database.db)
  const own = (action: string, who: Person, [url, body]: [string, () => object]): AuditedAction => ({
    action,
    run: () => as(who, `POST ${url}`, { body: body() }),
  })
  return [
    { action: 'project.created', run: () => as(owner, 'POST /projects', { body: { name: 'Second' } }) },
    { action: 'account.signed-in', run: () => signIn(test, stranger.email) },
    own('account.password-changed', changing, [
      '/auth/change-password',
      () => ({ currentPassword: PASSWORD, newPassword }),
    ]),
    {
      action: 'account.password-reset',
      run: () =>
        call(test, ['POST', '/auth/password-reset/complete'], {
          key: null,
          headers: { origin: ORIGIN },
          body: { token: resetToken, newPassword },
        }),
    },
    {
      action: 'account.updated',
      run: () => as(ending, 'PATCH /account', { body: { name: 'Ada Lovelace' } }),
    },
    {
      action: 'account.sessions-ended',
      run: () => as(ending, 'DELETE /account/sessions'),
    },
    own('account.two-factor-enabled', enabling, [
      '/auth/two-factor/verify-totp',
      () => ({ code: totp(secret, Date.now()) }),
    ]),
    own('account.two-factor-disabled', disabling, [
      '/auth/two-factor/disable',
      () => ({ password: PASSWORD }),
    ]),
  ]
}

beforeAll(async () => {
  owner = await buildPerson(test, { role: 'owner', isOperator: true })
  actions = await prepareActions()
})

describe('a privileged action', () => {
  it('is tried below for every route that the audit log mentions', () => {
    const audited = watch.routes().filter(({ isAudited }) => isAudited)
    expect(actions.flatMap(({ route }) => route ?? []).toSorted()).toEqual(
      audited.map(({ method, url }) => `${method} ${url}`).toSorted(),
    )
  })

  it('is undone if it cannot be recorded', async () => {
    const stateOf = async () => {
      const { sign_in_failures: _counts, ...tables } = (await readContent(test.url)).tables
      return tables
    }
    const before = await stateOf()
    const statuses = await withoutAuditLog(async () => {
      const found: [string, number][] = []
      for (const { action, run } of actions) found.push([action, (await run()).statusCode])
      return found
    })
    expect(statuses).toEqual(actions.map(({ action }) => [action, 500]))
    expect(await stateOf()).toEqual(before)
  })

  it('is recorded together with its effect, once', async () => {
    for (const { action, run } of actions) {
      const before = await countRows()
      const reply = await run()
      expect([action, reply.statusCode < 300, (await countRows()) - before]).toEqual([action, true, 1])
    }
    const { rows } = await sql<{ action: string }>`
      select action from audit_log order by created_at desc, id desc limit ${actions.length}`.execute(
      test.deps.database.db,
    )
    expect(rows.map(({ action }) => action).toSorted()).toEqual(
      actions.map(({ action }) => action).toSorted(),
    )
  })

  it('leaves no entry if it fails', async () => {
    const before = await countRows()
    const unknown = '0198a6a0-0000-7000-8000-000000000000'
    const refused = [
      await as(owner, 'POST /domains', { body: { domain: 'new.example.com' } }),
      await as(owner, `DELETE /members/${owner.id}`),
      await as(owner, `PATCH /members/${unknown}`, { body: { role: 'viewer' } }),
      await as(owner, `DELETE /keys/${unknown}`),
      await as(owner, `DELETE /domains/${unknown}`),
      await as(owner, 'POST /invitations', { body: { email: owner.email, role: 'viewer' } }),
      await as(owner, 'PATCH /project', { body: { timezone: 'Nowhere' } }),
      await as(owner, 'POST /auth/change-password', {
        body: { currentPassword: 'wrong', newPassword: 'another long password' },
      }),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409, 404, 404, 404, 409, 422, 422])
    expect(await countRows()).toBe(before)
  })

  it('with an Idempotency-Key is recorded once, and can be repeated if recording failed', async () => {
    const headers = { 'idempotency-key': 'audited' }
    const create = () => as(owner, 'POST /keys', { body: { name: 'Once' }, headers })
    const before = await countRows()
    expect((await withoutAuditLog(create)).statusCode).toBe(500)
    expect([(await create()).statusCode, (await create()).headers['idempotency-replayed']]).toEqual([
      201,
      'true',
    ])
    expect((await countRows()) - before).toBe(1)
  })
})

describe('the search and the order of GET /audit', () => {
  const listAudit = async (by: Person, query: Record<string, string>) => {
    const reply = await callAs(test, by, ['GET', '/audit', { query }])
    return reply.json<{
      entries: { action: string; target: string | null }[]
      total: number
      cursor: string
    }>()
  }

  it('finds entries by who acted, what was done and to what, oldest first on request', async () => {
    const { projectId } = await buildProject(test.deps)
    const person = await buildPerson(test, { role: 'owner', projectId })
    for (const name of ['Till', 'Shop 100%', 'Shop']) {
      await callAs(test, person, ['POST', '/keys', { body: { name } }])
    }
    const targetsOf = async (query: Record<string, string>) =>
      (await listAudit(person, query)).entries.map(({ target }) => target)
    expect(await targetsOf({ search: 'shop' })).toEqual(['Shop', 'Shop 100%'])
    expect(await targetsOf({ search: '100%' })).toEqual(['Shop 100%'])
    expect(await targetsOf({ search: 'KEY.created', sort: 'createdAt' })).toEqual([
      'Till',
      'Shop 100%',
      'Shop',
    ])
    const first = await listAudit(person, { search: person.email, sort: 'createdAt', limit: '2' })
    const second = await listAudit(person, { search: person.email, sort: 'createdAt', cursor: first.cursor })
    expect([...first.entries, ...second.entries]).toHaveLength(first.total)
    expect(await listAudit(person, { search: 'nothing of this kind' })).toMatchObject({
      entries: [],
      total: 0,
    })
  })

  it('finds a rare word by the index, among the entries of a year', async () => {
    const { projectId } = await buildProject(test.deps)
    const { db } = test.deps.database
    await sql`
      insert into audit_log (project_id, id, action, actor_kind, actor_name, target, created_at)
      select ${projectId}, gen_random_uuid(), 'contacts.deleted', 'key', 'Nightly job', 'contact ' || n, now()
      from generate_series(1, 20000) as n`.execute(db)
    // As autovacuum does.
    await sql`select gin_clean_pending_list('audit_log_search')`.execute(db)
    await sql`analyze audit_log`.execute(db)
    const found = isFound({ search: 'contact 12345' })
    const { rows } = await sql<Record<'QUERY PLAN', unknown>>`
      explain (format json) select id from audit_log where project_id = ${projectId} and ${found}`.execute(db)
    expect(JSON.stringify(rows)).toContain('"audit_log_search"')
  })

  it('refuses unknown orders, and cursors of another order', async () => {
    const refused = await callAs(test, owner, ['GET', '/audit', { query: { sort: 'name' } }])
    expect(fieldsOf(refused)).toEqual({ sort: 'invalid_enum_value' })
    const { cursor } = await listAudit(owner, { sort: 'createdAt', limit: '1' })
    expect((await callAs(test, owner, ['GET', '/audit', { query: { cursor } }])).statusCode).toBe(400)
  })
})
