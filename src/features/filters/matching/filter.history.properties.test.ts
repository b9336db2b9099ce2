// The SQL of conditions on events and emails, and the evaluator, agree: for random contacts with random histories.
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, it } from 'vitest'
import { buildContacts, makeEmail } from '../../../../test/support/factories.ts'
import { propertyRuns } from '../../../../test/support/properties.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { newIdOf } from '../../../platform/ids.ts'
import type { TemplateId } from '../../../platform/ids.ts'
import { evaluateFilter } from './evaluate-filter.ts'
import type { HistoryFacts } from './evaluate-filter.ts'
import { treeOf } from '../../../../test/support/random-filters.ts'
import { expectAgreement } from './fixtures/agreement.ts'

const test = useTestApp()

const CONTACTS = 120
const TREES = 250

const HOUR = 3_600_000
const NAMES = ['signup', 'order.paid', `it's "odd"`, 'email.opened', 'email.clicked', 'email.bounced']

// Tracked events may be thirty days old, so there are tables for that long; some are later than the time of the filter.
const HOURS_AGO = [-1, 0, 1, 23, 24, 25, 24 * 7, 24 * 20]

const TEMPLATES = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002']
const WORKFLOWS = ['01890000-0000-7000-8000-000000000003', '01890000-0000-7000-8000-000000000004']

const event = fc.record({
  name: fc.constantFrom(...NAMES),
  hoursAgo: fc.constantFrom(...HOURS_AGO),
  data: fc.record(
    {
      amount: fc.constantFrom(1, 50, 50.5, '50', null),
      plan: fc.constantFrom('pro', 'Pro plan', 'free'),
      verdict: fc.constantFrom('human', 'human', 'machine', 'unknown'),
      url: fc.constantFrom('https://shop.test/Sale?a=1', 'https://shop.test/', 7),
      templateId: fc.constantFrom(...TEMPLATES),
      workflowId: fc.constantFrom(...WORKFLOWS),
    },
    { requiredKeys: [] },
  ),
})
const email = fc.record({
  hoursAgo: fc.constantFrom(...HOURS_AGO),
  status: fc.constantFrom('SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED', 'FAILED'),
  source: fc.constantFrom('TRANSACTIONAL', 'CAMPAIGN', 'TEST', 'WORKFLOW', 'WORKFLOW'),
  templateId: fc.constantFrom(null, ...TEMPLATES),
  workflowId: fc.constantFrom(...WORKFLOWS),
})
const history = fc.record({
  events: fc.array(event, { maxLength: 5 }),
  emails: fc.array(email, { maxLength: 3 }),
})

const within = fc.constantFrom(
  { amount: 24, unit: 'hours' },
  { amount: 10, unit: 'days' },
  { amount: 36_500, unit: 'days' },
)
const times = fc.integer({ min: 0, max: 3 })
const count = fc.oneof(
  fc.record({ atLeast: times }),
  fc.record({ atMost: fc.integer({ min: 1, max: 3 }) }),
  fc.tuple(times, times).map((both) => ({ atLeast: Math.min(...both), atMost: Math.max(...both) })),
)
const where = fc.array(
  fc.constantFrom(
    { field: 'data.amount', operator: 'greaterThan', value: 49 },
    { field: 'data.amount', operator: 'notEquals', value: 50 },
    { field: 'data.plan', operator: 'contains', value: 'PRO' },
    { field: 'data.plan', operator: 'notExists' },
  ),
  { minLength: 1, maxLength: 2 },
)
const operator = fc.constantFrom('triggered', 'notTriggered')
const leaf = fc.oneof(
  fc.record(
    { field: fc.constantFrom(...NAMES).map((name) => `event.${name}`), operator, within, count, where },
    { requiredKeys: ['field', 'operator'] },
  ),
  fc.record(
    {
      field: fc
        .constantFrom('sent', 'delivered', 'opened', 'clicked', 'bounced')
        .map((one) => `emailActivity.${one}`),
      operator,
      within,
      count,
    },
    { requiredKeys: ['field', 'operator'] },
  ),
  fc.record(
    {
      field: fc
        .constantFrom('sent', 'delivered', 'opened', 'clicked', 'bounced')
        .map((one) => `emailActivity.${one}`),
      operator,
      count,
      templateId: fc.constantFrom(...TEMPLATES),
      workflowId: fc.constantFrom(...WORKFLOWS),
    },
    { requiredKeys: ['field', 'operator'] },
  ),
  fc.record(
    {
      field: fc.constant('emailActivity.clicked'),
      operator,
      count,
      link: fc.constantFrom(
        { equals: 'https://shop.test/' },
        { equals: 'https://shop.test/sale?a=1' },
        { contains: '/sale' },
      ),
    },
    { requiredKeys: ['field', 'operator', 'link'] },
  ),
  fc.constant({ field: 'subscribed', operator: 'equals', value: true }),
)
const tree = fc.oneof(treeOf(leaf), treeOf(fc.oneof(leaf, treeOf(leaf))))

type ContactWithHistory = { id: string; email: string; history: HistoryFacts }
const contacts: ContactWithHistory[] = []
let now: Date

beforeAll(async () => {
  const { deps, project } = test
  now = deps.clock.now()
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const built = await buildContacts(test, CONTACTS)
  const histories = fc.sample(history, { ...propertyRuns(CONTACTS) })
  for (const [index, contact] of built.entries()) {
    const { events = [], emails = [] } = histories[index] ?? {}
    for (const { name, hoursAgo, data } of events) {
      const at = ago(hoursAgo)
      await sql`
        insert into events (project_id, id, name, contact_id, data, created_at)
        values (${project.projectId}, ${newIdOf(at)}, ${name}, ${contact.id}, ${JSON.stringify(data)}, ${at})`.execute(
        deps.database.db,
      )
    }
    for (const { hoursAgo, status, source, templateId, workflowId } of emails) {
      const sentAt = status === 'FAILED' ? null : ago(hoursAgo)
      const origin = {
        template_id: templateId as TemplateId | null,
        recipients: source === 'WORKFLOW' ? JSON.stringify({ workflowId }) : null,
      }
      await makeEmail(test, { contactId: contact.id, stored: { status, source, sent_at: sentAt, ...origin } })
    }
    contacts.push({
      ...contact,
      history: {
        events: events.map(({ name, hoursAgo, data }) => ({ name, data, createdAt: ago(hoursAgo) })),
        emails: emails
          .filter(({ status, source }) => status !== 'FAILED' && source !== 'TEST')
          .map(({ hoursAgo, status, source, templateId, workflowId }) => ({
            sentAt: ago(hoursAgo),
            isDelivered: status === 'DELIVERED' || status === 'COMPLAINED',
            templateId,
            workflowId: source === 'WORKFLOW' ? workflowId : null,
          })),
      },
    })
  }
})

it('finds the same contacts by SQL and by the evaluator', async () => {
  await expectAgreement(test, {
    trees: tree,
    count: TREES,
    contacts,
    matches: (input, { email: address, history: facts }) => {
      const contact = { email: address, subscribed: true, data: {}, createdAt: now, updatedAt: now }
      return evaluateFilter(input, { contact, history: facts, now })
    },
    now,
  })
})
