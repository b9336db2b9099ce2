// The condition that accepting and claiming embed in their statements: it takes the table or an alias of suppressions, and
// selects the rows in force now.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newAddress } from '../../../test/support/factories.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { suppress, suppressionInForce } from './index.ts'

const test = useTestApp()

const HOUR_MS = 3_600_000

it.each([
  { what: 'the alias of a join', table: 's', from: sql`suppressions as s` },
  { what: 'the table itself', table: undefined, from: sql`suppressions` },
])('suppressionInForce keeps those that count now, by $what', async ({ table, from }) => {
  const { db } = test.deps.database
  const { projectId } = test.project
  const [forever, running, ended] = [newAddress(), newAddress(), newAddress()]
  const given = { projectId, source: 'test' }
  await suppress(
    db,
    [
      { ...given, email: forever, reason: 'complaint', expiresAt: null },
      { ...given, email: running, reason: 'soft_bounces', expiresAt: new Date(Date.now() + HOUR_MS) },
      { ...given, email: ended, reason: 'soft_bounces', expiresAt: new Date(Date.now() - HOUR_MS) },
    ],
    test.clock.now(),
  )
  const { rows } = await sql<{ email: string; reason: string }>`
    select email, reason from (values (${forever}), (${running}), (${ended})) as g (address)
    left join ${from} on project_id = ${projectId} and email = address and ${suppressionInForce(table)}
    where reason is not null order by reason`.execute(db)
  expect(rows).toEqual([
    { email: forever, reason: 'complaint' },
    { email: running, reason: 'soft_bounces' },
  ])
})
