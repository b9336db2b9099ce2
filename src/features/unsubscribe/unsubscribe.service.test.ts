import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { buildContact, inFreshProject, LIKE_ID, makeEmail } from '../../../test/support/factories.ts'
import { buildTestDeps, useTestApp } from '../../../test/support/test-app.ts'
import { act, pageUrl } from './fixtures/recipient.ts'

const test = useTestApp()

it('whoever unsubscribes has no mail waiting within a second, among 10,000 of others and as another node sees it', async () => {
  const fresh = await inFreshProject(test)
  const leaving = await buildContact(fresh)
  const own = await Promise.all(
    Array.from({ length: 3 }, () => makeEmail(fresh, { contactId: leaving.id, lane: 'marketing' })),
  )
  await sql`
    insert into email_queue (project_id, email_id, content_id, contact_id, address, status, lane, source, run_at, give_up_at)
    select project_id, ${LIKE_ID}, content_id, gen_random_uuid(), address, status, lane, source, run_at, give_up_at
    from email_queue, generate_series(1, 10000) where email_id = ${own[0]}`.execute(test.deps.database.db)
  const otherNode = buildTestDeps(test.url)
  onTestFinished(async () => {
    await otherNode.threads.close()
    await otherNode.database.close()
  })
  const waiting = async () => {
    const { rows } = await sql<{ mine: number; all: number }>`
      select count(*) filter (where contact_id = ${leaving.id}) as mine, count(*) as all from all_emails
      where project_id = ${fresh.project.projectId} and status = 'QUEUED'`.execute(otherNode.database.db)
    return rows[0]
  }
  expect(await waiting()).toEqual({ mine: 3, all: 10_003 })

  const reply = act(fresh, pageUrl(fresh, { purpose: 'unsubscribe', contactId: leaving.id }))
  await vi.waitFor(async () => expect(await waiting()).toEqual({ mine: 0, all: 10_000 }), { timeout: 1_000 })
  expect((await reply).statusCode).toBe(200)
  const { rows } = await sql`select subscribed from contacts where id = ${leaving.id}`.execute(
    otherNode.database.db,
  )
  expect(rows).toEqual([{ subscribed: false }])
})
