import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { buildEnabled, emailStep, runWorkflows, track } from '../../../../test/support/workflows.ts'

const HOUR_MS = 3_600_000

const test = useTestApp()
const delivery = useDelivery(test)

it('the statistics of a workflow count emails that the limits of the project hold and drop', async () => {
  const app = await inFreshProject(test)
  await call(app, ['PATCH', '/project'], {
    body: { frequencyCap: { emails: 1, days: 1 }, holdAtMostHours: 1 },
  })
  const { id } = await buildEnabled(app, { steps: [emailStep('one', 'two'), emailStep('two')] })
  const other = await buildEnabled(app, { eventName: 'other', steps: [emailStep('three')] })
  await track(app, 'go', { email: (await buildContact(app)).email })
  await runWorkflows(app.deps)
  await delivery.drain()
  const emailsOf = async (workflowId: string) =>
    (await call(app, ['GET', `/workflows/${workflowId}/statistics`])).json<{ emails: unknown }>().emails
  expect(await emailsOf(id)).toEqual({ held: 1, dropped: 0 })
  test.clock.advance(2 * HOUR_MS)
  await sql`update email_queue set run_at = clock_timestamp()`.execute(app.deps.database.db)
  await delivery.drain()
  expect(await emailsOf(id)).toEqual({ held: 0, dropped: 1 })
  expect(await emailsOf(other.id)).toEqual({ held: 0, dropped: 0 })
})
