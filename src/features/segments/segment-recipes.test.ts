// The recipes of docs/segments.md find the right contacts, and no others.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildContact, makeEmail } from '../../../test/support/factories.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { ensureMonthsOf } from '../../platform/db/months.ts'
import { newIdOf } from '../../platform/ids.ts'

const test = useTestApp()
const DAY = 86_400_000
const HUMAN = { verdict: 'human' }

type PastEvent = [event: string, daysAgo: number, data?: object]
type Person = {
  email?: string
  data?: Record<string, unknown>
  joinedDaysAgo?: number
  subscribed?: boolean
  events?: PastEvent[]
  sentDaysAgo?: number
}

const paid = (daysAgo: number, amount = 10): PastEvent => ['order.paid', daysAgo, { amount }]
const named = { firstName: 'X' }
const inDays = (days: number) => new Date(test.clock.now().getTime() + days * DAY).toISOString()

/** A match for each recipe, next to a near miss. */
const people = (): Record<string, Person> => ({
  active: { data: named, events: [['login', 13]] },
  inactive: { data: named, events: [['login', 15]] },
  lapsed: { data: named, events: [paid(95)] },
  returned: { data: named, events: [paid(95), paid(60)] },
  regular: { data: named, events: [paid(40), paid(41), paid(42), paid(43), paid(44)] },
  rich: { data: { ...named, lifetimeValue: 1000 } },
  poor: { data: { ...named, lifetimeValue: '1000' } },
  unread: { data: named, sentDaysAgo: 5, events: [['email.opened', 4, { verdict: 'machine' }]] },
  reader: { data: named, sentDaysAgo: 5, events: [['email.opened', 4, HUMAN]] },
  clicker: { data: named, events: [['email.clicked', 29, HUMAN]] },
  gone: { data: named, subscribed: false, events: [['email.clicked', 29, HUMAN]] },
  trial: { data: { ...named, plan: 'trial', trialEndsAt: inDays(2) } },
  fresh: { data: { ...named, plan: 'trial', trialEndsAt: inDays(4) } },
  joined: { data: named, joinedDaysAgo: 6 },
  cart: { data: named, events: [['cart.filled', 0.5]] },
  buyer: { data: named, events: [['cart.filled', 0.5], paid(0.4)] },
  spender: { data: named, events: [paid(29, 101)] },
  saver: { data: named, events: [paid(29, 100)] },
  company: { email: 'info@company.test' },
  private: { email: 'someone@gmail.com' },
})

const EXPECTED: Record<string, string[]> = {
  Active: ['active'],
  Lapsed: ['lapsed'],
  VIP: ['regular', 'rich'],
  'Never opened': ['unread'],
  Engaged: ['clicker'],
  'Trial ending': ['trial'],
  'New subscribers': ['joined'],
  'Abandoned cart': ['cart'],
  'Big spenders lately': ['spender'],
  'Companies without a name': ['company'],
}

const text = readFileSync(path.join(import.meta.dirname, '../../../docs/segments.md'), 'utf8')
const section = text.split('## Recipes\n')[1]?.split('\n## ')[0] ?? ''
const recipes = section
  .split('\n### ')
  .slice(1)
  .map((part) => ({
    title: part.slice(0, part.indexOf('\n')),
    filters: JSON.parse(part.split('```json\n')[1]?.split('```')[0] ?? 'null') as unknown,
  }))

const names = new Map<string, string>()

async function buildPerson(name: string, person: Person): Promise<void> {
  const { deps, project } = test
  const now = deps.clock.now().getTime()
  const contact = await buildContact(test, {
    email: person.email ?? `${name}@person.test`,
    data: person.data ?? {},
    subscribed: person.subscribed ?? true,
  })
  names.set(contact.id, name)
  const joinedAt = new Date(now - (person.joinedDaysAgo ?? 200) * DAY)
  await sql`update contacts set created_at = ${joinedAt} where id = ${contact.id}`.execute(deps.database.db)
  for (const [event, daysAgo, data = {}] of person.events ?? []) {
    const at = new Date(now - daysAgo * DAY)
    await sql`
      insert into events (project_id, id, name, contact_id, data, created_at)
      values (${project.projectId}, ${newIdOf(at)}, ${event}, ${contact.id}, ${JSON.stringify(data)}, ${at})`.execute(
      deps.database.db,
    )
  }
  if (person.sentDaysAgo !== undefined) {
    const sentAt = new Date(now - person.sentDaysAgo * DAY)
    await makeEmail(test, { contactId: contact.id, stored: { status: 'SENT', sent_at: sentAt } })
  }
}

beforeAll(async () => {
  const { deps } = test
  const months = [0, 30, 60, 90, 120].map((days) => new Date(deps.clock.now().getTime() - days * DAY))
  await ensureMonthsOf(deps.database.pool, { table: 'events', months })
  for (const [name, person] of Object.entries(people())) await buildPerson(name, person)
})

describe('the recipes of docs/segments.md', () => {
  it('are ten, and each is tested below', () => {
    expect(recipes.map(({ title }) => title)).toEqual(Object.keys(EXPECTED))
  })

  it.each(recipes)('$title finds the right people', async ({ title, filters }) => {
    const reply = await call(test, ['POST', '/segments/preview'], { body: { filters } })
    expect(reply.statusCode).toBe(200)
    const { count, sample } = reply.json<{ count: number; sample: { id: string }[] }>()
    const found = sample.map(({ id }) => names.get(id) ?? id).toSorted()
    expect([found, count]).toEqual([EXPECTED[title]?.toSorted(), found.length])
  })
})
