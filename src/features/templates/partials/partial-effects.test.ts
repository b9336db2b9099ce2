// Where partials show: in templates and their versions, in emails, campaigns and workflows, and in the way of a deletion.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../../test/support/factories.ts'
import {
  actOnCampaign,
  advanceCampaign,
  buildCampaign,
  sendCampaign,
} from '../../../../test/support/feature-steps.ts'
import { drain, runJob } from '../../../../test/support/jobs.ts'
import { call, errorOf } from '../../../../test/support/requests.ts'
import { postSend, sendOne } from '../../../../test/support/send-steps.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../../test/support/workflows.ts'
import type { PartialId, TemplateId } from '../../../platform/ids.ts'
import { buildPartial, changePartial, patchPartial, readPartial } from '../fixtures/partial-steps.ts'
import {
  buildTemplate,
  patchTemplate,
  postTemplate,
  readTemplate,
  renderNew,
} from '../fixtures/template-steps.ts'
import { listTemplatesWithPartial } from './partials.queries.ts'
import { refreshTemplatesJob } from './partials.jobs.ts'

const test = useTestApp()

const remove = (app: TestApp, id: string) => call(app, ['DELETE', `/partials/${id}`])

const contentOf = async (app: TestApp, emailId: unknown): Promise<string> =>
  (await call(app, ['GET', `/emails/${String(emailId)}/content`])).json<{ html: string }>().html

const htmlOf = async (app: TestApp, templateId: string): Promise<string> =>
  (await call(app, ['POST', `/templates/${templateId}/render`], { body: {} })).json<{ html: string }>().html

describe('a template', () => {
  it('contains its partials, also in its text part', async () => {
    const app = await inFreshProject(test)
    await buildPartial(app, 'sign', '<p>Yours, {{ agent }}</p>')
    const fields = { body: '<p>Hi</p>{% include "sign" %}', text: 'Hi {% include "sign", agent: "Bob" %}' }
    expect(await renderNew(app, fields, { data: { agent: 'Ann' } })).toMatchObject({
      html: '<p>Hi</p><p>Yours, Ann</p>',
      text: 'Hi <p>Yours, Bob</p>',
    })
  })

  it('lists the variables of its partials, and takes its CSS and MJML from them', async () => {
    const app = await inFreshProject(test)
    await buildPartial(app, 'styles', '<style>p { color: red }</style>')
    await buildPartial(app, 'base', '<mjml><mj-body>{% block %}{% endblock %}</mj-body></mjml>')
    const styled = await buildTemplate(app, { body: '{% include "styles" %}<p>{{ a }}</p>' })
    expect(await htmlOf(app, styled.id)).toContain('<p style="color: red;">')
    const section = '<mj-section><mj-column><mj-text>{{ b }}</mj-text></mj-column></mj-section>'
    const layouted = await buildTemplate(app, { body: `{% layout "base" %}${section}` })
    expect(layouted.variables).toEqual(['b', 'firstName'])
    expect(await htmlOf(app, layouted.id)).toMatch(/^<!doctype html>/)
  })

  it('tells where a mistake is', async () => {
    const app = await inFreshProject(test)
    await buildPartial(app, 'two', 'a\nb')
    const own = await postTemplate(app, { body: '{% include "two" %}\n {{ a b }}' })
    expect(errorOf(own).message).toBe('body, line 2, column 7: unexpected "b" after a value')
    const unknown = await postTemplate(app, { body: '<p>\n{% include "twoo" %}' })
    expect([unknown.statusCode, errorOf(unknown).message]).toEqual([
      400,
      'body, line 2, column 1: there is no partial called "twoo" in this project. It has two.',
    ])
  })

  it('does not see the partials of another project', async () => {
    await buildPartial(await inFreshProject(test), 'header', 'x')
    const reply = await postTemplate(await inFreshProject(test), { body: '{% include "header" %}' })
    expect(errorOf(reply).message).toContain(
      'there is no partial called "header" in this project. It has none.',
    )
  })

  it('takes partials in its body and text only', async () => {
    const app = await inFreshProject(test)
    await buildPartial(app, 'x', 'x')
    const reply = await postTemplate(app, { subject: '{% include "x" %}' })
    expect(errorOf(reply).message).toContain('{% include %} is not supported here')
  })
})

