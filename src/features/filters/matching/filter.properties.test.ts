// The SQL of a filter and the evaluator agree: for random contacts, with values of every JSON type in unusual forms, and random
// trees. One statement per tree queries all contacts at once, so thousands of pairs take seconds.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, it } from 'vitest'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { NOW, randomContact, randomFilter } from '../../../../test/support/random-filters.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import { evaluateFilter } from './evaluate-filter.ts'
import type { ContactFacts } from './evaluate-filter.ts'
import { parseExactly } from '../../../platform/conditions/exact-numbers.ts'
import { expectAgreement } from './fixtures/agreement.ts'

const test = useTestApp()

const CONTACTS = 400
const TREES = 300

type StoredContact = ContactFacts & { id: string }
const contacts: StoredContact[] = []

beforeAll(async () => {
  const { deps, project } = test
  const samples = fc.sample(randomContact, { ...propertyRuns(CONTACTS) })
  const ids = samples.map(() => newId(NOW))
  const addresses = samples.map(({ local, domain }, index) => `${local}+${index}@${domain}`)
  await sql`
    insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
    select ${project.projectId}, id, email, subscribed, data, created_at, updated_at
    from unnest(${ids}::uuid[], ${addresses}::text[], ${samples.map((one) => one.subscribed)}::boolean[],
      ${samples.map((one) => one.data)}::jsonb[], ${samples.map((one) => one.createdAt)}::timestamptz[],
      ${samples.map((one) => one.updatedAt)}::timestamptz[]) as given (id, email, subscribed, data, created_at, updated_at)`.execute(
    deps.database.db,
  )
  const { rows } = await sql<Omit<StoredContact, 'data'> & { data: string }>`
    select id, email, subscribed, data::text as data, created_at as "createdAt", updated_at as "updatedAt"
    from contacts where project_id = ${project.projectId}`.execute(deps.database.db)
  contacts.push(...rows.map((row) => ({ ...row, data: parseExactly(row.data) })))
})

it('finds the same contacts by SQL and by the evaluator', async () => {
  await expectAgreement(test, {
    trees: randomFilter,
    count: TREES,
    contacts,
    matches: (input, contact) => evaluateFilter(input, { contact, now: NOW }),
    now: NOW,
  })
})
