// A worker ends its turn while a new event arrives for the endpoint.
import { expect, it, onTestFinished } from 'vitest'
import pg from 'pg'
import { untilBlocked } from '../../../../test/support/database/blocked.ts'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import {
  createWebhook,
  deliverAll,
  flush,
  handleAnnouncements,
  listDeliveries,
  LOOPBACK_ALLOWED,
  track,
} from '../../../../test/support/webhooks.ts'

const receiver = await useReceiver()
const test = useTestApp(LOOPBACK_ALLOWED)

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: test.url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

it('an event that arrives while a worker ends its turn is not forgotten', async () => {
  const app = await inFreshProject(test)
  const webhook = await createWebhook(app, { url: receiver.newUrl(), events: ['bought'] })
  await track(app, 'bought')
  await handleAnnouncements(app)
  const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  receiver.answer = async () => {
    arrived.resolve()
    await answered.promise
    return { status: 200 }
  }
  const turn = deliverAll(app)
  await arrived.promise
  // Both wait for the row of the turn: first the worker, which sees one delivery and has sent it, then the new event.
  const holder = await connect()
  await holder.query('begin')
  await holder.query('select from webhook_turns where id = $1 for update', [webhook.id])
  answered.resolve()
  await untilBlocked(test.deps.database.db)
  await track(app, 'bought')
  const handled = handleAnnouncements(app)
  await untilBlocked(test.deps.database.db, 2)
  await holder.query('commit')
  await Promise.all([turn, handled])

  await flush(app)
  expect((await listDeliveries(app, webhook.id)).map(({ status }) => status)).toEqual([
    'DELIVERED',
    'DELIVERED',
  ])
  expect(receiver.at(webhook.url)).toHaveLength(2)
})
