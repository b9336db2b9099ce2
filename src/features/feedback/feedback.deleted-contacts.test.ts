// Reports about email whose contact is deleted by now: the address is spared all the same, and the reporter has done
// its duty.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { EmailId } from '../../platform/ids.ts'
import { listenForBounces } from './bounce-listener.service.ts'
import type { BounceListener } from './bounce-listener.service.ts'
import {
  abuseReport,
  deliver,
  DOMAIN,
  dsn,
  makeSentMail,
  readEventNamesOf,
  readMail,
  readSuppressions,
  returnPathOf,
  SOFT,
} from './fixtures/reports.ts'

const test = useTestApp()
let own: TestApp
let listener: BounceListener
beforeEach(async () => {
  own = await inFreshProject(test)
  await call(own, ['POST', '/domains'], { body: { domain: DOMAIN } })
  listener = await listenForBounces(test.deps, { host: '127.0.0.1', port: 0 })
})
afterEach(() => listener.stop())

/** A person who is deleted, with the emails that were sent before. */
async function buildDeleted(emails = 1) {
  const { id: contactId, email: address } = await buildContact(own)
  const emailIds = await Promise.all(
    Array.from({ length: emails }, () => makeSentMail(own, { contactId, address })),
  )
  const waiting = await makeEmail(own, { contactId, address, lane: 'marketing' })
  expect((await call(own, ['DELETE', `/contacts/${contactId}`])).statusCode).toBe(204)
  return { address, emailIds, emailId: emailIds[0] ?? ('' as EmailId), waiting }
}

const report = (emailId: string, bytes: Buffer) =>
  deliver(listener.port, { to: returnPathOf(own, emailId), bytes })

const ACCEPTED = { kind: 'accepted', reply: { code: 250 } }

describe('a report about a deleted contact', () => {
  it.each([
    { status: 'BOUNCED', event: 'email.bounced', reason: 'hard_bounce', write: dsn },
    { status: 'COMPLAINED', event: 'email.complained', reason: 'complaint', write: abuseReport },
  ])('that makes its email $status is taken and suppresses the address', async (expected) => {
    const { status, event, reason, write } = expected
    const { address, emailId } = await buildDeleted()
    expect(await report(emailId, write({ address }))).toMatchObject(ACCEPTED)
    expect(await readMail(own, emailId)).toMatchObject({ status })
    expect(await readEventNamesOf(own, { emailId })).toEqual([event])
    expect(await readSuppressions(own)).toMatchObject([{ email: address, reason }])
    expect(await sendOne(own, { to: address })).toMatchObject({ status: 'SUPPRESSED', reason })
  })

  it('that is the third soft bounce in a row suppresses the address for a while', async () => {
    const { address, emailIds } = await buildDeleted(3)
    for (const emailId of emailIds) {
      expect(await report(emailId, dsn({ address, ...SOFT }))).toMatchObject(ACCEPTED)
    }
    expect(await readSuppressions(own)).toMatchObject([{ email: address, reason: 'soft_bounces' }])
  })

  it('that is an opt-out drops the marketing email that still waits', async () => {
    const { address, emailId, waiting } = await buildDeleted()
    expect(await report(emailId, abuseReport({ address, type: 'opt-out' }))).toMatchObject(ACCEPTED)
    expect(await readMail(own, waiting)).toMatchObject({ status: 'SUPPRESSED', reason: 'unsubscribed' })
  })

  it('that comes twice has one effect', async () => {
    const { address, emailId } = await buildDeleted()
    for (let times = 0; times < 2; times += 1) {
      expect(await report(emailId, dsn({ address }))).toMatchObject(ACCEPTED)
    }
    expect(await readEventNamesOf(own, { emailId })).toEqual(['email.bounced'])
  })
})
