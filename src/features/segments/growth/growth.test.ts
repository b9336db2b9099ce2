import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { runJob } from '../../../../test/support/jobs.ts'
import { call } from '../../../../test/support/requests.ts'
import { all, buildSegment, PRO } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { measureSegmentsJob } from '../segments.jobs.ts'

const test = useTestApp()

const DAY_MS = 86_400_000

const measure = (app: TestApp) => runJob(app.deps, measureSegmentsJob, { payload: {} })

const growthOf = async (app: TestApp, id: string, days = '90') =>
  (await call(app, ['GET', `/segments/${id}/growth`], { query: { days } })).json<{ days: unknown }>().days

describe('the growth of a segment', () => {
  it('has the last number of each day, however often it is recorded', async () => {
    const app = await inFreshProject(test)
    const { clock } = app.deps
    const { email } = await buildContact(app)
    const { id } = await buildSegment(app, { type: 'STATIC', emails: [email] })
    const first = clock.now().toISOString().slice(0, 10)
    expect(await growthOf(app, id)).toEqual([])
    await measure(app)
    await call(app, ['POST', `/segments/${id}/members`], { body: { emails: ['ben@example.com'] } })
    await measure(app)
    await measure(app)
    expect(await growthOf(app, id)).toEqual([{ day: first, members: 2 }])
    app.clock.advance(DAY_MS)
    await call(app, ['DELETE', `/segments/${id}/members`], { body: { emails: [email] } })
    await measure(app)
    const second = clock.now().toISOString().slice(0, 10)
    expect(await growthOf(app, id)).toEqual([
      { day: first, members: 2 },
      { day: second, members: 1 },
    ])
    expect(await growthOf(app, id, '1')).toEqual([{ day: second, members: 1 }])
  })

  it('is a file, too', async () => {
    const app = await inFreshProject(test)
    const { email } = await buildContact(app)
    const { id } = await buildSegment(app, { type: 'STATIC', emails: [email] })
    await measure(app)
    const reply = await call(app, ['GET', `/segments/${id}/report`])
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="segment-${id}.csv"`,
    })
    expect(reply.body).toBe(`day,members\r\n${app.clock.now().toISOString().slice(0, 10)},1\r\n`)
  })

  it('has a dynamic segment only on days on which it was counted', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { data: { plan: 'pro' } })
    const { id } = await buildSegment(app, { filters: all(PRO) })
    await measure(app)
    app.clock.advance(DAY_MS)
    await measure(app)
    expect(await growthOf(app, id)).toMatchObject([{ members: 1 }])
  })

  it('is deleted with the segment, and not visible to other projects', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildSegment(app, { type: 'STATIC', emails: ['ada@example.com'] })
    await measure(app)
    const foreign = await inFreshProject(test)
    expect((await call(foreign, ['GET', `/segments/${id}/growth`])).statusCode).toBe(404)
    expect((await call(foreign, ['GET', `/segments/${id}/report`])).statusCode).toBe(404)
    expect((await call(app, ['GET', `/segments/${id}/report`], { key: null })).statusCode).toBe(401)
    const { publicKey: key } = app.project
    expect((await call(app, ['GET', `/segments/${id}/report`], { key })).statusCode).toBe(403)
    await call(app, ['DELETE', `/segments/${id}`])
    expect((await call(app, ['GET', `/segments/${id}/growth`])).statusCode).toBe(404)
  })

  it.each(['0', '401', 'x'])('refuses %s days', async (days) => {
    const app = await inFreshProject(test)
    const { id } = await buildSegment(app, { type: 'STATIC' })
    for (const path of ['growth', 'report']) {
      expect((await call(app, ['GET', `/segments/${id}/${path}`], { query: { days } })).statusCode).toBe(422)
    }
  })
})
