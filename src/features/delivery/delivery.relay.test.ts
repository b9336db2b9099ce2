// Relays that limit us: how many connections they allow, how much they take, and that they sometimes take nothing at all.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { inFreshProject, LIKE_ID, makeEmail } from '../../../test/support/factories.ts'
import { useSmtpSink } from '../../../test/support/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { createMetrics } from '../../platform/metrics.ts'

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)
let own: TestApp
beforeEach(async () => {
  await sql`truncate email_queue, emails`.execute(test.deps.database.db)
  own = await inFreshProject(test)
})

/** That many emails to recipients at as many domains. */
async function makeEmails(count: number): Promise<void> {
  const id = await makeEmail(own)
  await sql`
    insert into email_queue (project_id, email_id, content_id, contact_id, address, status, lane, source, run_at, give_up_at)
    select project_id, ${LIKE_ID}, content_id, contact_id, 'p@d' || n || '.example', status, lane, source, run_at, give_up_at
    from email_queue cross join generate_series(2, ${count}) as n where email_id = ${id}`.execute(
    test.deps.database.db,
  )
}

/** Status and number of attempts of all emails, with how many there are of each. */
async function countByStatus(): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; attempts: number; count: number }>`
    select status, attempts, count(*)::int as count from all_emails group by 1, 2`.execute(
    test.deps.database.db,
  )
  return Object.fromEntries(rows.map(({ status, attempts, count }) => [`${status} ${attempts}`, count]))
}

describe('a relay that allows one connection', () => {
  it('gets every email at its first attempt, and the metrics tell how many connections it allows', async () => {
    const most = 1
    sink.script = {
      greeting: () =>
        sink.open.size > most
          ? { pieces: ['421 4.7.0 Error: too many connections from 127.0.0.1\r\n'], drop: true }
          : undefined,
    }
    const metrics = createMetrics()
    await makeEmails(150)
    await delivery.start(relayTo(sink), { metrics })
    await eventually(async () => expect(await countByStatus()).toEqual({ 'SENT 1': 150 }))
    expect(sink.mails).toHaveLength(150)
    expect(await metrics.render()).toContain('lettermill_connections{state="allowed"} 1\n')
  })
})
