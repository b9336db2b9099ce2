import { expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import { createWebhook, flush, LOOPBACK_ALLOWED, track } from '../../../../test/support/webhooks.ts'
import { registerWebhookGauges } from './webhook-metrics.ts'

const receiver = await useReceiver()
const test = useTestApp(LOOPBACK_ALLOWED)

const readMetrics = async (): Promise<string[]> =>
  (await test.deps.metrics.render()).split('\n').filter((line) => line.startsWith('lettermill_webhooks_'))

it('metrics tell what became of deliveries, how many wait, and for how long', async () => {
  registerWebhookGauges(test.deps)
  const app = await inFreshProject(test)
  await createWebhook(app, { url: receiver.newUrl(), events: ['bought'] })
  expect(await readMetrics()).toEqual([
    'lettermill_webhooks_waiting 0',
    'lettermill_webhooks_oldest_seconds 0',
  ])

  await track(app, 'bought')
  await flush(app)
  receiver.answer = () => ({ status: 500 })
  await track(app, 'bought')
  await track(app, 'bought')
  await flush(app)
  test.clock.advance(90_000)
  const [waiting, oldest, ...results] = await readMetrics()
  expect([waiting, ...results.toSorted()]).toEqual([
    'lettermill_webhooks_waiting 2',
    'lettermill_webhooks_total{result="delivered"} 1',
    'lettermill_webhooks_total{result="retry"} 2',
  ])
  const seconds = Number(oldest?.split(' ')[1])
  expect(seconds).toBeGreaterThanOrEqual(90)
  expect(seconds).toBeLessThan(120)

  receiver.answer = () => ({ status: 410 })
  await flush(app)
  expect(await readMetrics()).toEqual(
    expect.arrayContaining(['lettermill_webhooks_waiting 0', 'lettermill_webhooks_oldest_seconds 0']),
  )
})
