// Nodes that share a database are killed in the moment in which a scheduled campaign starts, while its recipients are being
// written down: it is started once, and every recipient gets one email.
import { describe, expect, it, vi } from 'vitest'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import type { ReadyNode } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

const RECIPIENTS = 300

// Both nodes are up by then, and the test is not held up for long.
const SOON_MS = 6_000

// Two nodes start, and their first look for work comes, on a machine that is busy with other tests.
const STARTED_MS = 60_000

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

/**
 * While it is closed, whoever has written recipients down waits before the end of the statement: the moment lasts until the test
 * has met it, however slow the machine is.
 */
const closeGate = () =>
  database.query(`
    create table if not exists freezing_gate (is_closed boolean);
    delete from freezing_gate;
    insert into freezing_gate values (true);
    create or replace function wait_at_gate() returns trigger language plpgsql as $$ begin
      while exists (select from freezing_gate where is_closed) loop perform pg_sleep(0.1); end loop;
      return null;
    end $$;
    create or replace trigger wait_at_gate after insert on campaign_recipients execute function wait_at_gate()`)

const openGate = () => database.query('update freezing_gate set is_closed = false')

/** How many transactions are writing recipients down at this moment. */
const countFreezing = async (): Promise<number> => {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where state = 'active' and query like '%insert into campaign_recipients%' and pid <> pg_backend_pid()`,
  )
  return row?.count ?? 0
}

describe('a scheduled campaign', () => {
  it('is started once, although the nodes are killed while they start it', { timeout: 300_000 }, async () => {
    const api = await nodes.start(database.settings, 'api')
    await closeGate()
    const id = await schedule(api)
    const workers = await Promise.all([
      nodes.start(database.settings, 'worker'),
      nodes.start(database.settings, 'worker'),
    ])
    await vi.waitFor(async () => expect(await countFreezing()).toBe(1), {
      timeout: STARTED_MS,
      interval: 100,
    })
    await Promise.all(workers.map((worker) => worker.kill()))
    await openGate()
    // Whatever was under way belongs to nobody any more.
    await vi.waitFor(async () => expect(await countFreezing()).toBe(0), {
      timeout: STARTED_MS,
      interval: 100,
    })
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
    const states = await database.query(
      `select status, count(*)::int as count from all_emails where campaign_id = '${id}' group by 1`,
    )
    expect(states).toEqual([{ status: 'DELIVERED', count: RECIPIENTS }])
    const kept = await database.query(
      `select count(*)::int as count from inbox_messages where email_id in (select id from emails where campaign_id = '${id}')`,
    )
    expect(kept).toEqual([{ count: RECIPIENTS }])
    expect(await database.query(`select from campaign_recipients where campaign_id = '${id}'`)).toEqual([])
  })
})
