// Nodes that share a database are killed in the moment in which a scheduled campaign starts, while its recipients are being
// written down: it is started once, and every recipient gets one email.
import { describe, expect, it, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import type { ReadyNode } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

const RECIPIENTS = 300

// Both nodes are up by then, and the test is not held up for long.
const SOON_MS = 6_000

// A dead node's job is taken over after half a minute, or found by the look of every minute.
const TAKEN_OVER_MS = 110_000

async function schedule(node: ReadyNode): Promise<string> {
  const emails = Array.from({ length: RECIPIENTS }, (_, n) => `reader${n}@readers.test`)
  const segment = await ask(node, 'POST /segments', { body: { name: 'Readers', type: 'STATIC', emails } })
  expect(segment.status).toBe(201)
  const body = {
    name: 'Several nodes',
    subject: 'News',
    body: '<p>Hello</p>',
    from: 'news@shop.test',
    audienceType: 'ALL',
  }
  const made = await ask(node, 'POST /campaigns', { body })
  expect(made.status).toBe(201)
  const { id } = made.json<{ data: { id: string } }>().data
  const scheduledFor = new Date(Date.now() + SOON_MS).toISOString()
  expect((await ask(node, `POST /campaigns/${id}/send`, { body: { scheduledFor } })).status).toBe(200)
  return id
}

/** How many transactions are writing recipients down at this moment. */
const countFreezing = async (): Promise<number> => {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where state = 'active' and query like '%insert into campaign_recipients%' and pid <> pg_backend_pid()`,
  )
  return row?.count ?? 0
}

describe('a scheduled campaign', () => {
  it('is started once, although the nodes are killed while they start it', { timeout: 180_000 }, async () => {
    const api = await nodes.start(database.settings, 'api')
    // So that the moment lasts long enough to be met.
    await database.query(`
      create function slow_down() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return null; end $$;
      create trigger slow_down after insert on campaign_recipients execute function slow_down()`)
    const id = await schedule(api)
    const workers = await Promise.all([
      nodes.start(database.settings, 'worker'),
      nodes.start(database.settings, 'worker'),
    ])
    await eventually(async () => expect(await countFreezing()).toBe(1))
    await Promise.all(workers.map((worker) => worker.kill()))
    const [half] = await database.query<{ frozen_at: Date | null }>(
      `select frozen_at from campaigns where id = '${id}'`,
    )
    expect(half?.frozen_at).toBeNull()
    await nodes.start(database.settings, 'worker')
    await vi.waitFor(
      async () => {
        const campaign = await ask(api, `GET /campaigns/${id}`)
        expect(campaign.json<{ data: object }>().data).toMatchObject({
          status: 'SENT',
          recipientCount: RECIPIENTS,
        })
      },
      { timeout: TAKEN_OVER_MS, interval: 200 },
    )
    const states = await database.query('select status, count(*)::int as count from all_emails group by 1')
    expect(states).toEqual([{ status: 'DELIVERED', count: RECIPIENTS }])
    const kept = await database.query('select count(*)::int as count from inbox_messages')
    expect(kept).toEqual([{ count: RECIPIENTS }])
    expect(await database.query('select from campaign_recipients')).toEqual([])
  })
})
