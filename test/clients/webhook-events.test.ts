// Every event happens once for real, and what the webhook gets is what the API description says, no field more or less.
import { sql } from 'kysely'
import type { OpenAPIV3_1 } from 'openapi-types'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeApi } from '../conventions/api-routes.ts'
import { createProblemFinder } from '../conventions/api-validator.ts'
import { useDelivery } from '../support/delivery.ts'
import { inFreshProject } from '../support/factories.ts'
import { buildTopic } from '../support/feature-steps.ts'
import { runJob } from '../support/jobs.ts'
import { call } from '../support/requests.ts'
import { sendOne } from '../support/send-steps.ts'
import { useDnsServer } from '../support/servers/dns-server.ts'
import { useReceiver } from '../support/servers/webhook-receiver.ts'
import { useTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import { createWebhook, flush, LOOPBACK_ALLOWED, track } from '../support/webhooks.ts'
import { buildEnabled, runWorkflows } from '../support/workflows.ts'
import { judgeHealthJob } from '../../src/features/delivery/health/health.jobs.ts'
import {
  giveAlertsNow,
  receiveAlarmingReports,
} from '../../src/features/domain-reports/fixtures/alert-steps.ts'
import { publishReporter, verifiedDomain } from '../../src/features/domain-reports/fixtures/report-steps.ts'
import { RESERVED_EVENT_NAMES } from '../../src/features/events/event-names.schema.ts'
import { linkOf, pressButton, setSender, signUp } from '../../src/features/opt-in/fixtures/opt-in-steps.ts'
import {
  clickToken,
  makeTrackedEmail,
  openToken,
  visit,
} from '../../src/features/tracking/fixtures/tracked-email.ts'
import {
  CustomEvent,
  WEBHOOK_EVENTS,
  WebhookBatch,
  WebhookTestEvent,
} from '../../src/features/webhooks/payloads/webhook-events.schema.ts'

const receiver = await useReceiver()
const dns = await useDnsServer()
const test = useTestApp({ ...LOOPBACK_ALLOWED, MAIL_TRANSPORT: 'inbox:', DNS_SERVERS: dns.address })
const delivery = useDelivery(test)
const { document } = await describeApi()
const problemsOf = createProblemFinder(document)

type Body = { type: string; data: object }

let app: TestApp
let bodies: Body[]

const patch = (path: string, body: object) => call(app, ['PATCH', path], { body })

async function changeContacts(): Promise<void> {
  await buildTopic(app, { key: 'news', name: 'News' })
  const created = await call(app, ['POST', '/contacts'], { body: { email: 'bob@example.com' } })
  const { id } = created.json<{ id: string }>()
  await patch(`/contacts/${id}`, { subscribed: false })
  await patch(`/contacts/${id}`, { subscribed: true })
  await patch(`/contacts/${id}`, { topics: { news: false } })
  await patch(`/contacts/${id}`, { topics: { news: true } })
  const list = { name: 'List', type: 'STATIC', trackMembership: true }
  const segment = (await call(app, ['POST', '/segments'], { body: list })).json<{ id: string }>().id
  const members = { body: { emails: ['bob@example.com'] } }
  await call(app, ['POST', `/segments/${segment}/members`], members)
  await call(app, ['DELETE', `/segments/${segment}/members`], members)
}

async function confirmSignUp(): Promise<void> {
  await setSender(app)
  const email = 'carol@example.com'
  await signUp(app, { email, confirm: true, topics: ['news'] })
  await pressButton(app, await linkOf(app, email))
}

async function sendEmails(): Promise<void> {
  const outcomes = ['delivered', 'bounced', 'complained', 'deferred', 'suppressed']
  for (const name of outcomes) await sendOne(app, { to: `${name}@inbox.lettermill.test` })
  await delivery.drain()
  // The deferred email has no time left for another attempt, so it fails.
  await sql`update email_queue set run_at = clock_timestamp(), give_up_at = clock_timestamp() where project_id = ${app.project.projectId}`.execute(
    app.deps.database.db,
  )
  await delivery.drain()
  const emailId = await makeTrackedEmail(app)
  await visit(app, `/o/${openToken(app, emailId)}`)
  await visit(app, `/c/${clickToken(app, emailId)}`)
}

async function damageHealth(): Promise<void> {
  const hour = app.clock.now().toISOString().slice(0, 13)
  for (const [status, delta] of [
    ['sent', 970],
    ['bounced', 30],
    ['bounced', 100],
  ] as const) {
    await app.deps.database.db
      .insertInto('counter_deltas')
      .values({ project_id: app.project.projectId, counter: 'mail', label: `${hour} ${status}`, delta })
      .execute()
    await runJob(app.deps, judgeHealthJob, { payload: {} })
  }
  await call(app, ['POST', '/project/health/resume'])
}

async function receiveReports(): Promise<void> {
  publishReporter(dns, 'google.com')
  await receiveAlarmingReports(app, await verifiedDomain(app))
  await giveAlertsNow(app)
}

async function runWorkflow(): Promise<void> {
  await buildEnabled(app, { eventName: 'go', steps: [{ id: 'end', type: 'EXIT', config: {} }] })
  await track(app, 'go')
  await runWorkflows(app.deps)
}

const readBodies = (url: string) => receiver.at(url).map(({ body }) => JSON.parse(body) as Body)

const schemaOf = (name: string): object => {
  const webhooks = document.webhooks as Record<string, { post?: OpenAPIV3_1.OperationObject }> | undefined
  const body = webhooks?.[name]?.post?.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  const schema = body?.content['application/json']?.schema
  if (!schema) throw new Error(`the webhook ${name} is not described`)
  return schema
}

beforeAll(async () => {
  app = await inFreshProject(test)
  const { url } = await createWebhook(app, { url: receiver.newUrl() })
  await changeContacts()
  await confirmSignUp()
  await sendEmails()
  await damageHealth()
  await receiveReports()
  await runWorkflow()
  await flush(app)
  bodies = readBodies(url)
})

describe('the description of webhooks', () => {
  it('names every event, events of projects, batches and the test', () => {
    expect(Object.keys(document.webhooks ?? {}).toSorted()).toEqual(
      [...RESERVED_EVENT_NAMES, 'batch', 'custom', 'webhook.test'].toSorted(),
    )
  })

  it.each(RESERVED_EVENT_NAMES)('fits what is sent for %s', (name) => {
    const sent = bodies.filter(({ type }) => type === name)
    expect(sent).not.toEqual([])
    for (const body of sent) {
      expect(problemsOf(schemaOf(name), body)).toEqual([])
      expect(WEBHOOK_EVENTS[name].parse(body)).toEqual(body)
    }
  })

  it('fits an event of a project', () => {
    const sent = bodies.filter(({ type }) => type === 'go')
    expect(sent).toHaveLength(1)
    expect(problemsOf(schemaOf('custom'), sent[0])).toEqual([])
    expect(CustomEvent.parse(sent[0])).toEqual(sent[0])
  })

  it('fits a batch, also of one event', async () => {
    const own = await inFreshProject(test)
    const { url } = await createWebhook(own, { url: receiver.newUrl(), batch: { max: 2, waitMs: 0 } })
    for (const event of ['one', 'two']) await track(own, event)
    await flush(own)
    const batches = receiver.at(url).map(({ body }) => JSON.parse(body) as Body[])
    // The contact, and its two events.
    expect(batches.map(({ length }) => length)).toEqual([2, 1])
    for (const batch of batches) {
      expect(problemsOf(schemaOf('batch'), batch)).toEqual([])
      expect(WebhookBatch.parse(batch)).toEqual(batch)
    }
  })

  it('fits a test', async () => {
    const own = await inFreshProject(test)
    const { id, url } = await createWebhook(own, { url: receiver.newUrl() })
    await call(own, ['POST', `/webhooks/${id}/test`])
    await flush(own)
    const [body] = readBodies(url)
    expect(problemsOf(schemaOf('webhook.test'), body)).toEqual([])
    expect(WebhookTestEvent.parse(body)).toEqual(body)
  })

  it('has an example for every body, which fits', () => {
    const { schemas = {} } = document.components ?? {}
    for (const name of Object.keys(document.webhooks ?? {})) {
      const { $ref } = schemaOf(name) as { $ref: string }
      const { examples = [] } = schemas[$ref.replace('#/components/schemas/', '')] as { examples?: unknown[] }
      expect(examples).toHaveLength(1)
      expect(problemsOf(schemaOf(name), examples[0])).toEqual([])
    }
  })
})
