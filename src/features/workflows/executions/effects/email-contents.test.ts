// Parts that are added to the emails of workflows: preview text, link tags, headers.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../../test/support/factories.ts'
import { buildTemplate } from '../../../../../test/support/feature-steps.ts'
import { call, fieldsOf } from '../../../../../test/support/requests.ts'
import { useTestApp } from '../../../../../test/support/test-app.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../../../test/support/workflows.ts'

const test = useTestApp()

const BODY = '<body><p>Hi</p><a href="https://shop.test/a">a</a></body>'
const UTM = { source: 'shop', campaign: 'welcome' }

describe('the email of a step', () => {
  it('has the preview text of its template or of its own, and tags on its links', async () => {
    const app = await inFreshProject(test)
    const template = await buildTemplate(app, {
      from: 'a@app.example',
      type: 'MARKETING',
      body: BODY,
      previewText: 'Welcome, {{ name }}',
    })
    const own = { subject: 'Hi', body: BODY, from: 'a@app.example', previewText: 'Own: {{ event.plan }}' }
    const workflow = await buildEnabled(app, {
      steps: [
        { id: 'a', type: 'SEND_EMAIL', config: { templateId: template.id, utm: UTM }, next: 'b' },
        { id: 'b', type: 'SEND_EMAIL', config: own },
      ],
    })
    const contact = await buildContact(app, { data: { name: '<Ann>' } })
    await track(app, 'go', { email: contact.email, data: { plan: 'pro' } })
    await runWorkflows(app.deps)
    const [execution] = await readExecutions(app, workflow.id)
    const contents = (execution?.history ?? []).map(async ({ output }) => {
      const reply = await call(app, ['GET', `/emails/${String(output?.emailId)}/content`])
      return reply.json<{ html: string }>().html
    })
    const [first = '', second = ''] = await Promise.all(contents)
    expect(first).toMatch(/^<body><div style="display:none[^>]*> Welcome, &lt;Ann&gt;&#847;/)
    expect(second).toMatch(/^<body><div style="display:none[^>]*> Own: pro&#847;/)
    const { rows } = await sql<{ links: string[] }>`
      select links from contents where project_id = ${app.project.projectId} order by links`.execute(
      app.deps.database.db,
    )
    expect(rows.map(({ links }) => links)).toEqual([
      ['https://shop.test/a'],
      ['https://shop.test/a?utm_source=shop&utm_campaign=welcome'],
    ])
  })

  it('names its workflow in the Feedback-ID, and no other recipient than its contact', async () => {
    const app = await inFreshProject(test)
    const config = { subject: 'Hi', body: BODY, from: 'a@app.example' }
    const workflow = await buildEnabled(app, { steps: [{ id: 'a', type: 'SEND_EMAIL', config }] })
    const contact = await buildContact(app)
    await track(app, 'go', { email: contact.email })
    await runWorkflows(app.deps)
    const [execution] = await readExecutions(app, workflow.id)
    const id = String(execution?.history[0]?.output?.emailId)
    const { headers } = (await call(app, ['GET', `/emails/${id}/content`])).json<{
      headers: Record<string, string>
    }>()
    expect([headers['Feedback-ID'], headers['To']]).toEqual([
      `${workflow.id}:${app.project.projectId}:marketing:lettermill`,
      contact.email,
    ])
  })

  it('takes its preview text from its template alone, and no tags that do not exist', async () => {
    const app = await inFreshProject(test)
    const template = await buildTemplate(app, { from: 'a@app.example' })
    const config = { templateId: template.id, previewText: 'Other', utm: { term: 'x' } }
    const body = { name: 'W', eventName: 'go', steps: [{ id: 'a', type: 'SEND_EMAIL', config }] }
    const reply = await call(app, ['POST', '/workflows'], { body })
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(fieldsOf(reply)).toSorted()).toEqual([
      'steps.0.config.previewText',
      'steps.0.config.utm',
    ])
  })
})
