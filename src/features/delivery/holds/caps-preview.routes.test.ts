import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, makeEmail } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import type { EmailId } from '../../../platform/ids.ts'
import type { Lane } from '../queue/retry-schedule.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const test = useTestApp()
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

const preview = (body: unknown, key?: string) =>
  call(own, ['POST', '/project/caps/preview'], { body, ...(key !== undefined && { key }) })

type SentEmail = { contactId: string; hoursAgo: number; lane?: Lane; stored?: Record<string, unknown> }

async function sent({ contactId, hoursAgo, lane = 'marketing', stored = {} }: SentEmail): Promise<void> {
  const at = new Date(test.clock.now().getTime() - hoursAgo * HOUR_MS)
  await makeEmail(own, {
    lane,
    contactId,
    stored: { id: newId<EmailId>(at), status: 'SENT', sent_at: at, source: 'CAMPAIGN', ...stored },
  })
}

describe('POST /project/caps/preview', () => {
  it('tells what the last 30 days would have held and dropped', async () => {
    const [often, seldom] = [await buildContact(own), await buildContact(own)]
    for (const hoursAgo of [100, 99, 98]) await sent({ contactId: often.id, hoursAgo })
    await sent({ contactId: seldom.id, hoursAgo: 100 })
    await sent({ contactId: often.id, hoursAgo: 99, lane: 'transactional' })
    await sent({ contactId: often.id, hoursAgo: 99, stored: { source: 'TEST' } })
    const unsent = { status: 'SUPPRESSED', reason: 'unsubscribed', sent_at: null }
    await sent({ contactId: seldom.id, hoursAgo: 99, stored: unsent })
    // Too long ago to count in the figures, but the cap counts it.
    await sent({ contactId: seldom.id, hoursAgo: 30 * 24 + 1 })
    const reply = await preview({ frequencyCap: { emails: 1, days: 1 }, holdAtMostHours: 24 })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      frequencyCap: { emails: 1, days: 1 },
      quietHours: null,
      holdAtMostHours: 24,
      warnings: [],
      emails: 4,
      sentAtOnce: 2,
      held: { cap: 1, quietHours: 0 },
      dropped: 1,
      contacts: 2,
      isSampled: false,
    })
    const { from, to } = reply.json<{ from: string; to: string }>()
    expect(Date.parse(to) - Date.parse(from)).toBe(30 * DAY_MS)
  })

  it('counts what the cap of that time has dropped', async () => {
    const { id: contactId } = await buildContact(own)
    await sent({ contactId, hoursAgo: 50 })
    const dropped = { status: 'SUPPRESSED', reason: 'frequency_cap', sent_at: null }
    await sent({ contactId, hoursAgo: 49, stored: dropped })
    const reply = await preview({ frequencyCap: { emails: 2, days: 1 } })
    expect(reply.json()).toMatchObject({ emails: 2, sentAtOnce: 2, dropped: 0 })
  })

  it('takes what is missing from the project, and changes nothing', async () => {
    const settings = { frequencyCap: { emails: 1, days: 7 }, quietHours: { from: '22:00', to: '07:00' } }
    const before = (await call(own, ['PATCH', '/project'], { body: settings })).json<
      Record<string, unknown>
    >()
    const reply = await preview({ holdAtMostHours: 24 })
    expect(reply.json()).toMatchObject({
      frequencyCap: settings.frequencyCap,
      quietHours: { ...settings.quietHours, weekdays: null, timezone: 'contact' },
      holdAtMostHours: 24,
      warnings: [expect.stringContaining('7 days')],
      emails: 0,
    })
    expect((await call(own, ['GET', '/project'])).json()).toEqual(before)
    expect((await call(own, ['POST', '/project/caps/preview'])).json()).toMatchObject({ holdAtMostHours: 48 })
    expect((await preview({ frequencyCap: null, quietHours: null })).json()).toMatchObject({
      frequencyCap: null,
      quietHours: null,
      warnings: [],
    })
  })

  it('does not count the email of other projects', async () => {
    const { id: contactId } = await buildContact(own)
    await sent({ contactId, hoursAgo: 1 })
    own = await inFreshProject(test)
    expect((await preview({})).json()).toMatchObject({ emails: 0, contacts: 0 })
  })

  it('refuses limits that a project may not have', async () => {
    const reply = await preview({
      frequencyCap: { emails: 0, days: 1 },
      quietHours: { from: '8', to: '09:00' },
      holdAtMostHours: 1_000,
    })
    expect(reply.statusCode).toBe(422)
    expect(fieldsOf(reply)).toEqual({
      'frequencyCap.emails': 'too_small',
      'quietHours.from': 'invalid_string',
      holdAtMostHours: 'too_big',
    })
  })

  it('needs a secret key', async () => {
    expect((await call(own, ['POST', '/project/caps/preview'], { key: null })).statusCode).toBe(401)
    const reply = await preview({}, own.project.publicKey)
    expect([reply.statusCode, errorOf(reply).code]).toEqual([403, 'FORBIDDEN'])
  })
})
