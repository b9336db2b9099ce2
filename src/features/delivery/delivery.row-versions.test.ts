// How often the row of an email is written. In a file of its own: the database counts the versions of all tests together.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { relayTo, useDelivery } from '../../../test/support/delivery.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { buildContact, makeEmail, multiplyEmail } from '../../../test/support/factories.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

const EMAILS = 30

const sink = useSmtpSink()
const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)

/** Rows written to the tables with their months: updates that are not HOT are `moved`, because they write to the indexes again. */
async function countVersions(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; inserted: number; moved: number; deleted: number }>`
    select regexp_replace(relname, '_[0-9].*', '') as name, sum(n_tup_ins)::int as inserted,
      sum(n_tup_upd - n_tup_hot_upd)::int as moved, sum(n_tup_del)::int as deleted
    from pg_stat_user_tables where relname ~ '^(email_queue|emails|email_payloads)(_[0-9]|$)' group by 1`.execute(
    test.deps.database.db,
  )
  return Object.fromEntries(
    rows.flatMap(({ name, inserted, moved, deleted }) => [
      [`${name} inserted`, inserted],
      [`${name} moved`, moved],
      [`${name} deleted`, deleted],
    ]),
  )
}

it('is once in the queue and once in the record, without an update that touches an index', async () => {
  const { id: contactId } = await buildContact(test)
  const id = await makeEmail(test, { lane: 'marketing', contactId, variables: { name: 'Ann' } })
  await multiplyEmail(test, { id, count: EMAILS })
  await delivery.drain(relayTo(sink))
  // The statistics of a connection come a moment after its statements.
  await eventually(async () =>
    expect(await countVersions()).toMatchObject({
      'email_queue inserted': EMAILS,
      'email_queue moved': 0,
      'email_queue deleted': EMAILS,
      'emails inserted': EMAILS,
      'emails moved': 0,
      'emails deleted': 0,
      // Copies have no variables.
      'email_payloads inserted': 1,
      'email_payloads moved': 0,
    }),
  )
})