describe('a change of a partial', () => {
  it('gives the templates that contain it a new version, also through other partials', async () => {
    const app = await inFreshProject(test)
    const logo = await buildPartial(app, 'logo', 'old')
    await buildPartial(app, 'header', '[{% include "logo" %}]')
    const template = await buildTemplate(app, { body: '{% include "header" %}!' })
    const other = await buildTemplate(app, { body: 'no partial' })
    await changePartial(app, logo.id, 'new')
    expect(await htmlOf(app, template.id)).toBe('[new]!')
    expect(await readTemplate(app, template.id)).toMatchObject({
      version: 2,
      partial: 'logo',
      body: '{% include "header" %}!',
    })
    expect(await readTemplate(app, other.id)).toMatchObject({ version: 1, partial: null })
  })

  it('changes nothing the second time its job runs', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'logo', 'old')
    const template = await buildTemplate(app, { body: '{% include "logo" %}' })
    await changePartial(app, id, 'new')
    const payload = { projectId: app.project.projectId, partialId: id as PartialId }
    await runJob(app.deps, refreshTemplatesJob, { payload })
    expect((await readTemplate(app, template.id)).version).toBe(2)
  })

  it('does not get in the way of somebody who edits the template', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'logo', 'old')
    const template = await buildTemplate(app, { body: '{% include "logo" %}' })
    await changePartial(app, id, 'new')
    const saved = await patchTemplate(app, template.id, { subject: 'Mine', ifVersion: 1 })
    expect([saved.statusCode, saved.json()]).toMatchObject([200, { version: 3, partial: null }])
    expect((await patchTemplate(app, template.id, { subject: 'Theirs', ifVersion: 1 })).statusCode).toBe(409)
  })

  it('leaves a template that cannot take it as it is, with a check', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'part', '<mj-section></mj-section>')
    const bodies = Array.from({ length: 6 }, (_, n) =>
      n < 5 ? '{% include "part" %}' : '<mjml><mj-body>{% include "part" %}</mj-body></mjml>',
    )
    const ids: string[] = []
    for (const body of bodies) ids.push((await buildTemplate(app, { body })).id)
    await changePartial(app, id, '<mj-section>')
    expect((await readTemplate(app, ids[0] ?? '')).version).toBe(2)
    const left = await readTemplate(app, ids[5] ?? '')
    expect(left.checks).toMatchObject([{ code: 'PARTIAL_NOT_APPLIED', level: 'warning' }])
    expect(left.checks[0]?.message).toContain('does not fit')
    await changePartial(app, id, '<mj-section></mj-section>')
    expect((await readTemplate(app, ids[5] ?? '')).checks).toEqual([])
  })

  it('reaches a template that is saved or copied at the same time', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'logo', 'v0')
    const template = await buildTemplate(app, { body: '{% include "logo" %}' })
    const copies: string[] = [template.id]
    const work = [1, 2, 3].map(async (n) => {
      await Promise.all([
        patchPartial(app, id, { body: `v${n}` }),
        patchTemplate(app, template.id, { subject: `Subject ${n}` }),
        buildTemplate(app, { body: '{% include "logo" %}' }).then((made) => copies.push(made.id)),
        call(app, ['POST', `/templates/${template.id}/duplicate`]).then((reply) =>
          copies.push(reply.json<{ id: string }>().id),
        ),
      ])
      await drain(app.deps)
    })
    await Promise.all(work)
    await drain(app.deps)
    const { body } = await readPartial(app, id)
    const shown = await Promise.all(copies.map((one) => htmlOf(app, one)))
    expect(new Set(shown)).toEqual(new Set([body]))
  })

  it('finds templates page by page', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'logo', 'x')
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) ids.push((await buildTemplate(app, { body: '{% include "logo" %}' })).id)
    const query = { projectId: app.project.projectId, partialId: id as PartialId, limit: 2 }
    const { db } = app.deps.database
    expect(await listTemplatesWithPartial(db, { ...query, after: null })).toEqual(ids.slice(0, 2))
    expect(await listTemplatesWithPartial(db, { ...query, after: ids[1] as TemplateId })).toEqual(
      ids.slice(2),
    )
  })
})

describe('POST /v1/send', () => {
  it('takes partials in its own body, always in their current version', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'sign', 'old')
    const email = { body: '<p>{% include "sign" %}</p>' }
    const first = await sendOne(app, email)
    await changePartial(app, id, 'new')
    const second = await sendOne(app, email)
    expect(await contentOf(app, first.email)).toBe('<p>old</p>')
    expect(await contentOf(app, second.email)).toBe('<p>new</p>')
    await remove(app, id)
    const reply = await postSend(app, email)
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      400,
      'body, line 1, column 4: there is no partial called "sign" in this project. It has none.',
    ])
  })

  it('uses the template with its partials', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'sign', 'old')
    const template = await buildTemplate(app, { body: '{% include "sign" %}' })
    const email = { template: template.id, subject: undefined, body: undefined }
    await sendOne(app, email)
    await changePartial(app, id, 'new')
    expect(await contentOf(app, (await sendOne(app, email)).email)).toBe('new')
  })
})

