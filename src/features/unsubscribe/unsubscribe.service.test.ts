import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { buildContact, inFreshProject, makeEmail, multiplyEmail } from '../../../test/support/factories.ts'
import { buildTestDeps, useTestApp } from '../../../test/support/test-app.ts'
import type { EmailId } from '../../platform/ids.ts'
import { act, pageUrl } from './fixtures/recipient.ts'

const test = useTestApp()

it('a contact that unsubscribes has no queued email when the response arrives, among 10,000 of others and as another node sees it', async () => {
  const fresh = await inFreshProject(test)
  const leaving = await buildContact(fresh)
  const own = await Promise.all(
    Array.from({ length: 3 }, () => makeEmail(fresh, { contactId: leaving.id, lane: 'marketing' })),
  )
  const columns = { contactId: sql`gen_random_uuid()`, address: sql`address` }
  await multiplyEmail(fresh, { id: own[0] as EmailId, count: 10_001, columns })
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

  const reply = await act(fresh, pageUrl(fresh, { purpose: 'unsubscribe', contactId: leaving.id }))
  expect(reply.statusCode).toBe(200)
  expect(await waiting()).toEqual({ mine: 0, all: 10_000 })
  const { rows } = await sql`select subscribed from contacts where id = ${leaving.id}`.execute(
    otherNode.database.db,
  )
  expect(rows).toEqual([{ subscribed: false }])
})
