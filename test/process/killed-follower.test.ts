// Workers that follow a segment are ended in the middle of 10,000 contacts that enter it, and others go on.
import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase({ isEmpty: true })

const CONTACTS = 10_000

const PRO = { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }

type Moves = { events: number; contacts: number; members: number }

async function readMoves(name: string): Promise<Moves> {
  const [moves] = await database.query<Moves>(
    `select count(*)::int as events, count(distinct contact_id)::int as contacts,
       (select count(*)::int from segment_members) as members
     from events where name = '${name}'`,
  )
  return moves ?? { events: 0, contacts: 0, members: 0 }
}

it('a segment that 10,000 contacts enter records each of them once, whoever is killed', async () => {
  const api = await nodes.start(database.settings, 'api')
  await database.query(
    `insert into contacts (project_id, id, email, subscribed, created_at, updated_at)
     select p.id, gen_random_uuid(), 'person' || n || '@example.com', true, now(), now()
     from projects as p, generate_series(1, ${CONTACTS}) as n`,
  )
  const created = await ask(api, 'POST /segments', {
    body: { name: 'Pro', filters: PRO, trackMembership: true },
  })
  expect(created.status).toBe(201)
  const { id } = created.json<{ id: string }>()

  const killed = await nodes.start(database.settings, 'worker')
  await database.query(`update contacts set data = '{"plan": "pro"}', updated_at = now()`)
  await eventually(async () => expect((await readMoves('segment.entered')).events).toBeGreaterThan(0), 5)
  await killed.kill()
  const before = await readMoves('segment.entered')
  expect(before.events).toBeLessThan(CONTACTS)
  // Nothing of it is half done.
  expect(before).toEqual({ events: before.events, contacts: before.events, members: before.events })

  await Promise.all([nodes.start(database.settings, 'worker'), nodes.start(database.settings, 'worker')])
  const entered = { events: CONTACTS, contacts: CONTACTS, members: CONTACTS }
  await eventually(async () => expect(await readMoves('segment.entered')).toEqual(entered))
  expect((await ask(api, `GET /segments/${id}`)).json()).toMatchObject({ memberCount: CONTACTS })

  await database.query(`update contacts set data = '{}', updated_at = now() where email < 'person5'`)
  const [leaving] = await database.query<{ count: number }>(
    `select count(*)::int as count from contacts where data = '{}'`,
  )
  const count = leaving?.count ?? 0
  await eventually(async () => {
    expect(await readMoves('segment.left')).toEqual({
      events: count,
      contacts: count,
      members: CONTACTS - count,
    })
  })
  expect(await readMoves('segment.entered')).toMatchObject({ events: CONTACTS })
})
