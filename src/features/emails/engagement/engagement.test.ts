import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ensureEmailMonth } from '../../../../test/support/emails.ts'
import { buildContact, inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { UNKNOWN } from '../../../../test/support/feature-steps.ts'
import { recordOpens } from '../../../../test/support/opens.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import type { EmailId } from '../../../platform/ids.ts'

const test = useTestApp()

type Period = { start: string; sent: number; opened: number; clicked: number }
type Answer = { by: string; timezone: string; periods: Period[]; isComplete: boolean }

const ask = (app: TestApp, id: string, query: Record<string, string> = {}) =>
  call(app, ['GET', `/contacts/${id}/engagement`], { query })

const DAY_MS = 86_400_000

/** An email that was sent then. */
async function sendAt(
  app: TestApp,
  contactId: string,
  { at, source = 'CAMPAIGN' }: { at: Date; source?: string },
) {
  await ensureEmailMonth(app, at)
  const id = newId<EmailId>(at)
  await makeEmail(app, { contactId, stored: { id, status: 'DELIVERED', sent_at: at, source } })
}

describe('GET /contacts/{id}/engagement', () => {
  it('counts what was sent, opened and clicked, by month and by week', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildContact(app)
    const other = await buildContact(app)
    const now = app.clock.now()
    const before = new Date(now.getTime() - 70 * DAY_MS)
    for (const at of [now, now, before]) await sendAt(app, id, { at })
    await sendAt(app, id, { at: now, source: 'TEST' })
    await sendAt(app, other.id, { at: now })
    const [one, two] = [randomUUID(), randomUUID()]
    await recordOpens(app, [
      { contactId: id, at: now, emailId: one },
      { contactId: id, at: now, emailId: two },
      { contactId: id, at: now, emailId: one, name: 'email.clicked' },
      // A second link of the same email.
      { contactId: id, at: now, emailId: one, name: 'email.clicked' },
      { contactId: id, at: now, emailId: randomUUID(), verdict: 'machine' },
      { contactId: id, at: before, emailId: one },
      { contactId: other.id, at: now, emailId: two },
    ])
    const months = (await ask(app, id)).json<Answer>()
    expect([months.by, months.timezone, months.periods.length, months.isComplete]).toEqual([
      'month',
      'UTC',
      12,
      true,
    ])
    const month = (at: Date) => `${at.toISOString().slice(0, 7)}-01`
    expect(months.periods.at(-1)).toEqual({ start: month(now), sent: 2, opened: 2, clicked: 1 })
    expect(months.periods.find(({ start }) => start === month(before))).toMatchObject({ sent: 1, opened: 1 })
    const weeks = (await ask(app, id, { by: 'week' })).json<Answer>()
    expect([weeks.by, weeks.periods.length]).toEqual(['week', 26])
    expect(weeks.periods.at(-1)).toMatchObject({ sent: 2, opened: 2, clicked: 1 })
    expect(weeks.periods.map(({ start }) => new Date(start).getUTCDay())).toEqual(Array(26).fill(1))
  })

  it('begins periods in the time zone of the project', async () => {
    const app = await inFreshProject(test)
    await call(app, ['PATCH', '/project'], { body: { timezone: 'Pacific/Kiritimati' } })
    const { id } = await buildContact(app)
    expect((await ask(app, id)).json()).toMatchObject({ timezone: 'Pacific/Kiritimati' })
  })

  it('refuses other periods, and contacts of other projects', async () => {
    const [app, other] = [await inFreshProject(test), await inFreshProject(test)]
    const { id } = await buildContact(other)
    const reply = await ask(app, id, { by: 'day' })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, { by: 'invalid_enum_value' }])
    for (const contactId of [id, UNKNOWN]) {
      const unknown = await ask(app, contactId)
      expect([unknown.statusCode, errorOf(unknown).code]).toEqual([404, 'CONTACT_NOT_FOUND'])
    }
  })
})
