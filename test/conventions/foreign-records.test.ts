import { beforeAll, describe, expect, it } from 'vitest'
import { requestApproval } from '../../src/features/approvals/index.ts'
import { newId } from '../../src/platform/ids.ts'
import { buildContact, makeEmail } from '../support/factories.ts'
import { buildPerson, buildUser, callAs, cookiesOf, signIn } from '../support/people.ts'
import type { Person } from '../support/people.ts'
import { RAW_EMAIL } from '../support/raw-email.ts'
import { call } from '../support/requests.ts'
import type { Reply } from '../support/requests.ts'
import { useTestApp } from '../support/test-app.ts'
import { describeApi } from './api-routes.ts'
import type { Operation } from './api-routes.ts'

const test = useTestApp({ ALLOW_PROJECT_MX: 'true' })

const idOf = (reply: Reply) => reply.json<{ id: string }>().id

const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

let serial = 0
const unique = () => `record-${(serial += 1)}`

const buildList = async () =>
  idOf(await call(test, ['POST', '/segments'], { body: { name: unique(), type: 'STATIC' } }))

/** For records that no key opens, only people who are signed in. */
let owner: Person
let stranger: Person
beforeAll(async () => {
  owner = await buildPerson(test, { role: 'owner' })
  stranger = await buildPerson(test, { role: 'owner', projectId: test.other.projectId })
})

/** How a record is made that the paths below name, or one path only. A new kind of record takes its place here. */
const RECORDS: Record<string, () => Promise<string>> = {
  '/approvals': async () => {
    const { project, deps, clock } = test
    const approval = await requestApproval(deps.database.db, {
      projectId: project.projectId,
      tool: 'test_campaign',
      title: 'Test',
      arguments: { id: 'none', email: 'ada@example.com' },
      recipients: 1,
      key: { id: newId(clock.now()), name: 'Agent' },
      repeatKey: unique(),
      now: clock.now(),
    })
    return approval.id
  },
  '/recurring-campaigns': async () =>
    idOf(
      await call(test, ['POST', '/recurring-campaigns'], {
        body: {
          name: unique(),
          subject: 'Hello',
          body: '<p>Hello</p>',
          from: 'shop@shop.test',
          audienceType: 'ALL',
          cron: '0 9 * * mon',
        },
      }),
    ),
  '/campaigns': async () =>
    (
      await call(test, ['POST', '/campaigns'], {
        body: {
          name: unique(),
          subject: 'Hello',
          body: '<p>Hello</p>',
          from: 'shop@shop.test',
          audienceType: 'ALL',
        },
      })
    ).json<{ data: { id: string } }>().data.id,
  '/contacts': async () => (await buildContact(test)).id,
  '/control-group/contacts': async () => (await buildContact(test)).id,
  '/keys': async () => idOf(await call(test, ['POST', '/keys'], { body: { name: unique() } })),
  '/jobs': async () =>
    idOf(await call(test, ['POST', '/contacts/bulk'], { body: { action: 'subscribe', filter: {} } })),
  '/domains': async () =>
    idOf(await call(test, ['POST', '/domains'], { body: { domain: `${unique()}.example.com` } })),
  '/transports': async () =>
    idOf(
      await call(test, ['POST', '/transports'], {
        body: { name: unique(), type: 'smtp', settings: { host: '93.184.215.14' } },
      }),
    ),
  '/transports/{id}/destinations': async () =>
    idOf(await call(test, ['POST', '/transports'], { body: { name: unique(), type: 'mx', settings: {} } })),
  '/emails': () => makeEmail(test, { raw: RAW_EMAIL }),
  '/compat/resend/emails': () => makeEmail(test),
  '/compat/resend/contacts': async () => (await buildContact(test)).id,
  '/compat/resend/audiences': () => buildList(),
  '/compat/resend/audiences/{audience}/contacts/{id}': async () => (await buildContact(test)).id,
  '/compat/resend/segments': () => buildList(),
  '/compat/resend/domains': async () =>
    idOf(await call(test, ['POST', '/domains'], { body: { domain: `${unique()}.shop.example` } })),
  '/segments': async () =>
    idOf(await call(test, ['POST', '/segments'], { body: { name: unique(), type: 'STATIC' } })),
  '/coupon-lists': async () =>
    idOf(await call(test, ['POST', '/coupon-lists'], { body: { key: unique(), name: 'Spring' } })),
  '/partials': async () =>
    idOf(
      await call(test, ['POST', '/partials'], { body: { key: unique(), name: 'Header', body: '<p>Hi</p>' } }),
    ),
  '/topics': async () =>
    idOf(await call(test, ['POST', '/topics'], { body: { key: unique(), name: 'News', optIn: 'implied' } })),
  '/views': async () =>
    idOf(await call(test, ['POST', '/views'], { body: { list: 'emails', name: unique(), params: {} } })),
  '/forms': async () => idOf(await call(test, ['POST', '/forms'], { body: { name: unique() } })),
  '/suppressions': async () =>
    idOf(await call(test, ['POST', '/suppressions'], { body: { email: `${unique()}@example.com` } })),
  '/members': async () => (await buildUser(test, { role: 'viewer' })).id,
  '/images': async () =>
    idOf(
      await call(test, ['POST', '/images'], {
        body: Buffer.from(PIXEL, 'base64'),
        headers: { 'content-type': 'image/gif' },
      }),
    ),
  '/invitations': async () =>
    idOf(
      await callAs(test, owner, [
        'POST',
        '/invitations',
        { body: { email: `${unique()}@example.com`, role: 'viewer' } },
      ]),
    ),
  '/account/projects': () => Promise.resolve(test.project.projectId),
  '/account/sessions': async () => {
    const again = { cookie: cookiesOf(await signIn(test, owner.email)) }
    const { sessions } = (await callAs(test, again, ['GET', '/account/sessions'])).json<{
      sessions: { id: string; isCurrent: boolean }[]
    }>()
    return sessions.find(({ isCurrent }) => isCurrent)?.id ?? ''
  },
  '/workflows': async () => {
    const steps = [{ id: 'wait', type: 'DELAY', config: { amount: 1, unit: 'days' } }]
    const body = { name: unique(), trigger: { type: 'MANUAL' }, steps, enabled: true }
    return idOf(await call(test, ['POST', '/workflows'], { body }))
  },
  '/webhooks': async () =>
    idOf(await call(test, ['POST', '/webhooks'], { body: { url: 'https://203.0.114.1/', events: ['*'] } })),
  '/templates': async () =>
    idOf(
      await call(test, ['POST', '/templates'], {
        body: { name: unique(), subject: 'Hello', body: '<p>Hello</p>', type: 'TRANSACTIONAL' },
      }),
    ),
}

