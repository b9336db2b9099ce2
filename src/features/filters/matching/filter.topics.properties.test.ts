// The SQL of conditions on topics and the evaluator agree, for every choice of a contact and both kinds of topics.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, it } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import { evaluateFilter } from './evaluate-filter.ts'
import type { ContactFacts } from './evaluate-filter.ts'
import { treeOf } from '../../../../test/support/random-filters.ts'
import { expectAgreement } from './fixtures/agreement.ts'

const test = useTestApp()

const TREES = 200
const NOW = new Date('2026-06-15T12:00:00.000Z')

const TOPICS = [
  { key: 'news', optIn: 'implied' },
  { key: 'offers', optIn: 'explicit' },
  { key: 'to-string', optIn: 'implied' },
] as const
const KEYS = TOPICS.map(({ key }) => key)
const CHOICES = [undefined, true, false]

type TestContact = ContactFacts & { id: string }
let contacts: TestContact[]

/** Every combination of choices, subscribed or not. */
beforeAll(async () => {
  const implied = TOPICS.filter(({ optIn }) => optIn === 'implied').map(({ key }) => key)
  contacts = [true, false].flatMap((subscribed) =>
    CHOICES.flatMap((news) =>
      CHOICES.flatMap((offers) =>
        CHOICES.map((other, index) => {
          const given = { news, offers, 'to-string': other }
          const choices = JSON.parse(JSON.stringify(given)) as Record<string, boolean>
          const email = `${String(subscribed)}-${String(news)}-${String(offers)}-${index}@example.com`
          const at = { createdAt: NOW, updatedAt: NOW }
          return { id: newId(NOW), email, subscribed, topics: { choices, implied }, data: {}, ...at }
        }),
      ),
    ),
  )
  const rows = contacts.map((one) => ({ ...one, choices: one.topics?.choices }))
  await sql`
    insert into contacts (project_id, id, email, subscribed, topic_choices, created_at, updated_at)
    select ${test.project.projectId}, id, email, subscribed, choices, ${NOW}, ${NOW}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, email text, subscribed boolean, choices jsonb)`.execute(
    test.deps.database.db,
  )
})

const leaf = fc.oneof(
  fc.record({
    field: fc.constantFrom(...KEYS.map((key) => `topics.${key}`)),
    operator: fc.constantFrom('equals', 'notEquals'),
    value: fc.boolean(),
  }),
  fc.record({
    field: fc.constantFrom(...KEYS.map((key) => `topics.${key}`)),
    operator: fc.constantFrom('exists', 'notExists'),
  }),
  fc.record({
    field: fc.constant('subscribed'),
    operator: fc.constant('equals'),
    value: fc.boolean(),
  }),
)

it('finds the same contacts in SQL and in the evaluator', async () => {
  await expectAgreement(test, {
    trees: treeOf(fc.oneof(leaf, treeOf(leaf))),
    count: TREES,
    contacts,
    topics: new Map(TOPICS.map((topic) => [topic.key, topic])),
    matches: (tree, contact) => evaluateFilter(tree, { contact, now: NOW }),
    now: NOW,
  })
})
