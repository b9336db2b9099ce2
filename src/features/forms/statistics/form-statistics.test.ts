import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call, fieldsOf } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { foldCounters } from '../../../platform/db/counters.ts'
import { tidyFormsJob } from '../forms.jobs.ts'
import { buildSignUpForm, fillIn, postJson, readForm } from '../fixtures/form-steps.ts'

const DAY_MS = 86_400_000

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })

type Counts = { submissions: number; contacts: number; confirmed: number }
type Statistics = { timezone: string; total: Counts; days: ({ day: string } & Counts)[] }

const read = async (app: TestApp, id: string, days = '3') =>
  (await call(app, ['GET', `/forms/${id}/statistics`], { query: { days } })).json<Statistics>()

const countsOf = ({ days }: Statistics) =>
  days.map(({ submissions, contacts, confirmed }) => [submissions, contacts, confirmed])

/** A project that can send its confirmations. */
async function inSendingProject(): Promise<TestApp> {
  const app = await inFreshProject(test)
  await call(app, ['PATCH', '/project'], { body: { defaultFrom: 'news@acme.test' } })
  return app
}

/** Confirms whatever waits, as the page of the link does. */
const confirmAll = async ({ project, deps, clock }: TestApp) => {
  await sql`
    update confirmations set ended_at = ${clock.now()}, outcome = 'confirmed'
    where project_id = ${project.projectId} and ended_at is null`.execute(deps.database.db)
}

describe('GET /forms/{id}/statistics', () => {
  it('counts submissions, new contacts and confirmations by day, also after folding', async () => {
    const app = await inSendingProject()
    const { id } = await buildSignUpForm(app, { confirm: true })
    const other = await buildSignUpForm(app, { confirm: true })
    const [first, second] = [newAddress(), newAddress()]
    await postJson(app, { form: id, body: { email: first } })
    app.clock.advance(DAY_MS)
    await foldCounters(app.deps.database.db)
    await fillIn(app, { form: id, values: { email: first } })
    await fillIn(app, { form: id, values: { email: second } })
    await confirmAll(app)
    const statistics = await read(app, id)
    expect(countsOf(statistics)).toEqual([
      [0, 0, 0],
      [1, 1, 0],
      [2, 1, 2],
    ])
    expect(statistics.total).toEqual({ submissions: 3, contacts: 2, confirmed: 2 })
    expect(await readForm(app, id)).toMatchObject({ submissions: 3 })
    expect((await read(app, other.id)).total).toEqual({ submissions: 0, contacts: 0, confirmed: 0 })
  })

  it('has the days of the project', async () => {
    const app = await inSendingProject()
    const timezone = 'Pacific/Kiritimati'
    await call(app, ['PATCH', '/project'], { body: { timezone } })
    const { id } = await buildSignUpForm(app, { confirm: true })
    await postJson(app, { form: id, body: { email: newAddress() } })
    await confirmAll(app)
    const statistics = await read(app, id, '1')
    const today = new Date(app.clock.now().getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
    expect(statistics).toMatchObject({
      timezone,
      days: [{ day: today, submissions: 1, contacts: 1, confirmed: 1 }],
    })
  })

  it('is a file, too', async () => {
    const app = await inSendingProject()
    const { id } = await buildSignUpForm(app, { confirm: true })
    await postJson(app, { form: id, body: { email: newAddress() } })
    const reply = await call(app, ['GET', `/forms/${id}/report`], { query: { days: '2' } })
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="form-${id}.csv"`,
    })
    const [yesterday, today] = (await read(app, id, '2')).days.map(({ day }) => day)
    expect(reply.body.split('\r\n')).toEqual([
      'day,submissions,contacts,confirmed',
      `${yesterday},0,0,0`,
      `${today},1,1,0`,
      '',
    ])
    const refusals = [
      await call(app, ['GET', `/forms/${id}/report`], { key: null }),
      await call(app, ['GET', `/forms/${id}/report`], { key: app.project.publicKey }),
      await call(await inSendingProject(), ['GET', `/forms/${id}/report`]),
    ]
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([401, 403, 404])
  })

  it.each(['0', '401', 'x', '-1', '1.5'])('refuses %s days', async (days) => {
    const { id } = await buildSignUpForm(test)
    for (const path of ['statistics', 'report']) {
      const reply = await call(test, ['GET', `/forms/${id}/${path}`], { query: { days } })
      expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, ['days']])
    }
  })

  it('is a 404 for a form of another project', async () => {
    const { id } = await buildSignUpForm(await inFreshProject(test))
    expect((await call(test, ['GET', `/forms/${id}/statistics`])).statusCode).toBe(404)
  })

  it('keeps days for 400 days and totals for ever, and nothing of deleted forms', async () => {
    const app = await inFreshProject(test)
    const [kept, gone] = [await buildSignUpForm(app), await buildSignUpForm(app)]
    for (const { id } of [kept, gone]) await postJson(app, { form: id, body: { email: newAddress() } })
    const { db } = app.deps.database
    await foldCounters(db)
    await call(app, ['DELETE', `/forms/${gone.id}`])
    app.clock.advance(402 * DAY_MS)
    for (let run = 0; run < 2; run += 1) {
      await runJob(app.deps, tidyFormsJob, { payload: {} })
      const { rows } = await sql<{ label: string }>`
        select label from counters where project_id = ${app.project.projectId} and counter = 'forms' order by label`.execute(
        db,
      )
      expect(rows.map(({ label }) => label)).toEqual([`${kept.id} contacts`, `${kept.id} submissions`])
    }
  })
})
