// The delivery engine of the service inside the test's own process, with the transport that the test chooses:
//
//   const delivery = useDelivery(test)
//   await delivery.drain(relayTo(sink))      // until nothing is due any more
//   await delivery.start(relayTo(sink))      // until the end of the test
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterEach, expect, onTestFinished } from 'vitest'
import { startLocalEngines } from '../../src/features/delivery/engines.service.ts'
import type { LocalEngines } from '../../src/features/delivery/engines.service.ts'
import { createInboxTransport } from '../../src/features/delivery/transports/inbox-transport.ts'
import type { Deps } from '../../src/platform/deps.ts'
import { createConnectionLimit } from '../../src/platform/email/smtp/connection-limit.ts'
import { createSmtpTransport } from '../../src/platform/email/smtp/smtp-transport.ts'
import type { Transport } from '../../src/platform/email/transport.ts'
import { eventually } from './eventually.ts'
import type { TestApp } from './test-app.ts'

/** `freshMs`: how long the engine relies on the result of a claim. */
type Overrides = Partial<Deps> & { freshMs?: number }

export type TestDelivery = {
  /** Runs until stopped, or until the test ends. Without a transport email goes to the inbox. */
  start(transport?: Transport, overrides?: Overrides): Promise<LocalEngines>
  /** Runs until no email is due, and stops. */
  drain(transport?: Transport): Promise<void>
}

export function useDelivery(test: TestApp): TestDelivery {
  const running = new Set<LocalEngines>()
  afterEach(async () => {
    const engines = [...running]
    // First, so that one that does not stop fails its own test and not every later one.
    running.clear()
    await Promise.all(engines.map((engine) => engine.stop()))
  })
  const start: TestDelivery['start'] = async (transport = inboxOf(test), { freshMs, ...overrides } = {}) => {
    const engine = await startLocalEngines({ ...test.deps, ...overrides }, transport, { freshMs })
    running.add(engine)
    return {
      async stop() {
        running.delete(engine)
        await engine.stop()
      },
    }
  }
  return {
    start,
    async drain(transport) {
      const engine = await start(transport)
      await eventually(async () => expect(await countDue(test)).toBe(0))
      await engine.stop()
    },
  }
}

const inboxOf = ({ deps: { database, clock, objects } }: TestApp) =>
  createInboxTransport({ db: database.db, clock, objects })

/** A relay on this machine: the sink, or any other server. */
export const relayTo = (
  { port }: { port: number },
  { connections }: { connections?: number } = {},
): Transport =>
  createSmtpTransport(
    {
      host: '127.0.0.1',
      port,
      security: 'opportunistic',
      hostname: 'lettermill.test',
      isCertificateChecked: false,
    },
    connections === undefined ? {} : { limit: createConnectionLimit({ most: connections }) },
  )

async function countDue({ deps }: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from email_queue as q join projects as p on p.id = q.project_id
    where p.disabled_at is null and (status = 'SENDING' or run_at <= clock_timestamp())`.execute(
    deps.database.db,
  )
  return rows[0]?.count ?? 0
}

/** How many emails of all projects there are of each status. */
export async function countByStatus({ deps }: TestApp): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from all_emails group by 1`.execute(deps.database.db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Makes the database refuse to write such rows of a table, until the test ends. `when` refers to the row as `new`. */
export async function refuseRows({ deps }: TestApp, table: string, when: RawBuilder<unknown>): Promise<void> {
  const { db } = deps.database
  await sql`
    create function refuse_row() returns trigger language plpgsql as $$
    begin raise exception 'not this one'; end $$`.execute(db)
  onTestFinished(async () => void (await sql`drop function refuse_row cascade`.execute(db)))
  await sql`
    create trigger refuse before insert or update on ${sql.table(table)} for each row when (${when})
    execute function refuse_row()`.execute(db)
}
