// The promises of the ledger in the database: its order, that nothing changes it, and for how long it is kept.
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject, TEST_SOURCE } from '../../../../test/support/factories.ts'
import type { ContactRecord } from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { postSend } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { ContactId } from '../../../platform/ids.ts'
import { setSubscribed } from '../bulk/bulk.queries.ts'
import { eraseLedgersJob } from '../contacts.jobs.ts'
import { toBatchedContact, upsertContactBatch } from '../upsert/upsert.queries.ts'

const test = useTestApp({ CONSENT_RETENTION_DAYS: '100' })
const DAY_MS = 86_400_000

let own: TestApp
let ada: ContactRecord
beforeEach(async () => {
  own = await inFreshProject(test)
  ada = await buildContact(own)
})

const db = () => test.deps.database.db
type Row = { what: string; before: string | null; after: string | null; source: string }
const ledger = async (): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select what, before, after, source from consent_ledger
    where project_id = ${own.project.projectId} order by id`.execute(db())
  return rows
}
const rawUpdate = (within: Db | Trx, set: string) =>
  sql`update contacts set ${sql.raw(set)} where id = ${ada.id}`.execute(within)
const eraseOld = () => runJob(test.deps, eraseLedgersJob, { payload: {} })

describe('concurrent changes of one contact', () => {
  it('are a chain without gaps', async () => {
    const flips = Array.from({ length: 40 }, (_, index) => {
      const subscribed = index % 2 === 1
      return index % 4 < 2
        ? call(own, ['PATCH', `/contacts/${ada.id}`], { body: { subscribed } })
        : call(own, ['POST', '/contacts'], { body: { email: ada.email, subscribed } })
    })
    await Promise.all(flips)
    const rows = await ledger()
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.slice(1).map(({ before }) => before)).toEqual(rows.slice(0, -1).map(({ after }) => after))
    expect(rows.every(({ before, after }) => before !== after)).toBe(true)
  })
})

describe('a row', () => {
  it.each([
    ['update', 'update consent_ledger set after = null'],
    ['delete', 'delete from consent_ledger'],
    ['truncate', 'truncate consent_ledger'],
  ])('refuses an %s', async (_name, statement) => {
    await expect(sql.raw(statement).execute(db())).rejects.toThrow('never changed')
    expect(await ledger()).toHaveLength(1)
  })

  it('says that the source is unknown if the statement names none', async () => {
    await rawUpdate(db(), 'subscribed = false')
    expect((await ledger()).at(-1)).toMatchObject({ after: 'LEFT', source: 'unknown' })
  })

  it('does not take the source of an earlier statement of the transaction', async () => {
    await inTransaction(db(), async (trx) => {
      const ids = [ada.id as ContactId]
      const change = { projectId: own.project.projectId, ids, source: TEST_SOURCE, now: test.clock.now() }
      await setSubscribed(trx, { ...change, subscribed: false })
      await rawUpdate(trx, 'subscribed = true')
    })
    expect((await ledger()).map(({ source }) => source)).toEqual(['api_key', 'api_key', 'unknown'])
  })

  it('has its own source if contacts of several callers share a statement', async () => {
    const callers = ['019c2f00-0c5d-7e21-8d4b-2f7a91c3b611', '019c2f00-0c5d-7e21-8d4b-2f7a91c3b612']
    const writes = callers.map((id, index) =>
      toBatchedContact({
        projectId: own.project.projectId,
        email: index === 0 ? 'new@example.com' : ada.email,
        subscribed: undefined,
        subscribedIfNew: true,
        topics: { news: true },
        data: { set: {}, remove: [] },
        source: { kind: 'api_key', id },
        now: test.clock.now(),
      }),
    )
    await upsertContactBatch(test.deps.database, writes)
    const { rows } = await sql<{ email: string; ids: string[] }>`
      select email, array_agg(distinct l.source_id::text) as ids from consent_ledger as l
      join contacts as c on c.project_id = l.project_id and c.id = l.contact_id
      where l.project_id = ${own.project.projectId} and l.source_id is not null group by email order by email desc`.execute(
      db(),
    )
    expect(rows).toEqual([
      { email: 'new@example.com', ids: [callers[0]] },
      { email: ada.email, ids: [callers[1]] },
    ])
  })

  it('is a confirmation from PENDING to SUBSCRIBED', async () => {
    await rawUpdate(db(), `subscribed = false, before_subscribing = 'PENDING'`)
    await call(own, ['PATCH', `/contacts/${ada.id}`], { body: { subscribed: true } })
    expect((await ledger()).slice(1)).toMatchObject([
      { what: 'subscription', before: 'SUBSCRIBED', after: 'PENDING' },
      { what: 'confirmation', before: 'PENDING', after: 'SUBSCRIBED' },
    ])
  })
})

describe('the deletion of a contact', () => {
  const rowsOf = async (table: 'consent_ledger' | 'deleted_contacts') => {
    const { rows } = await sql<object>`
      select * from ${sql.table(table)} where project_id = ${own.project.projectId}`.execute(db())
    return rows
  }

  it('keeps its ledger without its address', async () => {
    await call(own, ['DELETE', `/contacts/${ada.id}`])
    const kept = [...(await rowsOf('consent_ledger')), ...(await rowsOf('deleted_contacts'))]
    expect(kept).toMatchObject([{ contact_id: ada.id, after: 'SUBSCRIBED' }, { contact_id: ada.id }])
    expect(JSON.stringify(kept)).not.toContain(ada.email)
    expect(JSON.stringify(kept)).not.toContain(ada.email.split('@')[0])
  })

  it('keeps nothing of a contact that was never asked', async () => {
    await postSend(own, { to: 'new@example.com' })
    const { rows } = await sql<{ id: string }>`
      select id from contacts where project_id = ${own.project.projectId} and email = 'new@example.com'`.execute(
      db(),
    )
    await call(own, ['DELETE', `/contacts/${rows[0]?.id}`])
    expect(await rowsOf('deleted_contacts')).toEqual([])
  })

  it('erases the ledger after CONSENT_RETENTION_DAYS, and no other', async () => {
    const stays = await buildContact(own)
    await call(own, ['DELETE', `/contacts/${ada.id}`])
    test.clock.advance(99 * DAY_MS)
    await eraseOld()
    expect(await rowsOf('consent_ledger')).toHaveLength(2)
    test.clock.advance(2 * DAY_MS)
    await eraseOld()
    await eraseOld()
    expect(await rowsOf('consent_ledger')).toMatchObject([{ contact_id: stays.id }])
    expect(await rowsOf('deleted_contacts')).toEqual([])
  })
})
