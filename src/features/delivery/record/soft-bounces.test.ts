// Soft bounces through the engine and a real connection.
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../../test/support/delivery.ts'
import { buildContact, inFreshProject, readContact } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useSmtpSink } from '../../../../test/support/servers/smtp-sink.ts'
import type { Script } from '../../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { send, sendOne } from '../../../../test/support/send-steps.ts'

const DAY_MS = 86_400_000

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp
let address: string
beforeEach(async () => {
  own = await inFreshProject(test)
  address = (await buildContact(own)).email
})

const FULL: Script = { rcpt: '552 5.2.2 Mailbox full' }

/** Sends one email until it ends, with scripted replies. */
async function sendTo(script: Script, to = address): Promise<void> {
  sink.script = script
  await sendOne(own, { to })
  await delivery.drain(relayTo(sink))
}

/** One email whose retry time ends with the first attempt. */
async function giveUpOn(script: Script): Promise<void> {
  sink.script = script
  await sendOne(own, { to: address })
  test.clock.advance(6 * DAY_MS)
  await delivery.drain(relayTo(sink))
  test.clock.advance(-6 * DAY_MS)
}

type Suppression = { email: string; reason: string; source: string; expiresAt: string | null }
const readSuppressions = async () =>
  (await call(own, ['GET', '/suppressions'])).json<{ suppressions: Suppression[] }>().suppressions

describe('soft give-ups', () => {
  it('suppress the address for 30 days when there are three in a row', async () => {
    await sendTo(FULL)
    await sendTo(FULL)
    expect(await readSuppressions()).toEqual([])
    await sendTo(FULL)
    const [suppression] = await readSuppressions()
    expect(suppression).toMatchObject({ email: address, reason: 'soft_bounces', source: 'smtp' })
    const days = (Date.parse(suppression?.expiresAt ?? '') - test.clock.now().getTime()) / DAY_MS
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
    expect(await readContact(own, address)).toMatchObject({ subscribed: true })
    expect(await sendOne(own, { to: address })).toMatchObject({
      status: 'SUPPRESSED',
      reason: 'soft_bounces',
    })
  })

  it('count when an email was tried to the end', async () => {
    const later: Script = { rcpt: '452 4.2.2 Mailbox full' }
    await giveUpOn(later)
    await giveUpOn(later)
    await giveUpOn(later)
    expect(await readSuppressions()).toMatchObject([{ email: address, reason: 'soft_bounces' }])
  })

  it.each<[string, Script]>([
    ['an email that arrived', {}],
    ['a refusal that is about us', { rcpt: '550 5.7.1 Message rejected due to local policy' }],
  ])('begin anew after %s', async (_what, script) => {
    await sendTo(FULL)
    await sendTo(FULL)
    await sendTo(script)
    await sendTo(FULL)
    await sendTo(FULL)
    expect(await readSuppressions()).toEqual([])
    await sendTo(FULL)
    expect(await readSuppressions()).toHaveLength(1)
  })

  it.each<[string, Script]>([
    ['a server that could not be reached', { greeting: { drop: true } }],
    ['a server that would not talk to us', { greeting: '421 4.3.2 Too busy' }],
    ['a line that was lost', { dot: { drop: true } }],
    ['a sender that is turned away', { mail: '451 4.7.1 Not you' }],
  ])('are none when the reason was %s', async (_what, script) => {
    await giveUpOn(script)
    await giveUpOn(script)
    await giveUpOn(script)
    expect(await readSuppressions()).toEqual([])
  })

  it('are none of them when an email was cancelled in between', async () => {
    await sendTo(FULL)
    await sendTo(FULL)
    const { email } = await sendOne(own, {
      to: address,
      scheduledFor: new Date(test.clock.now().getTime() + DAY_MS).toISOString(),
    })
    expect((await call(own, ['POST', `/emails/${email}/cancel`])).statusCode).toBe(200)
    await sendTo(FULL)
    expect(await readSuppressions()).toHaveLength(1)
  })

  it('are each contact’s own', async () => {
    const { email: second } = await buildContact(own)
    await sendTo(FULL)
    await sendTo(FULL, second)
    await sendTo(FULL)
    await sendTo(FULL, second)
    expect(await readSuppressions()).toEqual([])
  })

  it('are found when all three end in the same moment', async () => {
    sink.script = FULL
    const { email: second } = await buildContact(own)
    for (let index = 0; index < 3; index += 1) await send(own, { to: [address, second] })
    await delivery.drain(relayTo(sink))
    expect((await readSuppressions()).map(({ email }) => email).toSorted()).toEqual(
      [address, second].toSorted(),
    )
  })
})
