// The additions to the body of a campaign: preview text, tags of links, a link to the page in a browser.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildContact } from '../../../../test/support/factories.ts'
import { call, errorOf, fieldsOf } from '../../../../test/support/requests.ts'
import {
  buildCampaign,
  newFields,
  postCampaign,
  readCampaign,
  sendThrough,
} from '../fixtures/campaign-steps.ts'
import { useCampaigns } from '../fixtures/use-campaigns.ts'

const { test, delivery, own } = useCampaigns()

/** The content of the only email of a campaign. */
async function readContent(
  id: string,
): Promise<{ html: string; text: string; headers: Record<string, string> }> {
  const { rows } = await sql<{ id: string }>`select id from all_emails where campaign_id = ${id}`.execute(
    test.deps.database.db,
  )
  return (await call(own, ['GET', `/emails/${rows[0]?.id}/content`])).json()
}

const PREVIEW_TEXT = 'For {{ name }} & others'
const UTM = { source: 'shop', campaign: 'spring' }

describe('a campaign', () => {
  it('has the preview text before everything else, and its tags on its links', async () => {
    await buildContact(own, { data: { name: '<Ann>' } })
    const body =
      '<body><p><a href="https://shop.test/a">a</a> <a href="https://shop.test/b?utm_source=own" data-lm-no-track>b</a></p>' +
      '<a href="{{ unsubscribeUrl }}">leave</a> <a href="{{ browserUrl }}">look</a></body>'
    const { id } = await buildCampaign(own, { body, previewText: PREVIEW_TEXT, utm: UTM })
    await sendThrough(own, delivery, id)
    const { html, text } = await readContent(id)
    expect(html).toMatch(/^<body><div style="display:none[^>]*> For &lt;Ann&gt; &amp; others&#847;/)
    expect(text).not.toContain('others')
    expect(html).toContain('href="https://shop.test/b?utm_source=own"')
    const { rows } = await sql<{ links: string[] }>`
      select links from contents where project_id = ${own.project.projectId}`.execute(test.deps.database.db)
    expect(rows).toEqual([{ links: ['https://shop.test/a?utm_source=shop&utm_campaign=spring'] }])
    const [, page = ''] = /href="[^"]*(\/browser\/[^"]+)"/.exec(html) ?? []
    const reply = await test.app.inject({ method: 'GET', url: page })
    expect([reply.statusCode, reply.body.includes('For &lt;Ann&gt;')]).toEqual([200, true])
  })

  it('is named in the Feedback-ID of its emails', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own)
    await sendThrough(own, delivery, id)
    expect((await readContent(id)).headers['Feedback-ID']).toBe(
      `${id}:${own.project.projectId}:marketing:lettermill`,
    )
  })

  it('shows both fields, keeps them in a copy, and takes them back', async () => {
    const made = await buildCampaign(own, { previewText: PREVIEW_TEXT, utm: UTM })
    expect(made).toMatchObject({ previewText: PREVIEW_TEXT, utm: UTM })
    const copy = await call(own, ['POST', `/campaigns/${made.id}/duplicate`])
    expect(copy.json()).toMatchObject({ data: { previewText: PREVIEW_TEXT, utm: UTM } })
    const body = { previewText: null, utm: null }
    expect((await call(own, ['PATCH', `/campaigns/${made.id}`], { body })).statusCode).toBe(200)
    expect(await readCampaign(own, made.id)).toMatchObject(body)
  })

  it('has the preview text that was changed last', async () => {
    await buildContact(own)
    const { id } = await buildCampaign(own, { previewText: 'First' })
    await call(own, ['PATCH', `/campaigns/${id}`], { body: { previewText: 'Second' } })
    await sendThrough(own, delivery, id)
    const { html } = await readContent(id)
    expect([html.includes('> Second&#847;'), html.includes('First')]).toEqual([true, false])
  })

  it.each([
    [{ previewText: 'x'.repeat(256) }, { previewText: 'too_big' }],
    [{ previewText: 'a\nb' }, { previewText: 'invalid_string' }],
    [{ utm: { source: '' } }, { 'utm.source': 'too_small' }],
    [{ utm: { medium: 'x'.repeat(101) } }, { 'utm.medium': 'too_big' }],
    [{ utm: 'shop' }, { utm: 'invalid_type' }],
  ])('refuses %j', async (fields, problems) => {
    const reply = await postCampaign(own, fields)
    expect([reply.statusCode, fieldsOf(reply)]).toEqual([422, problems])
  })

  it('refuses a preview text that is no Liquid', async () => {
    const reply = await postCampaign(own, { ...newFields(), previewText: 'Hi {{ name' })
    expect([reply.statusCode, errorOf(reply).code]).toEqual([400, 'TEMPLATE_SYNTAX'])
    expect(errorOf(reply).message).toMatch(/^previewText, line 1, column 4: /)
  })
})
