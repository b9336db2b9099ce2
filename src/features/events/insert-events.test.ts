// Other features build this into their statements, where columns are matched by their order alone.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../test/support/test-app.ts'
import { newId } from '../../platform/ids.ts'
import type { EventId } from '../../platform/ids.ts'
import { insertEvents, insertTrackedEvents } from './index.ts'

const test = useTestApp()

/** A different value for each column, in the order that the part asks for. */
function rowOf() {
  const at = test.clock.now()
  const row = {
    project_id: test.project.projectId,
    id: newId<EventId>(at),
    name: 'order.paid',
    contact_id: newId(at),
    email_id: newId(at),
    data: { amount: 7 },
    created_at: at,
  }
  const values = sql`${row.project_id}::uuid, ${row.id}::uuid, ${row.name}::text, ${row.contact_id}::uuid,
    ${row.email_id}::uuid, ${JSON.stringify(row.data)}::jsonb, ${at}::timestamptz`
  return { row, values }
}

const read = (id: EventId) =>
  test.deps.database.db
    .selectFrom('events')
    .select(['project_id', 'id', 'name', 'contact_id', 'email_id', 'data', 'created_at', 'throttled'])
    .where('id', '=', id)
    .executeTakeFirst()

describe('the columns of a part that records events', () => {
  it('are those of insertEvents, in the order it names', async () => {
    const { row, values } = rowOf()
    await sql`with recorded as (${insertEvents(sql`select ${values}`)}) select 1`.execute(
      test.deps.database.db,
    )
    expect(await read(row.id)).toEqual({ ...row, throttled: false })
  })

  it('are one more in insertTrackedEvents', async () => {
    const { row, values } = rowOf()
    await sql`with recorded as (${insertTrackedEvents(sql`select ${values}, true`)}) select 1`.execute(
      test.deps.database.db,
    )
    expect(await read(row.id)).toEqual({ ...row, throttled: true })
  })
})