async function buildRecord({ path }: Operation): Promise<string> {
  const build = RECORDS[path] ?? RECORDS[path.slice(0, path.indexOf('/{'))]
  if (!build) throw new Error(`tell this test how to make a record for ${path}`)
  return build()
}

async function buildListWith(contactId: string): Promise<string> {
  const id = await buildList()
  await call(test, ['POST', `/compat/resend/contacts/${contactId}/segments/${id}`])
  return id
}

/** The part of the record that a path names. Mostly a number, such as that of a version. */
async function buildPart({ path }: Operation, id: string): Promise<string> {
  if (/\{(?:audience|segment)\}/.test(path)) return buildListWith(id)
  if (path.includes('{deliveryId}')) return idOf(await call(test, ['POST', `/webhooks/${id}/test`]))
  if (!path.includes('{eid}')) return '1'
  const contactId = (await buildContact(test)).id
  return idOf(await call(test, ['POST', `/workflows/${id}/executions`], { body: { contactId } }))
}

/** Bodies that pass validation, so that the call reaches the record. */
const BODIES: Record<string, object> = {
  '/account/projects/{id}': { alertEmails: true },
  '/coupon-lists/{id}/codes': { codes: ['SPRING-1'] },
  '/members/{id}': { role: 'member' },
  '/transports/{id}/feedback': { keys: {} },
  '/compat/resend/audiences/{id}/contacts': { email: 'a@example.com' },
  '/compat/resend/emails/{id}': { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() },
  '/webhooks/{id}/replay': { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
  '/campaigns/{id}/test': { email: 'a@example.com' },
  '/campaigns/{id}/winner': { variant: 'A' },
  '/templates/{id}/test': { email: 'a@example.com', from: 'shop@shop.test' },
  '/segments/{id}/members': { emails: ['a@example.com'] },
  '/workflows/{id}/simulate': { contact: { email: 'a@example.com' } },
}

/** Query parameters that pass validation. */
const QUERIES: Record<string, () => Promise<Record<string, string>>> = {
  '/campaigns/{id}/clicks': () => Promise.resolve({ url: 'https://shop.test/' }),
  '/campaigns/{id}/clicks/export': () => Promise.resolve({ url: 'https://shop.test/' }),
  '/segments/{id}/explain': async () => ({ contactId: (await buildContact(test)).id }),
}

type ForeignCall = { id: string; part: string; key: string }

const ask = async ({ method, path, security }: Operation, { id, part, key }: ForeignCall) => {
  const url = path.replace('{id}', id).replace(/\{\w+\}/g, part)
  const isStart = path === '/workflows/{id}/executions'
  const body = isStart ? { contactId: (await buildContact(test)).id } : (BODIES[path] ?? {})
  const options = {
    query: (await QUERIES[path]?.()) ?? {},
    ...(method !== 'GET' && { body }),
  }
  const isForPeople = security?.some((one) => 'session' in one) ?? false
  if (!isForPeople) return call(test, [method, url], { key, ...options })
  return callAs(test, key === test.other.secretKey ? stranger : owner, [method, url, options])
}

/** Everything but the id of the request. Doors have the errors of other providers. */
function toldBy(reply: Reply): Record<string, unknown> {
  const body = reply.json<{ error?: Record<string, unknown> }>()
  const { requestId: _own, ...told } = body.error ?? (body as Record<string, unknown>)
  return told
}

describe('a record of another project', async () => {
  const operations = (await describeApi()).operations.filter(
    // A report belongs to a transport, and each of its events to the project of its email; the domain is a name.
    ({ path }) =>
      path.includes('{') &&
      path !== '/feedback/{provider}/{token}' &&
      path !== '/compat/mailgun/v3/{domain}/messages',
  )

  it('can be asked for in many ways', () => {
    expect(operations.length).toBeGreaterThan(5)
  })

  it.each(operations.map((operation) => ({ name: `${operation.method} ${operation.path}`, operation })))(
    'is a 404, but not for its owner: $name',
    async ({ operation }) => {
      const id = await buildRecord(operation)
      const part = await buildPart(operation, id)
      const [own, other] = [test.project.secretKey, test.other.secretKey]
      const theirs = await ask(operation, { id, part, key: other })
      expect(theirs.statusCode).toBe(404)
      const unknown = await ask(operation, { id: '0198a6a0-0000-7000-8000-000000000000', part, key: other })
      expect(toldBy(theirs)).toEqual(toldBy(unknown))
      expect((await ask(operation, { id, part, key: own })).statusCode).not.toBe(404)
    },
  )
})
