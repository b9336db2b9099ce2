// Campaigns and workflows made of blocks: their bodies, and that every place shows the same email.
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { useDelivery } from '../../../test/support/delivery.ts'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import {
  actOnCampaign,
  advanceCampaign,
  buildCampaign,
  sendCampaign,
} from '../../../test/support/feature-steps.ts'
import { call, fieldsOf } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../test/support/workflows.ts'

const test = useTestApp()
const delivery = useDelivery(test)

type CampaignRecord = {
  id: string
  body: string
  blocks: { blocks: object[] } | null
  variants: { subject: string | null; body: string | null; blocks: object | null }[] | null
}

const documentOf = (text: string) => ({
  blocks: [
    { id: 'a', type: 'heading', text },
    {
      type: 'button',
      text: 'Go',
      href: 'https://shop.test/{{ data.plan }}',
      showIf: { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] },
    },
    { type: 'products', list: 'data.products' },
    { type: 'footer' },
  ],
})

const NEWS = documentOf('Hello {{ firstName ?? "there" }}')
const OTHER = documentOf('Other')

const read = async (app: TestApp, id: string) =>
  (await call(app, ['GET', `/campaigns/${id}`])).json<{ data: CampaignRecord }>().data
const patch = (app: TestApp, id: string, body: object) => call(app, ['PATCH', `/campaigns/${id}`], { body })
const build = async (app: TestApp, fields: object) => {
  const { id } = await buildCampaign(app, { body: undefined, blocks: NEWS, ...fields })
  return read(app, id)
}

