// The results of each step of a workflow: its emails, and where contacts leave.
import { expect, it } from 'vitest'
import { useDelivery } from '../../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import { linksIn, visit } from '../../../../test/support/reader.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import {
  buildEnabled,
  delayStep,
  emailStep,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../test/support/workflows.ts'
import { inTransaction } from '../../../platform/db/client.ts'
import type { EmailId } from '../../../platform/ids.ts'
import { endReportedEmail, lockEmail } from '../../delivery/index.ts'

const test = useTestApp()
const delivery = useDelivery(test)

type StepFigures = { stepId: string; left: number; email: Record<string, number> | null }

async function readSteps(app: TestApp, workflowId: string): Promise<Map<string, StepFigures>> {
  const reply = await call(app, ['GET', `/workflows/${workflowId}/statistics`])
  const { steps } = reply.json<{ steps: StepFigures[] }>()
  return new Map(steps.map((step) => [step.stepId, step]))
}

const STEPS = [emailStep('one', 'wait'), delayStep('wait', 'two'), emailStep('two')]

async function enter(app: TestApp, event = 'go'): Promise<{ id: string; email: string }> {
  const contact = await buildContact(app)
  await track(app, event, { email: contact.email })
  await runWorkflows(app.deps)
  await delivery.drain()
  return contact
}

async function emailsOf(app: TestApp, contactId: string): Promise<string[]> {
  const reply = await call(app, ['GET', '/emails'], { query: { contactId } })
  return reply.json<{ emails: { id: string }[] }>().emails.map(({ id }) => id)
}

it('counts the emails of each step, and what their readers did', async () => {
  const app = await inFreshProject(test)
  const { id } = await buildEnabled(app, { steps: STEPS })
  const { id: reader } = await enter(app)
  await enter(app)
  const [emailId = ''] = await emailsOf(app, reader)
  const links = await linksIn(app, emailId)
  const find = (start: string) => links.find((path) => path.startsWith(start))
  for (let count = 0; count < 2; count += 1) await visit(app, find('/o/'))
  await visit(app, find('/c/'))
  await app.app.inject({ method: 'POST', url: find('/unsubscribe/') ?? '' })
  const steps = await readSteps(app, id)
  expect(steps.get('one')?.email).toMatchObject({
    sent: 2,
    delivered: 2,
    opened: 1,
    clicked: 1,
    unsubscribed: 1,
    openRate: 0.5,
  })
  expect(steps.get('two')?.email).toMatchObject({ sent: 0, opened: 0, openRate: 0 })
  expect(steps.get('wait')).toMatchObject({ email: null, left: 0 })
})

it('counts a bounce that comes later, and keeps the figures when the contact is deleted', async () => {
  const app = await inFreshProject(test)
  const { id } = await buildEnabled(app, { steps: STEPS })
  const contact = await enter(app)
  const [emailId = ''] = await emailsOf(app, contact.id)
  const { projectId } = app.project
  await inTransaction(app.deps.database.db, async (trx) => {
    const ref = { projectId, emailId: emailId as EmailId }
    const found = await lockEmail(trx, ref)
    if (!found) throw new Error('the email is gone')
    const report = { type: 'bounced', reason: 'no such user', now: test.clock.now() } as const
    await endReportedEmail(trx, { ref, email: found, ...report })
  })
  const bounced = { sent: 1, delivered: 0, bounced: 1 }
  expect((await readSteps(app, id)).get('one')?.email).toMatchObject(bounced)
  await call(app, ['DELETE', `/contacts/${contact.id}`])
  expect((await call(app, ['GET', `/emails/${emailId}`])).json()).toMatchObject({ contactId: null })
  expect((await readSteps(app, id)).get('one')?.email).toMatchObject(bounced)
})

it('counts where contacts leave before the end', async () => {
  const app = await inFreshProject(test)
  const { id } = await buildEnabled(app, { steps: STEPS, exit: { event: 'bought' } })
  const { email: address } = await enter(app)
  const { id: cancelled } = await enter(app)
  await track(app, 'bought', { email: address })
  await runWorkflows(app.deps)
  const execution = (await readExecutions(app, id)).find(({ contactId }) => contactId === cancelled)
  await call(app, ['POST', `/workflows/${id}/executions/${execution?.id}/cancel`])
  await runWorkflows(app.deps)
  const steps = await readSteps(app, id)
  expect([...steps.values()].map(({ stepId, left }) => [stepId, left])).toEqual([
    ['one', 0],
    ['wait', 2],
    ['two', 0],
  ])
})

it('is found by filters on what readers did with the emails of a workflow or a template', async () => {
  const app = await inFreshProject(test)
  const template = await call(app, ['POST', '/templates'], {
    body: {
      name: 'Offer',
      type: 'MARKETING',
      subject: 'Offer',
      body: '<p><a href="https://shop.test/">Shop</a></p>',
      from: 'a@app.test',
    },
  })
  const { id: templateId } = template.json<{ id: string }>()
  const steps = [{ id: 'one', type: 'SEND_EMAIL', config: { templateId } }]
  const { id: workflowId } = await buildEnabled(app, { steps })
  const { id: otherId } = await buildEnabled(app, { eventName: 'other', steps: [emailStep('two')] })
  const reader = await enter(app)
  const other = await enter(app, 'other')
  const [emailId = ''] = await emailsOf(app, reader.id)
  const links = await linksIn(app, emailId)
  test.clock.advance(600_000)
  await visit(
    app,
    links.find((path) => path.startsWith('/c/')),
  )
  test.clock.advance(-600_000)
  const find = async (condition: object) => {
    const conditions = [{ operator: 'triggered', ...condition }]
    const body = { filters: { operator: 'AND', conditions } }
    const reply = await call(app, ['POST', '/segments/preview'], { body })
    return reply.json<{ sample: { id: string }[] }>().sample.map(({ id }) => id)
  }
  const [sent, clicked] = ['emailActivity.sent', 'emailActivity.clicked']
  expect(await find({ field: sent, workflowId })).toEqual([reader.id])
  expect(await find({ field: sent, templateId })).toEqual([reader.id])
  expect(await find({ field: sent, workflowId: otherId })).toEqual([other.id])
  expect(await find({ field: clicked, templateId, workflowId })).toEqual([reader.id])
  expect(await find({ field: clicked, workflowId: otherId })).toEqual([])
})
