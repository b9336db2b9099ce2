// A tracked segment of anniversaries changes at midnight, without any write.
import { expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { call } from '../../../../test/support/requests.ts'
import { all, buildSegment, trackMembers } from '../../../../test/support/segments.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { ensureMonthsOf } from '../../../platform/db/months.ts'

const test = useTestApp()
const DAY = 86_400_000

it('contacts enter and leave a segment of birthdays in the next days', async () => {
  const app = await inFreshProject(test)
  app.clock.stop()
  const value = { amount: 3, unit: 'days' }
  const filters = all({ field: 'data.birthday', operator: 'anniversaryWithinNext', value })
  const segment = await buildSegment(app, { filters, trackMembership: true })
  const dayIn = (days: number) => new Date(app.clock.now().getTime() + days * DAY).toISOString().slice(4, 10)
  // 1992 is a leap year, so that every day has a birthday.
  for (const days of [0, 5, 30]) await buildContact(app, { data: { birthday: `1992${dayIn(days)}` } })
  await buildContact(app, { data: { birthday: 'unknown' } })
  const members = async () =>
    (await call(app, ['GET', `/segments/${segment.id}/contacts`])).json<{ contacts: unknown[] }>().contacts
      .length
  const tracked = async () =>
    (await call(app, ['GET', `/segments/${segment.id}`])).json<{ memberCount: number }>().memberCount
  const counts: number[] = []
  for (let day = 0; day <= 31; day += 1) {
    await ensureMonthsOf(app.deps.database.pool, { table: 'events', months: [app.clock.now()] })
    await trackMembers(app.deps)
    expect(await tracked()).toBe(await members())
    counts.push(await tracked())
    app.clock.advance(DAY)
  }
  expect(counts.slice(0, 7)).toEqual([1, 0, 1, 1, 1, 1, 0])
  expect(counts.slice(26)).toEqual([0, 1, 1, 1, 1, 0])
})