describe('a campaign', () => {
  it('has the partials of the moment at which it starts, for all recipients', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { subscribed: true })
    const { id } = await buildPartial(app, 'sign', 'old')
    const campaign = await buildCampaign(app, { body: '<p>{% include "sign" %}</p>' })
    await changePartial(app, id, 'new {{ email }}')
    await sendCampaign(app, campaign.id)
    await advanceCampaign(app, campaign.id)
    await changePartial(app, id, 'newer')
    expect((await remove(app, id)).statusCode).toBe(204)
    const emails = await call(app, ['GET', '/emails'], { query: { campaignId: campaign.id } })
    const [email] = emails.json<{ emails: { id: string; to: string }[] }>().emails
    expect(await contentOf(app, email?.id)).toMatch(/^<p>new \S+@/)
  })

  it('keeps its partials from being deleted until it starts', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'sign', 'old')
    const campaign = await buildCampaign(app, { body: '<p>{% include "sign" %}</p>' })
    const reply = await remove(app, id)
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      409,
      `The partial is in use by the campaign ${campaign.id}.`,
    ])
    expect((await readPartial(app, id)).usedBy).toEqual([
      { kind: 'campaign', id: campaign.id, name: campaign.name },
    ])
    await call(app, ['PATCH', `/campaigns/${campaign.id}`], { body: { body: '<p>none</p>' } })
    expect((await remove(app, id)).statusCode).toBe(204)
  })

  it('shows the current partials in its test email and its preflight', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'sign', 'old')
    const campaign = await buildCampaign(app, { body: '<p>{% include "sign" %}</p>' })
    await changePartial(app, id, 'new')
    const reply = await actOnCampaign(app, [campaign.id, 'test'], { body: { email: 'me@example.com' } })
    const [email] = reply.json<{ data: { emails: { emailId: string }[] } }>().data.emails
    expect(await contentOf(app, email?.emailId)).toContain('<p>new')
    const preflight = await actOnCampaign(app, [campaign.id, 'preflight'])
    expect(preflight.body).not.toContain('TEMPLATE_BROKEN')
  })
})

describe('a workflow', () => {
  const run = async (app: TestApp, workflowId: string): Promise<string> => {
    const { email } = await buildContact(app)
    await track(app, 'go', { email })
    await runWorkflows(app.deps)
    const [execution] = await readExecutions(app, workflowId)
    const [entry] = execution?.history ?? []
    return entry?.error ?? (await contentOf(app, entry?.output?.['emailId']))
  }

  const SEND = {
    id: 'send',
    type: 'SEND_EMAIL',
    config: {
      subject: 'Hi',
      body: '<p>{% include "sign" %}</p>',
      from: 'a@app.example',
      type: 'TRANSACTIONAL',
    },
  }

  it('sends partials in their current version, and keeps them from being deleted', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'sign', 'old')
    const workflow = await buildEnabled(app, { steps: [SEND] })
    expect(await run(app, workflow.id)).toBe('<p>old</p>')
    await changePartial(app, id, 'new')
    expect(await run(app, workflow.id)).toBe('<p>new</p>')
    expect(errorOf(await remove(app, id)).message).toBe(
      `The partial is in use by the workflow ${workflow.id}.`,
    )
  })

  it('fails the step of those who are still in it after it was disabled and the partial deleted', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'sign', 'old')
    const wait = { id: 'wait', type: 'DELAY', config: { amount: 1, unit: 'hours' }, next: 'send' }
    const workflow = await buildEnabled(app, { steps: [wait, SEND] })
    await track(app, 'go', { email: (await buildContact(app)).email })
    await runWorkflows(app.deps)
    await call(app, ['PATCH', `/workflows/${workflow.id}`], { body: { enabled: false } })
    expect((await remove(app, id)).statusCode).toBe(204)
    app.clock.advance(3_700_000)
    try {
      await runWorkflows(app.deps)
    } finally {
      app.clock.advance(-3_700_000)
    }
    const [execution] = await readExecutions(app, workflow.id)
    expect(execution).toMatchObject({
      status: 'FAILED',
      history: [
        {},
        { stepId: 'send', error: expect.stringContaining('there is no partial called "sign"') as string },
      ],
    })
  })

  it('is refused if it names a partial that does not exist', async () => {
    const app = await inFreshProject(test)
    const config = { subject: 'Hi', body: '{% include "x" %}', from: 'a@app.example' }
    const reply = await call(app, ['POST', '/workflows'], {
      body: { name: 'W', eventName: 'go', steps: [{ id: 'a', type: 'SEND_EMAIL', config }] },
    })
    expect([reply.statusCode, errorOf(reply).errors]).toMatchObject([
      422,
      [
        {
          field: 'steps.0.config.body',
          message: expect.stringContaining('there is no partial called "x"') as string,
        },
      ],
    ])
  })
})
