// Topics in workflows: emails, conditions, and topics that an enabled workflow needs.
import { beforeEach, describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../../test/support/factories.ts'
import type { ContactRecord } from '../../../../../test/support/factories.ts'
import { buildTemplate, buildTopic } from '../../../../../test/support/feature-steps.ts'
import type { TopicRecord } from '../../../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../../../test/support/requests.ts'
import { readEmail } from '../../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../../test/support/test-app.ts'
import {
  buildEnabled,
  pathOf,
  readExecutions,
  runWorkflows,
  track,
} from '../../../../../test/support/workflows.ts'

const test = useTestApp()

let app: TestApp
let news: TopicRecord
let offers: TopicRecord
let contact: ContactRecord
beforeEach(async () => {
  app = await inFreshProject(test)
  news = await buildTopic(app, { key: 'news', optIn: 'implied' })
  offers = await buildTopic(app, { key: 'offers', optIn: 'explicit' })
  contact = await buildContact(app)
})

const EMAIL = { subject: 'Hi', body: '<p>Hi</p>', from: 'a@app.example' }
const step = (config: object, id = 'a') => ({ id, type: 'SEND_EMAIL', config })
const inTopic = (key: string) => ({
  operator: 'AND',
  conditions: [{ field: `topics.${key}`, operator: 'equals', value: true }],
})
const remove = ({ id }: TopicRecord) => call(app, ['DELETE', `/topics/${id}`])

/** Runs the workflow for the contact. */
async function run(workflow: { id: string }) {
  await track(app, 'go', { email: contact.email })
  await runWorkflows(app.deps)
  const [execution] = await readExecutions(app, workflow.id)
  if (!execution) throw new Error('the workflow did not start')
  return execution
}
async function sentBy(workflow: { id: string }) {
  const { history } = await run(workflow)
  return readEmail(app, String(history[0]?.output?.emailId))
}

describe('the email of a step', () => {
  it('goes to contacts who are in its topic', async () => {
    const workflow = await buildEnabled(app, { steps: [step({ ...EMAIL, topic: 'offers' })] })
    expect(await sentBy(workflow)).toMatchObject({ status: 'SUPPRESSED', reason: 'not_in_topic' })
    const other = await buildEnabled(app, { steps: [step({ ...EMAIL, topic: 'news' })] })
    expect(await sentBy(other)).toMatchObject({ status: 'QUEUED', topic_id: news.id })
  })

  it('has the topic of its template, unless it names another', async () => {
    const { id: templateId } = await buildTemplate(app, {
      type: 'MARKETING',
      from: 'a@app.example',
      topic: 'offers',
    })
    const workflow = await buildEnabled(app, { steps: [step({ templateId })] })
    expect(await sentBy(workflow)).toMatchObject({ status: 'SUPPRESSED', topic_id: offers.id })
    const other = await buildEnabled(app, { steps: [step({ templateId, topic: 'news' })] })
    expect(await sentBy(other)).toMatchObject({ status: 'QUEUED', topic_id: news.id })
  })

  it('ignores its topic if it is transactional', async () => {
    const config = { ...EMAIL, type: 'TRANSACTIONAL', topic: 'offers' }
    const workflow = await buildEnabled(app, { steps: [step(config)] })
    expect(await sentBy(workflow)).toMatchObject({ status: 'QUEUED', topic_id: null })
  })

  it('is skipped in a simulation', async () => {
    const simulate = async (topics: object) => {
      const body = {
        definition: { trigger: { type: 'MANUAL' }, steps: [step({ ...EMAIL, topic: 'offers' })] },
        contact: { email: 'a@example.com', topics },
      }
      const reply = await call(app, ['POST', '/workflows/simulate'], {
        body: { ...body.definition, name: 'A', contact: body.contact },
      })
      if (reply.statusCode !== 200) throw new Error(reply.body)
      return reply.json<{ emails: { status: string }[] }>().emails.map(({ status }) => status)
    }
    expect(await simulate({})).toEqual(['SKIPPED'])
    expect(await simulate({ offers: true })).toEqual(['SENT'])
  })
})

describe('a condition on a topic', () => {
  const steps = [
    {
      id: 'asks',
      type: 'CONDITION',
      config: { filters: inTopic('news') },
      next: { yes: 'in', no: 'out' },
    },
    { id: 'in', type: 'EXIT' },
    { id: 'out', type: 'EXIT' },
  ]

  it('is decided by the choice, or by the subscription if the topic is implied', async () => {
    const workflow = await buildEnabled(app, { steps, entry: { reentry: 'always' } })
    expect(pathOf(await run(workflow))).toEqual(['asks', 'in'])
    await call(app, ['PATCH', `/contacts/${contact.id}`], { body: { topics: { news: false } } })
    expect(pathOf(await run(workflow))).toEqual(['asks', 'out'])
  })
})

describe('a workflow that names an unknown topic', () => {
  it('is refused with the topics that exist', async () => {
    const steps = [step({ ...EMAIL, topic: 'nwes' })]
    const body = { name: 'A', eventName: 'go', steps }
    const reply = await call(app, ['POST', '/workflows'], { body })
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([
      422,
      { 'steps.0.config.topic': 'invalid_enum_value' },
    ])
    expect(errorOf(reply).message).toContain('news, offers')
  })
})

describe('DELETE /topics/{id}', () => {
  it('is refused while an enabled workflow uses it, in an email, a template or a condition', async () => {
    const { id: templateId } = await buildTemplate(app, {
      type: 'MARKETING',
      from: 'a@app.example',
      topic: 'offers',
    })
    const workflow = await buildEnabled(app, {
      steps: [step({ templateId })],
      exit: { filters: inTopic('news') },
    })
    for (const topic of [news, offers]) {
      const reply = await remove(topic)
      expect([reply.statusCode, errorOf(reply).code]).toEqual([409, 'RESOURCE_IN_USE'])
      expect(errorOf(reply).message).toContain(workflow.id)
    }
    await call(app, ['PATCH', `/workflows/${workflow.id}`], { body: { enabled: false } })
    for (const topic of [news, offers]) expect((await remove(topic)).statusCode).toBe(204)
  })
})
