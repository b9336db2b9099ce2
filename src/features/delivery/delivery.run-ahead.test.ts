// How many emails leave while no result can be stored: those that a kill at this moment would repeat.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { countByStatus, relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, inFreshProject, makeEmail, multiplyEmail } from '../../../test/support/factories.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

const CONNECTIONS = 2
const EMAILS = 30

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp
beforeEach(async () => {
  await sql`truncate email_queue, emails`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

/** Keeps everybody from writing to the record until the returned function is called. */
async function lockRecord(): Promise<() => Promise<void>> {
  const client = await test.deps.database.pool.connect()
  await client.query('begin')
  await client.query('lock table emails in share mode')
  let isOver = false
  const release = async () => {
    if (isOver) return
    isOver = true
    await client.query('rollback')
    client.release()
  }
  onTestFinished(release)
  return release
}

const countBodies = () => sink.commands.filter((line) => line.startsWith('DATA')).length

/** Emails of the lane wait for an engine, and no result can be stored. */
async function startLocked(lane: 'marketing' | 'transactional', ahead: number) {
  const { id: contactId } = await buildContact(own)
  await multiplyEmail(test, { id: await makeEmail(own, { lane, contactId }), count: EMAILS })
  const unlock = await lockRecord()
  const config = { ...test.deps.config, MARKETING_EMAILS_AHEAD: ahead }
  const engine = await delivery.start(relayTo(sink, { connections: CONNECTIONS }), { config })
  return { engine, unlock }
}

/** Stops the engine: so many emails have left, and all others follow later. None comes twice. */
async function expectLeft(leaving: number, { engine, unlock }: Awaited<ReturnType<typeof startLocked>>) {
  const stopped = engine.stop()
  // Those that wait go back to the queue, like all that were not begun.
  await eventually(async () =>
    expect(await countByStatus(test)).toEqual({ SENDING: leaving, QUEUED: EMAILS - leaving }),
  )
  await unlock()
  await stopped
  expect(sink.emails).toHaveLength(leaving)
  expect(await countByStatus(test)).toEqual({ SENT: leaving, QUEUED: EMAILS - leaving })
  await delivery.drain(relayTo(sink))
  expect(await countByStatus(test)).toEqual({ SENT: EMAILS })
  expect(sink.emails).toHaveLength(EMAILS)
}

describe('while results cannot be stored', () => {
  it.each([
    ['marketing', 1],
    ['marketing', 3],
    ['transactional', 3],
  ] as const)('%s email, with %i ahead per connection: as many leave, and no more', async (lane, ahead) => {
    const leaving = CONNECTIONS * (lane === 'marketing' ? ahead : 1)
    const started = await startLocked(lane, ahead)
    // Each connection waits with the final dot of another one.
    await eventually(() => expect(countBodies()).toBe(leaving + CONNECTIONS))
    await expectLeft(leaving, started)
  })

  it('no more leave to a server that gets each in one write', async () => {
    sink.extensions = [...sink.extensions, 'CHUNKING']
    const ahead = 4
    const leaving = CONNECTIONS * ahead
    const started = await startLocked('marketing', ahead)
    await eventually(() => expect(sink.emails).toHaveLength(leaving))
    expect(sink.commands.filter((line) => /^BDAT [1-9]/.test(line)).length).toBeGreaterThan(CONNECTIONS)
    await expectLeft(leaving, started)
  })
})
