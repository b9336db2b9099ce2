import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { EmailId } from '../../platform/ids.ts'
import { planEmails } from './send-plan.ts'
import { SendRequest } from './send.schema.ts'
import { propertyRuns } from '../../../test/support/properties.ts'
import { sendBody } from '../../../test/support/send-steps.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const plan = (overrides: Record<string, unknown>) =>
  planEmails(SendRequest.parse(sendBody(overrides)), {
    from: 'shop@shop.test',
    now: NOW,
    newEmailId: () => newId<EmailId>(NOW),
  })

const someone = fc.integer({ min: 0, max: 20 }).map((number) => `p${number}@example.com`)

describe('a plan', () => {
  it('has one email per address and one answer per recipient', () => {
    fc.assert(
      fc.property(fc.array(someone, { minLength: 1, maxLength: 50 }), (to) => {
        const { emails, contacts, answers } = plan({ to })
        const distinct = [...new Set(to)]
        expect(emails.map(({ address }) => address)).toEqual(distinct)
        expect(contacts).toEqual(distinct)
        expect(answers.map(({ address }) => address)).toEqual(to)
        expect(emails.every(({ messageId }) => messageId === null)).toBe(true)
        for (const email of emails) {
          expect(email).toMatchObject({ contactAddress: email.address, recipients: null })
        }
        for (const { address, id } of answers) {
          expect(emails.find((email) => email.id === id)?.address).toBe(address)
        }
      }),
      propertyRuns(100),
    )
  })

  it('of a message with copies has one Message-ID, the header of all, and the contact in `to`', () => {
    const list = fc.array(someone, { maxLength: 20 })
    fc.assert(
      fc.property(someone, list, list, (to, cc, bcc) => {
        fc.pre(cc.length + bcc.length > 0)
        const { emails, contacts, answers } = plan({ to, cc, bcc })
        expect(contacts).toEqual([to])
        expect(answers.map(({ address }) => address)).toEqual([to, ...cc, ...bcc])
        const [first] = emails
        for (const { messageId } of emails) expect(messageId).toBe(`${first?.id}@shop.test`)
        for (const { contactAddress, recipients, isCopy, address } of emails) {
          expect(contactAddress).toBe(to)
          expect(isCopy).toBe(address !== to)
          expect(recipients?.to?.map(({ email }) => email)).toEqual([to])
          expect(recipients?.cc?.map(({ email }) => email)).toEqual(cc)
        }
      }),
      propertyRuns(100),
    )
  })

  it('shows the name of a recipient in its header; the first one if there are several', () => {
    const to = [
      { email: 'a@example.com', name: 'First' },
      { email: 'A@example.com', name: 'Second' },
    ]
    expect(plan({ to }).emails.map(({ recipients }) => recipients)).toEqual([
      { to: [{ email: 'a@example.com', name: 'First' }], cc: [] },
    ])
  })
})

describe('the time of a call', () => {
  const at = (ms: number) => ({ scheduledFor: new Date(NOW.getTime() + ms).toISOString() })

  it.each([0, -5 * 60_000, 366 * 86_400_000])('may be a little past, and up to a year ahead: %i ms', (ms) => {
    expect(plan(at(ms)).emails).toHaveLength(1)
  })

  it.each([-5 * 60_000 - 1, 366 * 86_400_000 + 1])('is refused outside of that: %i ms', (ms) => {
    expect(() => plan(at(ms))).toThrow(AppError)
  })
})
