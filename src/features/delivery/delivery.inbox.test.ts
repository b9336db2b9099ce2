import { describe, expect, it } from 'vitest'
import { useDelivery } from '../../../test/support/delivery.ts'
import { inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'

// At this rate the emails below would take a minute.
const test = useTestApp({ SEND_RATE_PER_SECOND: '1' })
const delivery = useDelivery(test)

describe('the built-in inbox', () => {
  it('gets email at once, whatever the send rate is', async () => {
    const app = await inFreshProject(test)
    for (let n = 0; n < 60; n += 1) await makeEmail(app)
    await delivery.drain()
    const { total } = (await call(app, ['GET', '/emails'], { query: { status: 'DELIVERED' } })).json<{
      total: number
    }>()
    expect(total).toBe(60)
  })
})
