import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inFreshProject } from '../../../test/support/factories.ts'
import { runJob } from '../../../test/support/jobs.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import {
  clickToken,
  makeTrackedEmail,
  openToken,
  readHits,
  readEmailEvents,
  readTallies,
  visit,
} from './fixtures/tracked-email.ts'
import { judgeAgainJob } from './tracking.jobs.ts'

const test = useTestApp()

it('judges by new rules what old ones have judged, puts the counters right, and finds nothing left to do', async () => {
  const fresh = await inFreshProject(test)
  const emailId = await makeTrackedEmail(fresh)
  await visit(fresh, `/o/${openToken(fresh, emailId)}`, { agent: 'Mozilla/5.0' })
  await visit(fresh, `/c/${clickToken(fresh, emailId)}`, { agent: 'curl/8' })
  await visit(fresh, `/o/${openToken(fresh, emailId)}`)
  const { db } = test.deps.database
  // As if older rules had judged the first two as human, and the third as a machine.
  await sql`
    update email_hits set verdict_version = 0, reasons = '{}',
      verdict = case when user_agent like '%Chrome%' then 'machine' else 'human' end
    where email_id = ${emailId}`.execute(db)
  await sql`
    insert into email_firsts (project_id, email_id, kind, link, verdict, created_at)
    values (${fresh.project.projectId}, ${emailId}, 'click', -1, 'human', now())`.execute(db)
  await sql`
    insert into counter_deltas (project_id, counter, label, delta)
    values (${fresh.project.projectId}, 'mail', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24') || ' human_clicked', 1)`.execute(
    db,
  )
  const events = await readEmailEvents(fresh, emailId)

  for (let times = 0; times < 2; times += 1) {
    await runJob(test.deps, judgeAgainJob, { payload: {} })
    expect(await readHits(fresh, emailId)).toMatchObject([
      { kind: 'open', verdict: 'machine', reasons: ['apple_privacy'] },
      { kind: 'click', verdict: 'machine', reasons: ['library'] },
      { kind: 'open', verdict: 'human', reasons: ['browser'] },
    ])
    expect(await readTallies(fresh)).toEqual({ opened: 1, human_opened: 1, clicked: 1 })
    expect(await readEmailEvents(fresh, emailId)).toEqual(events)
  }
  const { rows } = await sql`select from email_hits where verdict_version = 0`.execute(db)
  expect(rows).toEqual([])
})
