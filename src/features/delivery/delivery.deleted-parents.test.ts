// Email whose domain, content, attachment or contact is deleted while it waits: every email is sent or ends with a
// reason, none stays claimed, and email of other projects is sent at its first attempt.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContacts, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { buildDomain, newDomain } from '../../../test/support/feature-steps.ts'
import { drain } from '../../../test/support/jobs.ts'
import { call } from '../../../test/support/requests.ts'
import { send } from '../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { EmailId } from '../../platform/ids.ts'
import type { Content } from './content/content.ts'

// More than an engine has connections and claims ahead: if each blocked one, no email would be sent any more.
const MANY = 130
const FEW = 20

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
const db = () => test.deps.database.db
let own: TestApp

/** Each test has the queue to itself. */
beforeEach(async () => {
  await sql`truncate emails, email_queue`.execute(db())
  own = await inFreshProject(test)
})

async function makeEmails(app: TestApp, count: number, content: Partial<Content> = {}): Promise<EmailId[]> {
  const ids: EmailId[] = []
  for (let index = 0; index < count; index += 1) ids.push(await makeEmail(app, { content }))
  return ids
}

type EndState = { status: string; attempts: number; reason: string | null; count: number }

async function readStates({ project: { projectId } }: TestApp): Promise<EndState[]> {
  const { rows } = await sql<EndState>`
    select status, attempts, reason, count(*)::int as count from all_emails where project_id = ${projectId}
    group by 1, 2, 3 order by 4 desc`.execute(db())
  return rows
}

const containing = (text: string) => expect.stringContaining(text) as string
const SENT_AT_ONCE = [{ status: 'SENT', attempts: 1, reason: null, count: FEW }]

/** Email of an unaffected project, accepted after all the others. */
async function makeBystanders(): Promise<TestApp> {
  const others = await inFreshProject(test)
  await makeEmails(others, FEW)
  return others
}

async function buildVerifiedDomain(name: string): Promise<string> {
  const { id } = await buildDomain(own, { domain: name })
  await sql`update domains set status = 'VERIFIED', verified_at = now() where id = ${id}`.execute(db())
  return id
}

const deleteDomain = async (id: string) =>
  expect((await call(own, ['DELETE', `/domains/${id}`])).statusCode).toBe(204)

const makeDue = () => sql`update email_queue set run_at = clock_timestamp()`.execute(db())

describe('email of a domain that is deleted while it waits', () => {
  let domain: string

  /** Runs an engine until the email of the domain is deferred, with the reason. */
  async function putOff(): Promise<void> {
    domain = newDomain()
    const id = await buildVerifiedDomain(domain)
    await makeEmails(own, MANY, { fromEmail: `shop@${domain}` })
    await deleteDomain(id)
    const others = await makeBystanders()
    const engine = await delivery.start(relayTo(sink))
    await eventually(async () => {
      expect(await readStates(own)).toEqual([
        { status: 'DEFERRED', attempts: 1, reason: containing(domain), count: MANY },
      ])
      expect(await readStates(others)).toEqual(SENT_AT_ONCE)
    })
    await engine.stop()
  }

  it('is deferred, and sent once the domain exists again', async () => {
    await putOff()
    await buildVerifiedDomain(domain)
    await makeDue()
    await delivery.start(relayTo(sink))
    await eventually(async () =>
      expect(await readStates(own)).toMatchObject([{ status: 'SENT', attempts: 2, count: MANY }]),
    )
    expect(sink.emails).toHaveLength(MANY + FEW)
  })

  it('is given up when its time is over, and says why', async () => {
    await putOff()
    await sql`update email_queue set run_at = clock_timestamp(), give_up_at = clock_timestamp()`.execute(db())
    const engine = await delivery.start(relayTo(sink))
    await eventually(async () =>
      expect(await readStates(own)).toEqual([
        { status: 'FAILED', attempts: 2, reason: containing(domain), count: MANY },
      ]),
    )
    await engine.stop()
    const { emails } = (await call(own, ['GET', '/emails'], { query: { limit: '1' } })).json<{
      emails: { id: string; reason: string }[]
    }>()
    expect(emails[0]?.reason).toMatch(/^given up after 2 attempts: /)
  })
})

describe('email whose content is deleted while it waits', () => {
  it.each(['content_bodies', 'contents'])('fails at once when it is gone from %s', async (table) => {
    const [id = ''] = await makeEmails(own, MANY)
    await sql`delete from ${sql.table(table)} where project_id = ${own.project.projectId}`.execute(db())
    const others = await makeBystanders()
    await delivery.start(relayTo(sink))
    await eventually(async () => {
      expect(await readStates(own)).toEqual([
        { status: 'FAILED', attempts: 1, reason: 'its content is gone', count: MANY },
      ])
      expect(await readStates(others)).toEqual(SENT_AT_ONCE)
    })
    expect((await call(own, ['GET', `/emails/${id}`])).json()).toMatchObject({ status: 'FAILED' })
    expect((await call(own, ['GET', '/emails'])).json()).toMatchObject({ total: MANY })
    expect((await call(own, ['GET', `/emails/${id}/content`])).statusCode).toBe(400)
  })

  it('fails with the name of the attachment that is gone', async () => {
    const attachments = [{ filename: 'terms.txt', content: Buffer.from('hello').toString('base64') }]
    await send(own, { attachments })
    await sql`delete from blobs where project_id = ${own.project.projectId}`.execute(db())
    const others = await makeBystanders()
    await delivery.start(relayTo(sink))
    await eventually(async () => {
      expect(await readStates(own)).toEqual([
        { status: 'FAILED', attempts: 1, reason: 'its attachment terms.txt is gone', count: 1 },
      ])
      expect(await readStates(others)).toEqual(SENT_AT_ONCE)
    })
  })
})

it('contacts, a domain and contents that are deleted at once, while an engine sends', async () => {
  const domain = newDomain()
  const domainId = await buildVerifiedDomain(domain)
  const contacts = await buildContacts(own, MANY)
  for (const { id: contactId, email: address } of contacts) await makeEmail(own, { contactId, address })
  await makeEmails(own, MANY, { fromEmail: `shop@${domain}` })
  await makeEmails(own, MANY, { subject: 'Gone' })
  const others = await makeBystanders()
  const engine = await delivery.start(relayTo(sink))
  const body = { action: 'delete', ids: contacts.map(({ id }) => id) }
  expect((await call(own, ['POST', '/contacts/bulk'], { body })).statusCode).toBe(202)
  await Promise.all([
    drain(test.deps),
    deleteDomain(domainId),
    sql`delete from contents where project_id = ${own.project.projectId} and subject = 'Gone'`.execute(db()),
  ])
  await eventually(async () => {
    const { rows } = await sql`
      select from email_queue where status <> 'DEFERRED' or attempts <> 1 or reason is null`.execute(db())
    expect(rows).toHaveLength(0)
    expect(await readStates(others)).toEqual(SENT_AT_ONCE)
  })
  await engine.stop()
  const states = await readStates(own)
  // Some may have been sent before; the rest has a reason, and none is lost.
  expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(3 * MANY)
  for (const { status, reason } of states) {
    if (status === 'SENT') continue
    const reasons: Record<string, RegExp | string> = {
      DEFERRED: domain,
      FAILED: /content is gone/,
      CANCELLED: /contact was deleted/,
    }
    expect(reason).toMatch(reasons[status] ?? 'no such status')
  }
  const leased = await sql`select from email_queue where lease_owner is not null`.execute(db())
  expect(leased.rows).toHaveLength(0)
})
