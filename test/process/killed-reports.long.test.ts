// A node is killed with its database between its answer to a provider and the effects of the reports, and the next one in the
// middle of the effects. A provider does not repeat what was answered with 200, so nothing of it may be lost.
import { expect, it } from 'vitest'
import { findRunningPostgres } from '../../src/platform/postgres/running-postgres.ts'
import { queryAt } from '../support/database/database-content.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { killWithDatabase, useNodes } from '../support/node-process.ts'
import type { ReadyNode, Settings } from '../support/node-process.ts'

const nodes = useNodes()

const EMAILS = 600
const RECIPIENTS_PER_CALL = 50
const EVENTS_PER_REPORT = 10
const DOMAIN = 'shop.test'

let settings: Settings

const query = async (sql: string) =>
  queryAt<Record<string, number>>((await findRunningPostgres(settings['DATA_DIR'] ?? '')) ?? '', sql)
const count = async (from: string): Promise<number> =>
  (await query(`select count(*)::int as count from ${from}`))[0]?.['count'] ?? 0

type Email = { id: string; to: string }

/** Has emails accepted by a node that sends none. */
async function acceptEmails(node: ReadyNode): Promise<Email[]> {
  await ask(node, 'POST /domains', { body: { domain: DOMAIN } })
  const emails: Email[] = []
  for (let first = 0; first < EMAILS; first += RECIPIENTS_PER_CALL) {
    const to = Array.from({ length: RECIPIENTS_PER_CALL }, (_, n) => `customer${first + n}@receiver.test`)
    const body = { to, from: `hello@${DOMAIN}`, subject: 'Order', body: '<p>Thank you</p>' }
    const answer = await ask(node, 'POST /v1/send', { body })
    type SendAnswer = { data: { emails: { contact: { email: string }; email: string }[] } }
    const accepted = answer.json<SendAnswer>().data.emails
    emails.push(...accepted.map(({ contact, email }) => ({ id: email, to: contact.email })))
  }
  return emails
}

/** A hard bounce of every email. Resolves when all reports were answered. */
async function reportBounces(node: ReadyNode, emails: readonly Email[]): Promise<[number, number][]> {
  const { stdout } = await nodes.run(['feedback', 'show', '--json'], settings)
  const path = new URL((JSON.parse(stdout) as { url: string }).url.replace('{provider}', 'custom')).pathname
  const events = emails.map(({ id, to }) => ({
    type: 'bounced',
    recipient: to,
    messageId: `${id}@${DOMAIN}`,
    reply: '550 5.1.1 no such user',
  }))
  const reports = Array.from({ length: events.length / EVENTS_PER_REPORT }, (_, n) =>
    events.slice(n * EVENTS_PER_REPORT, (n + 1) * EVENTS_PER_REPORT),
  )
  const answers = await Promise.all(
    reports.map((report) => ask(node, `POST ${path}`, { key: null, body: { events: report } })),
  )
  return answers.map((answer) => [answer.status, answer.json<{ matched: number }>().matched])
}

it('every report that was answered has its effect once, whoever is killed', async () => {
  settings = { DATA_DIR: await nodes.preparedDir() }
  // No worker: the effects cannot have begun.
  const answering = await nodes.start(settings, 'api')
  const emails = await acceptEmails(answering)
  expect(emails).toHaveLength(EMAILS)
  const answers = await reportBounces(answering, emails)
  expect(answers).toEqual(answers.map(() => [200, EVENTS_PER_REPORT]))
  await killWithDatabase(answering)

  const applying = await nodes.start(settings)
  await eventually(async () => expect(await count('suppressions')).toBeGreaterThan(EMAILS / 10), 1)
  const left = await count('provider_reports')
  await killWithDatabase(applying)
  expect(left).toBeGreaterThan(0)

  await nodes.start(settings)
  await eventually(async () => expect(await count('provider_reports')).toBe(0))
  expect(await count("all_emails where status = 'BOUNCED'")).toBe(EMAILS)
  expect(await count("suppressions where reason = 'hard_bounce'")).toBe(EMAILS)
  expect(await count("email_events where type = 'bounced'")).toBe(EMAILS)
  expect(await count("events where name = 'email.bounced'")).toBe(EMAILS)
})
