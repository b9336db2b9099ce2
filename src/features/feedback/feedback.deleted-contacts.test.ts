// Reports about emails whose contact was deleted: the report is accepted, and the address suppressed.
import { describe, expect, it } from 'vitest'
import { call } from '../../../test/support/requests.ts'
import { sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { ACCEPTED, useBounceListener } from './fixtures/bounce-listener.ts'
import {
  abuseReport,
  dsn,
  makeEmailToPerson,
  readEventNamesOf,
  readEmail,
  readSuppressions,
  returnPathOf,
} from './fixtures/reports.ts'

const test = useTestApp()
let own: TestApp
const listener = useBounceListener(test, (project) => (own = project))

/** A deleted contact with an email that was sent before. */
async function buildDeleted() {
  const { contactId, address, emailId } = await makeEmailToPerson(own)
  expect((await call(own, ['DELETE', `/contacts/${contactId}`])).statusCode).toBe(204)
  return { address, emailId }
}

const report = (emailId: string, bytes: Buffer) => listener.report(returnPathOf(own, emailId), bytes)

describe('a report about a deleted contact', () => {
  it.each([
    { status: 'BOUNCED', event: 'email.bounced', reason: 'hard_bounce', write: dsn },
    { status: 'COMPLAINED', event: 'email.complained', reason: 'complaint', write: abuseReport },
  ])('that makes its email $status is accepted and suppresses the address', async (expected) => {
    const { status, event, reason, write } = expected
    const { address, emailId } = await buildDeleted()
    expect(await report(emailId, write({ address }))).toMatchObject(ACCEPTED)
    expect(await readEmail(own, emailId)).toMatchObject({ status })
    expect(await readEventNamesOf(own, { emailId })).toEqual([event])
    expect(await readSuppressions(own)).toMatchObject([{ email: address, reason }])
    expect(await sendOne(own, { to: address })).toMatchObject({ status: 'SUPPRESSED', reason })
  })

  it('suppresses no address where it names another one', async () => {
    const { emailId } = await buildDeleted()
    expect(await report(emailId, dsn({ address: 'somebody-else@example.com' }))).toMatchObject(ACCEPTED)
    expect(await readEmail(own, emailId)).toMatchObject({ status: 'BOUNCED' })
    expect(await readSuppressions(own)).toEqual([])
  })

  it('keeps nothing of what it says about the address', async () => {
    const { address, emailId } = await buildDeleted()
    await report(emailId, dsn({ address }))
    const { events } = (await call(own, ['GET', '/events'])).json<{ events: unknown[] }>()
    const email = (await call(own, ['GET', `/emails/${emailId}`])).body
    expect(JSON.stringify(events) + email).not.toContain(address)
  })

  it('that comes twice has one effect', async () => {
    const { address, emailId } = await buildDeleted()
    for (let times = 0; times < 2; times += 1) {
      expect(await report(emailId, dsn({ address }))).toMatchObject(ACCEPTED)
    }
    expect(await readEventNamesOf(own, { emailId })).toEqual(['email.bounced'])
  })
})
