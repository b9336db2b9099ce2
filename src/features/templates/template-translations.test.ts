// Templates in several languages: how they are saved and shown, and who gets which.
import { describe, expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import {
  actOnCampaign,
  advanceCampaign,
  buildCampaign,
  buildPartial,
  changePartial,
  sendCampaign,
} from '../../../test/support/feature-steps.ts'
import { call, errorOf, fieldsOf } from '../../../test/support/requests.ts'
import { send, sendOne } from '../../../test/support/send-steps.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildEnabled, readExecutions, runWorkflows, track } from '../../../test/support/workflows.ts'
import {
  buildTemplate,
  patchTemplate,
  postRender,
  postTemplate,
  readTemplate,
} from './fixtures/template-steps.ts'

const test = useTestApp()

const GERMAN = { subject: 'Hallo {{ name }}', body: '<p>Hallo {{ name }}, {{ stadt }}</p>' }
const FRENCH = {
  subject: 'Bonjour',
  body: '<p>Bonjour {{ name }}</p>',
  previewText: 'Salut',
  text: 'Bonjour !',
}
const ENGLISH = { subject: 'Hello {{ name }}', body: '<p>Hello {{ name }}</p>' }
const SAVED = { previewText: null, text: null }

const build = (app: TestApp, fields: object = {}) =>
  buildTemplate(app, {
    ...ENGLISH,
    from: 'a@app.example',
    translations: { de: GERMAN, fr: FRENCH },
    ...fields,
  })

type ShownEmail = { subject: string; html: string; text: string }
const contentOf = async (app: TestApp, emailId: unknown): Promise<ShownEmail> =>
  (await call(app, ['GET', `/emails/${String(emailId)}/content`])).json<ShownEmail>()

describe('the translations of a template', () => {
  it('are saved and returned, with the variables of all languages', async () => {
    const app = await inFreshProject(test)
    const template = await build(app)
    expect(template).toMatchObject({
      languages: ['de', 'fr'],
      translations: { de: { ...SAVED, ...GERMAN }, fr: FRENCH },
      variables: ['name', 'stadt'],
    })
    expect(await readTemplate(app, template.id)).toEqual(template)
    const list = await call(app, ['GET', '/templates'])
    expect(list.json()).toMatchObject({ templates: [{ translations: { fr: FRENCH } }] })
  })

  it('are changed and removed by language, with a version each', async () => {
    const app = await inFreshProject(test)
    const { id } = await build(app)
    const changed = await patchTemplate(app, id, {
      translations: { de: null, es: { ...ENGLISH, subject: 'Hola' } },
    })
    expect(changed.json()).toMatchObject({ version: 2, languages: ['es', 'fr'] })
    const kept = await patchTemplate(app, id, { name: 'Other' })
    expect(kept.json()).toMatchObject({ version: 3, languages: ['es', 'fr'], translations: { fr: FRENCH } })
    const first = await call(app, ['GET', `/templates/${id}/versions/1`])
    expect(first.json()).toMatchObject({ languages: ['de', 'fr'], translations: { de: GERMAN } })
    const copy = await call(app, ['POST', `/templates/${id}/duplicate`])
    expect(copy.json()).toMatchObject({ version: 1, translations: { fr: FRENCH } })
  })

  it.each([
    [{ german: GERMAN }, { 'translations.german': 'invalid_key' }],
    [{ 'DE-at': GERMAN }, { 'translations.DE-at': 'invalid_key' }],
    [{ de: { subject: 'x' } }, { 'translations.de.body': 'required' }],
    [{ de: { ...GERMAN, subject: '' } }, { 'translations.de.subject': 'too_small' }],
    [
      Object.fromEntries(
        Array.from({ length: 31 }, (_, n) => [
          `a${String.fromCharCode(97 + (n % 26))}${n > 25 ? 'x' : ''}`,
          GERMAN,
        ]),
      ),
      { translations: 'too_big' },
    ],
  ])('are refused if they are %j', async (translations, codes) => {
    const reply = await postTemplate(test, { translations })
    expect([reply.statusCode, Object.keys(fieldsOf(reply))]).toEqual([422, Object.keys(codes)])
  })

  it('name the language of a mistake', async () => {
    const reply = await postTemplate(test, { translations: { de: { ...GERMAN, body: '<p>{{ a b }}</p>' } } })
    expect([reply.statusCode, errorOf(reply).message]).toEqual([
      400,
      'translations.de: body, line 1, column 9: unexpected "b" after a value',
    ])
  })

  it('are limited together', async () => {
    const large = { subject: 'x', body: 'x'.repeat(900_000) }
    const app = await inFreshProject(test)
    const { id } = await buildTemplate(app, { translations: { de: large, fr: large } })
    expect(fieldsOf(await patchTemplate(app, id, { translations: { es: large } }))).toEqual({
      translations: 'too_big',
    })
  })

  it('are shown one by one', async () => {
    const app = await inFreshProject(test)
    const { id } = await build(app)
    const contact = await buildContact(app, { data: { name: 'Ann', locale: 'de-AT' } })
    const shown = async (body: object) =>
      (await postRender(app, id, { ...body })).json<ShownEmail & { language: string }>()
    expect(await shown({ language: 'fr' })).toMatchObject({
      language: 'fr',
      subject: 'Bonjour',
      text: 'Bonjour !',
    })
    expect(await shown({ contactId: contact.id })).toMatchObject({ language: 'de', subject: 'Hallo Ann' })
    expect(await shown({ contactId: contact.id, language: 'fr-CA' })).toMatchObject({ language: 'fr' })
    expect(await shown({ language: 'it' })).toMatchObject({ language: null, subject: 'Hello ' })
    expect(await shown({})).toMatchObject({ language: null })
  })

  it('contain partials, and follow their changes', async () => {
    const app = await inFreshProject(test)
    const { id } = await buildPartial(app, 'sign', 'alt')
    const template = await build(app, { translations: { de: { ...GERMAN, body: '{% include "sign" %}' } } })
    await changePartial(app, id, 'neu')
    const rendered = await postRender(app, template.id, { language: 'de' })
    expect(rendered.json()).toMatchObject({ html: 'neu' })
    expect((await call(app, ['DELETE', `/partials/${id}`])).statusCode).toBe(409)
  })
})

describe('POST /v1/send', () => {
  const own = { subject: undefined, body: undefined }

  it('sends each recipient the language of the contact, else the texts of the template', async () => {
    const app = await inFreshProject(test)
    const { id } = await build(app)
    const locales = ['de-AT', 'fr', 'it', undefined]
    const contacts = []
    for (const locale of locales) {
      contacts.push(await buildContact(app, { data: { name: 'Ann', ...(locale && { locale }) } }))
    }
    const sent = await send(app, { ...own, template: id, to: contacts.map(({ email }) => email) })
    const subjects = await Promise.all(sent.map(async ({ email }) => (await contentOf(app, email)).subject))
    expect(subjects).toEqual(['Hallo Ann', 'Bonjour', 'Hello Ann', 'Hello Ann'])
  })

  it('takes the language from the call if it names one', async () => {
    const app = await inFreshProject(test)
    const { id } = await build(app)
    const { email } = await buildContact(app, { data: { name: 'Ann', locale: 'de' } })
    const sent = await sendOne(app, { ...own, template: id, to: email, language: 'fr' })
    expect(await contentOf(app, sent.email)).toMatchObject({ subject: 'Bonjour', text: 'Bonjour !' })
    const bad = await call(app, ['POST', '/v1/send'], {
      body: { to: email, template: id, language: 'french!' },
    })
    expect(fieldsOf(bad)).toEqual({ language: 'invalid_string' })
  })

  it('fills values that only a translation uses, and keeps a subject of the call', async () => {
    const app = await inFreshProject(test)
    const { id } = await build(app)
    const { email } = await buildContact(app, { data: { locale: 'de' } })
    const data = { name: 'Ann', stadt: 'Köln' }
    const sent = await sendOne(app, { ...own, template: id, to: email, data, subject: 'Own {{ name }}' })
    const { subject, html } = await contentOf(app, sent.email)
    expect([subject, html]).toEqual(['Own Ann', '<p>Hallo Ann, Köln</p>'])
  })

  it('tracks the links of each language', async () => {
    const app = await inFreshProject(test)
    const link = (to: string) =>
      `<p><a href="https://shop.test/${to}">x</a> <a href="https://shop.test/both">y</a></p>`
    const { id } = await build(app, {
      body: link('en'),
      translations: { de: { ...GERMAN, body: link('de') } },
    })
    const { email } = await buildContact(app, { data: { locale: 'de' } })
    const sent = await sendOne(app, {
      ...own,
      template: id,
      to: email,
      tracking: { opens: false, clicks: true },
    })
    const { html } = await contentOf(app, sent.email)
    const targets = []
    for (const [, path] of html.matchAll(/href="[^"]*(\/c\/[^"]+)"/g)) {
      targets.push((await app.app.inject({ method: 'GET', url: path ?? '' })).headers.location)
    }
    expect(targets).toEqual(['https://shop.test/de', 'https://shop.test/both'])
  })
})

describe('a campaign from a template with translations', () => {
  const emailsOf = async (app: TestApp, campaignId: string) => {
    const reply = await call(app, ['GET', '/emails'], { query: { campaignId, limit: '100' } })
    return reply.json<{ emails: { id: string }[] }>().emails
  }

  it('sends each recipient their language, also after the template changed', async () => {
    const app = await inFreshProject(test)
    const template = await build(app, { type: 'MARKETING' })
    for (const locale of ['de-CH', 'fr', 'en']) {
      await buildContact(app, { subscribed: true, data: { name: locale, locale } })
    }
    const fields = { template: template.id, subject: null, body: null, from: 'news@shop.test' }
    const campaign = await buildCampaign(app, fields)
    expect(campaign.languages).toEqual(['de', 'fr'])
    await patchTemplate(app, template.id, { translations: { de: null } })
    await sendCampaign(app, campaign.id)
    await advanceCampaign(app, campaign.id)
    const emails = await emailsOf(app, campaign.id)
    const subjects = await Promise.all(emails.map(async ({ id }) => (await contentOf(app, id)).subject))
    expect(subjects.toSorted()).toEqual(['Bonjour', 'Hallo de-CH', 'Hello en'])
  })

  it('tells before it is sent which languages are missing', async () => {
    const app = await inFreshProject(test)
    const template = await build(app, { type: 'MARKETING' })
    for (const locale of ['it', 'it_CH', 'es', 'de-AT', 'en', 'nonsense!', 7]) {
      await buildContact(app, { subscribed: true, data: { name: 'Ann', stadt: 'Bonn', locale } })
    }
    const fields = { template: template.id, subject: null, body: null, from: 'news@shop.test' }
    const campaign = await buildCampaign(app, fields)
    const preflight = await actOnCampaign(app, [campaign.id, 'preflight'])
    const { problems } = preflight.json<{
      data: { problems: { code: string; message: string; count: number }[] }
    }>().data
    expect(problems.find(({ code }) => code === 'TRANSLATION_MISSING')).toMatchObject({
      count: 3,
      message:
        '3 recipients have a language without a translation: it (2), es (1). They get the texts of the campaign itself.',
    })
  })

  it('loses them with a text of its own, and has no variants', async () => {
    const app = await inFreshProject(test)
    const template = await build(app)
    const fields = { template: template.id, subject: null, body: null, from: 'news@shop.test' }
    const campaign = await buildCampaign(app, fields)
    const copy = await actOnCampaign(app, [campaign.id, 'duplicate'])
    expect(copy.json()).toMatchObject({ data: { languages: ['de', 'fr'] } })
    const patched = await call(app, ['PATCH', `/campaigns/${campaign.id}`], { body: { name: 'Renamed' } })
    expect(patched.json()).toMatchObject({ data: { languages: ['de', 'fr'] } })
    const variants = [{ subject: 'B' }]
    const split = { share: 0.2, metric: 'opens', waitMinutes: 60 }
    const refused = await call(app, ['PATCH', `/campaigns/${campaign.id}`], {
      body: { variants, test: split },
    })
    expect([refused.statusCode, fieldsOf(refused)]).toEqual([422, { variants: 'custom' }])
    const own = await call(app, ['PATCH', `/campaigns/${campaign.id}`], { body: { subject: 'Own' } })
    expect(own.json()).toMatchObject({ data: { languages: [] } })
    const other = await buildCampaign(app, { ...fields, subject: 'Own' })
    expect(other.languages).toEqual([])
  })
})

describe('a workflow step with a template with translations', () => {
  it('sends the language of the contact, as the simulation shows', async () => {
    const app = await inFreshProject(test)
    const template = await build(app)
    const steps = [{ id: 'a', type: 'SEND_EMAIL', config: { templateId: template.id } }]
    const workflow = await buildEnabled(app, { steps })
    for (const [locale, subject] of [
      ['de-AT', 'Hallo Ann'],
      ['it', 'Hello Ann'],
    ]) {
      const contact = await buildContact(app, { data: { name: 'Ann', locale } })
      const simulated = await call(app, ['POST', `/workflows/${workflow.id}/simulate`], {
        body: { contact: { id: contact.id }, events: [{ at: new Date().toISOString(), event: 'go' }] },
      })
      const [shown] = simulated.json<{ emails: ShownEmail[] }>().emails
      await track(app, 'go', { email: contact.email })
      await runWorkflows(app.deps)
      const [execution] = await readExecutions(app, workflow.id)
      const sent = await contentOf(app, execution?.history[0]?.output?.['emailId'])
      expect([shown?.subject, sent.subject]).toEqual([subject, subject])
      expect(shown?.html).toBe(sent.html)
    }
  })
})
