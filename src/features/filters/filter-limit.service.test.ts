import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listWaiting, whileContactsAreHeld } from '../../../test/support/database/held-contacts.ts'
import { inFreshProject } from '../../../test/support/factories.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { inTransaction } from '../../platform/db/client.ts'
import type { Trx } from '../../platform/db/client.ts'
import { createFilterRunner, isTooSlow } from './filter-limit.service.ts'

const test = useTestApp()

const limitsOf = async (trx: Trx) => {
  const { rows } = await sql<{ memory: string; limit: string; setup: string; row: string }>`
    select current_setting('work_mem') as memory, current_setting('statement_timeout') as limit,
      current_setting('parallel_setup_cost') as setup, current_setting('parallel_tuple_cost') as row`.execute(
    trx,
  )
  return rows[0]
}

it('a filter has more memory and less time than other statements, and only while it runs', async () => {
  const projectId = (await inFreshProject(test)).project.projectId
  const run = createFilterRunner(test.deps.database)
  await inTransaction(test.deps.database.db, async (trx) => {
    const before = await limitsOf(trx)
    expect(await run(trx, { projectId, run: limitsOf })).toEqual({
      memory: '64MB',
      limit: '5s',
      setup: '100',
      row: '0.001',
    })
    expect(await limitsOf(trx)).toEqual(before)
    expect(before?.memory).not.toBe('64MB')
  })
})

it('a filter that reaches its time limit is stopped, and leaves nothing running', async () => {
  const { projectId } = test.project
  const { db } = test.deps.database
  const filter = createFilterRunner(test.deps.database)
  const run = (trx: Trx) => sql`select from contacts`.execute(trx)
  await whileContactsAreHeld(test, async () => {
    const error: unknown = await filter(db, { projectId, run, limitMs: 50 }).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ message: 'The filter takes too long: it was stopped after 0.05 seconds.' })
    expect(isTooSlow(error)).toBe(true)
    expect(await listWaiting(db)).toEqual([])
  })
})
