// The SQL of conditions on the subscription and the pause of a contact, and the evaluator, agree.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, it } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import { SUBSCRIPTION_STATES } from '../language/subscription-states.values.ts'
import { evaluateFilter } from './evaluate-filter.ts'
import type { ContactFacts } from './evaluate-filter.ts'
import { treeOf } from '../../../../test/support/random-filters.ts'
import { expectAgreement } from './fixtures/agreement.ts'

const test = useTestApp()

const TREES = 200
const NOW = new Date('2026-06-15T12:00:00.000Z')
const DAY = 86_400_000
const PAUSES = [null, -40, -1, 0, 1, 30, 90]

type TestContact = ContactFacts & { id: string }
let contacts: TestContact[]

/** Every state with every pause. */
beforeAll(async () => {
  contacts = SUBSCRIPTION_STATES.flatMap((subscriptionState) =>
    PAUSES.map((days) => ({
      id: newId(NOW),
      email: `${subscriptionState}-${days}@example.com`.toLowerCase(),
      subscribed: subscriptionState === 'SUBSCRIBED',
      subscriptionState,
      pausedUntil: days === null ? null : new Date(NOW.getTime() + days * DAY),
      data: {},
      createdAt: NOW,
      updatedAt: NOW,
    })),
  )
  const rows = contacts.map(({ subscriptionState = 'LEFT', ...one }) => ({
    ...one,
    before: ['NEVER_ASKED', 'PENDING'].includes(subscriptionState) ? subscriptionState : null,
  }))
  await sql`
    insert into contacts (project_id, id, email, subscribed, before_subscribing, paused_until, created_at, updated_at)
    select ${test.project.projectId}, id, email, subscribed, before, "pausedUntil", ${NOW}, ${NOW}
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id uuid, email text, subscribed boolean, before text, "pausedUntil" timestamptz)`.execute(
    test.deps.database.db,
  )
})

const days = fc.constantFrom(1, 30, 400).map((amount) => ({ amount, unit: 'days' }))
const date = fc.constantFrom('2026-06-15T12:00:00Z', '2026-07-15', '2026-06-14T12:00:00Z')
const field = fc.constant('pausedUntil')
const leaf = fc.oneof(
  fc.record({
    field: fc.constant('subscriptionState'),
    operator: fc.constantFrom('equals', 'notEquals'),
    value: fc.constantFrom(...SUBSCRIPTION_STATES),
  }),
  fc.record({ field, operator: fc.constantFrom('exists', 'notExists') }),
  fc.record({ field, operator: fc.constantFrom('within', 'olderThan', 'withinNext'), value: days }),
  fc.record({
    field,
    operator: fc.constantFrom('equals', 'notEquals', 'greaterThan', 'lessThan'),
    value: date,
  }),
  fc.record({ field: fc.constant('subscribed'), operator: fc.constant('equals'), value: fc.boolean() }),
)

it('finds the same contacts in SQL and in the evaluator', async () => {
  await expectAgreement(test, {
    trees: treeOf(fc.oneof(leaf, treeOf(leaf))),
    count: TREES,
    contacts,
    matches: (tree, contact) => evaluateFilter(tree, { contact, now: NOW }),
    now: NOW,
  })
})