describe('a campaign of blocks', () => {
  it('has a body that is generated from them', async () => {
    const app = await inFreshProject(test)
    const campaign = await build(app, {})
    expect(campaign.body).toMatch(/^<mjml>[^]*Hello \{\{ firstName/)
    expect(campaign.blocks).toMatchObject({ theme: null, blocks: [{ id: 'a', level: 1 }, {}, {}, {}] })
  })

  it('gets another body with other blocks, and loses them with a body of its own', async () => {
    const app = await inFreshProject(test)
    const { id, body } = await build(app, {})
    await patch(app, id, { name: 'Renamed', body })
    expect((await read(app, id)).blocks).not.toBeNull()
    await patch(app, id, { blocks: OTHER })
    expect((await read(app, id)).body).toContain('Other')
    await patch(app, id, { body: '<p>Code</p>' })
    expect(await read(app, id)).toMatchObject({ body: '<p>Code</p>', blocks: null })
  })

  it('is taken back as it was read, and refuses another body beside blocks', async () => {
    const app = await inFreshProject(test)
    const campaign = await build(app, { test: {}, variants: [{ blocks: OTHER }] })
    const { id, body, blocks, variants } = campaign
    expect((await patch(app, id, { body, blocks, variants })).statusCode).toBe(200)
    expect(await read(app, id)).toMatchObject({ body, blocks, variants })
    const refused = await patch(app, id, { body: '<p></p>', blocks })
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([422, { blocks: 'custom' }])
    const inVariant = await patch(app, id, { variants: [{ body: '<p></p>', blocks }] })
    expect([inVariant.statusCode, fieldsOf(inVariant)]).toEqual([422, { 'variants.0.blocks': 'custom' }])
  })

  it('needs a body or blocks', async () => {
    const reply = await call(test, ['POST', '/campaigns'], {
      body: { name: 'x', subject: 'Hi', from: 'a@example.test', audienceType: 'ALL' },
    })
    expect(fieldsOf(reply)).toMatchObject({ body: 'required' })
    const bad = await call(test, ['POST', '/campaigns'], {
      body: {
        name: 'x',
        subject: 'Hi',
        from: 'a@example.test',
        audienceType: 'ALL',
        blocks: { blocks: [{}] },
      },
    })
    expect(Object.keys(fieldsOf(bad))).toEqual(['blocks.blocks.0.type'])
  })

  it('has variants of blocks, and is duplicated with all of them', async () => {
    const app = await inFreshProject(test)
    const campaign = await build(app, {
      test: {},
      variants: [{ blocks: OTHER }, { subject: 'Only a subject' }],
    })
    expect(campaign.variants).toMatchObject([
      { subject: null, body: expect.stringContaining('Other') as unknown, blocks: { theme: null } },
      { subject: 'Only a subject', body: null, blocks: null },
    ])
    expect(JSON.stringify(campaign.variants?.[0]?.blocks)).toMatch(
      /^\{"theme":null,"blocks":\[\{"id":"a","type"/,
    )
    const copy = await call(app, ['POST', `/campaigns/${campaign.id}/duplicate`])
    const { body, blocks, variants } = campaign
    expect(copy.json()).toMatchObject({ data: { body, blocks, variants } })
  })

  it('takes them from its template, when it is created and later', async () => {
    const app = await inFreshProject(test)
    const template = (
      await call(app, ['POST', '/templates'], {
        body: { name: 'News', subject: 'Hi', type: 'MARKETING', blocks: NEWS },
      })
    ).json<{ id: string; body: string; blocks: object }>()
    const { body, blocks } = template
    const created = await build(app, { blocks: undefined, subject: undefined, template: template.id })
    expect(created).toMatchObject({ body, blocks })
    const other = await build(app, { blocks: undefined, body: '<p>Code</p>' })
    await patch(app, other.id, { template: template.id })
    expect(await read(app, other.id)).toMatchObject({ body, blocks })
  })

  it('follows the brand kit until it starts', async () => {
    const app = await inFreshProject(test)
    await buildContact(app, { subscribed: true })
    const { id } = await build(app, { test: {}, variants: [{ blocks: OTHER }] })
    await call(app, ['PATCH', '/project/brand'], { body: { theme: { accent: '#123abc' } } })
    const draft = await read(app, id)
    expect([draft.body, draft.variants?.[0]?.body]).toEqual([
      expect.stringContaining('#123abc'),
      expect.stringContaining('#123abc'),
    ])
    await sendCampaign(app, id)
    await advanceCampaign(app, id)
    await call(app, ['PATCH', '/project/brand'], { body: { theme: { accent: '#abc123' } } })
    expect((await read(app, id)).body).toContain('#123abc')
  })
})

/** Emails name their contact and their own links. */
const comparable = (html: string) =>
  html.replaceAll(/https?:\/\/[^"\s]+\/(?:unsubscribe|manage)\/[^"\s]+/g, 'LINK')

describe('an email of blocks', () => {
  it('is the same in the render of a template, a test, a campaign, a simulation and a workflow', async () => {
    const app = await inFreshProject(test)
    const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#3366cc' } })
    const uploaded = await call(app, ['POST', '/images'], {
      body: await picture.png().toBuffer(),
      headers: { 'content-type': 'image/png' },
    })
    const { url: src } = uploaded.json<{ url: string }>()
    const blocks = { blocks: [{ type: 'logo' }, { type: 'image', src, alt: 'Tea' }, ...NEWS.blocks] }
    await call(app, ['PATCH', '/project'], {
      body: { tracking: { opens: false, clicks: false }, defaultFrom: 'shop@example.test' },
    })
    await call(app, ['PATCH', '/project/brand'], {
      body: { footer: 'By the shop', theme: { radius: 3 }, logo: { src, alt: 'The shop' } },
    })
    const products = [{ title: 'Tea', price: 3, url: 'https://shop.test/tea' }]
    const contact = await buildContact(app, {
      email: 'ann@example.test',
      subscribed: true,
      data: { firstName: 'Ann', plan: 'pro', products },
    })
    const htmlOf = async (emailId: unknown) =>
      (await call(app, ['GET', `/emails/${String(emailId)}/content`])).json<{ html: string }>().html

    const template = await call(app, ['POST', '/templates'], {
      body: { name: 'News', subject: 'Hi', type: 'MARKETING', blocks },
    })
    const { id: templateId } = template.json<{ id: string }>()
    const body = { contactId: contact.id }
    const rendered = await call(app, ['POST', `/templates/${templateId}/render`], { body })
    const expected = comparable(rendered.json<{ html: string }>().html)
    expect(expected).toMatch(/Hello Ann[^]*https:\/\/shop.test\/pro[^]*Tea[^]*By the shop/)
    expect(expected.split(src)).toHaveLength(3)

    const draft = await call(app, ['POST', '/templates/render'], {
      body: { ...body, subject: 'Hi', type: 'MARKETING', blocks },
    })
    expect(comparable(draft.json<{ html: string }>().html)).toBe(expected)

    const campaign = await build(app, { subject: 'Hi', blocks })
    // The review renders what was saved, as the preview does.
    const reviewed = await call(app, ['POST', '/templates/render'], {
      body: { ...body, subject: 'Hi', type: 'MARKETING', blocks: campaign.blocks },
    })
    expect(comparable(reviewed.json<{ html: string }>().html)).toBe(expected)
    const tested = await actOnCampaign(app, [campaign.id, 'test'], { body: { email: 'ann@example.test' } })
    const [first] = tested.json<{ data: { emails: { emailId: string }[] } }>().data.emails
    expect(comparable(await htmlOf(first?.emailId))).toBe(expected)
    const preflight = await actOnCampaign(app, [campaign.id, 'preflight'])
    expect(preflight.body).not.toContain('TEMPLATE_BROKEN')
    await sendCampaign(app, campaign.id)
    await advanceCampaign(app, campaign.id)
    const sent = await call(app, ['GET', '/emails'], { query: { campaignId: campaign.id } })
    const [email] = sent.json<{ emails: { id: string }[] }>().emails
    expect(comparable(await htmlOf(email?.id))).toBe(expected)
    // The bytes that arrived in the inbox.
    await delivery.drain()
    const raw = await call(app, ['GET', `/emails/${String(email?.id)}/raw`])
    const arrived = await PostalMime.parse(raw.rawPayload)
    expect(comparable(arrived.html ?? '').trim()).toBe(expected.trim())

    const steps = [{ id: 'mail', type: 'SEND_EMAIL', config: { subject: 'Hi', blocks } }]
    const { id: workflowId } = await buildEnabled(app, { trigger: { type: 'EVENT', event: 'go' }, steps })
    const simulated = await call(app, ['POST', `/workflows/${workflowId}/simulate`], {
      body: { contact: { id: contact.id }, events: [{ at: '2030-01-15T08:00:00Z', event: 'go' }] },
    })
    const [shown] = simulated.json<{ emails: { html: string }[] }>().emails
    expect(comparable(shown?.html ?? '')).toBe(expected)

    await track(app, 'go', { email: 'ann@example.test' })
    await runWorkflows(app.deps)
    const [execution] = await readExecutions(app, workflowId)
    const [entry] = execution?.history ?? []
    expect(entry?.error).toBeNull()
    expect(comparable(await htmlOf(entry?.output?.['emailId']))).toBe(expected)
  })
})

describe('a workflow with an email of blocks', () => {
  const definition = (config: object) => ({
    name: 'Workflow',
    eventName: 'go',
    steps: [{ id: 'mail', type: 'SEND_EMAIL', config: { subject: 'Hi', from: 'a@shop.test', ...config } }],
  })
  type WorkflowRecord = {
    id: string
    version: number
    steps: [{ config: { body: string; blocks: object | null } }]
  }
  const post = (app: TestApp, config: object) =>
    call(app, ['POST', '/workflows'], { body: definition(config) })

  it('stores them with the generated body, also in its versions, and takes both back', async () => {
    const app = await inFreshProject(test)
    const workflow = (await post(app, { blocks: NEWS })).json<WorkflowRecord>()
    const [{ config }] = workflow.steps
    expect(config.body).toMatch(/^<mjml>[^]*Hello/)
    expect(config.blocks).toMatchObject({ theme: null, blocks: [{ id: 'a' }, {}, {}, {}] })
    await call(app, ['PATCH', `/workflows/${workflow.id}`], { body: { enabled: true } })
    await call(app, ['PATCH', '/project/brand'], { body: { footer: 'Changed since' } })
    const again = await call(app, ['PATCH', `/workflows/${workflow.id}`], { body: { steps: workflow.steps } })
    const [{ config: saved }] = again.json<WorkflowRecord>().steps
    expect([again.statusCode, saved.body]).toEqual([200, expect.stringContaining('Changed since')])
    const version = await call(app, ['GET', `/workflows/${workflow.id}/versions/1`])
    expect(version.json()).toMatchObject({
      steps: [{ config: { body: config.body, blocks: config.blocks } }],
    })
    const copy = await call(app, ['POST', `/workflows/${workflow.id}/duplicate`])
    expect(copy.json()).toMatchObject({ steps: [{ config: { blocks: config.blocks } }] })
  })

  it('sends with the brand kit of that moment', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildEnabled(app, definition({ blocks: NEWS }))
    const run = async (footer: string) => {
      await call(app, ['PATCH', '/project/brand'], { body: { footer } })
      const { email } = await buildContact(app, { subscribed: true })
      await track(app, 'go', { email })
      await runWorkflows(app.deps)
      const [execution] = await readExecutions(app, id)
      const emailId = String(execution?.history[0]?.output?.['emailId'])
      return (await call(app, ['GET', `/emails/${emailId}/content`])).json<{ html: string }>().html
    }
    expect(await run('The first')).toContain('The first')
    expect(await run('The second')).toContain('The second')
  })

  it.each([
    ['neither body nor blocks', {}, { 'steps.0.config.body': 'required' }],
    ['another body', { body: '<p></p>', blocks: NEWS }, { 'steps.0.config.blocks': 'custom' }],
    [
      'a template as well',
      { templateId: 'x', subject: null, from: null, blocks: NEWS },
      { 'steps.0.config.blocks': 'custom' },
    ],
    [
      'an unknown block',
      { blocks: { blocks: [{ type: 'x' }] } },
      { 'steps.0.config.blocks.blocks.0.type': expect.anything() as unknown },
    ],
  ])('is refused with %s', async (_name, config, fields) => {
    const reply = await post(test, config)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, fields])
  })
})

describe('a recurring campaign', () => {
  it('takes blocks from a template only', async () => {
    const body = {
      name: 'Weekly',
      cron: '0 9 * * 1',
      subject: 'Hi',
      from: 'a@shop.test',
      audienceType: 'ALL',
      body: '<p>Hi</p>',
      test: {},
    }
    const own = await call(test, ['POST', '/recurring-campaigns'], {
      body: { ...body, test: null, blocks: NEWS },
    })
    expect([own.statusCode, fieldsOf(own)]).toEqual([422, { blocks: expect.anything() as unknown }])
    const variants = [{ blocks: OTHER }]
    const inVariant = await call(test, ['POST', '/recurring-campaigns'], { body: { ...body, variants } })
    expect([inVariant.statusCode, fieldsOf(inVariant)]).toEqual([422, { variants: 'custom' }])
  })
})
