// Which email, campaign, workflow and template took a code; and the CSV of a list.
import { expect, it } from 'vitest'
import { buildContact, inFreshProject } from '../../../test/support/factories.ts'
import {
  advanceCampaign,
  buildCampaign,
  buildTemplate,
  sendCampaign,
} from '../../../test/support/feature-steps.ts'
import { call } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { buildEnabled, runWorkflows, track } from '../../../test/support/workflows.ts'
import { addCodes, buildCouponList, listCodes } from './fixtures/coupon-steps.ts'

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })

const readReport = async (app: TestApp, id: string, query: Record<string, string> = {}) =>
  call(app, ['GET', `/coupon-lists/${id}/report`], { query })

it('names the first email of a contact that showed the code, and where it came from', async () => {
  const app = await inFreshProject(test)
  const { id } = await buildCouponList(app, { key: 'spring', codes: 3 })
  const template = await buildTemplate(app, {
    body: '<p>{{ coupons.spring }}</p>',
    from: 'news@shop.test',
    type: 'TRANSACTIONAL',
  })
  const ann = await buildContact(app)
  const campaign = await buildCampaign(app, { template: template.id, subject: null, body: null })
  await sendCampaign(app, campaign.id)
  await advanceCampaign(app, campaign.id)
  const workflow = await buildEnabled(app, {
    steps: [{ id: 'mail', type: 'SEND_EMAIL', config: { templateId: template.id } }],
  })
  const ben = await buildContact(app)
  for (const { email } of [ann, ben]) await track(app, 'go', { email })
  await runWorkflows(app.deps)
  const emails = (await call(app, ['GET', '/emails'])).json<{
    emails: { id: string; contactId: string; source: string }[]
  }>().emails
  const emailOf = (contactId: string, source: string) =>
    emails.find((one) => one.contactId === contactId && one.source === source)?.id
  const codes = await listCodes(app, id)
  const own = { templateId: template.id, status: 'taken' }
  expect(codes).toMatchObject([
    {
      ...own,
      contactId: ann.id,
      campaignId: campaign.id,
      workflowId: null,
      emailId: emailOf(ann.id, 'CAMPAIGN'),
    },
    {
      ...own,
      contactId: ben.id,
      campaignId: null,
      workflowId: workflow.id,
      emailId: emailOf(ben.id, 'WORKFLOW'),
    },
    { status: 'free', emailId: null, campaignId: null, workflowId: null, templateId: null },
  ])
  expect(await listCodes(app, id, { campaignId: campaign.id })).toEqual([codes[0]])
  expect(await listCodes(app, id, { workflowId: workflow.id })).toEqual([codes[1]])
  expect(await listCodes(app, id, { campaignId: workflow.id })).toEqual([])
  const report = await readReport(app, id, { workflowId: workflow.id })
  expect(report.body.split('\r\n')[1]).toBe(Object.values(asRow(codes[1])).join(','))
})

const asRow = (code: Awaited<ReturnType<typeof listCodes>>[number] | undefined) => {
  const {
    code: text,
    status,
    contactId,
    email,
    takenAt,
    emailId,
    campaignId,
    workflowId,
    templateId,
    createdAt,
  } = code ?? ({} as Record<string, string>)
  return { text, status, contactId, email, takenAt, emailId, campaignId, workflowId, templateId, createdAt }
}

it('is one file of all codes, however many, without formulas', async () => {
  const app = await inFreshProject(test)
  const { id } = await buildCouponList(app, { key: 'spring' })
  const codes = Array.from({ length: 2_500 }, (_, index) => `=1+${index}`)
  await addCodes(app, id, codes)
  const report = await readReport(app, id)
  expect(report.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="coupons-spring.csv"',
  })
  const [head, ...lines] = report.body.trimEnd().split('\r\n')
  expect(head).toBe('code,status,contactId,email,takenAt,emailId,campaignId,workflowId,templateId,createdAt')
  expect(lines.map((line) => line.split(',')[0])).toEqual(codes.map((code) => `'${code}`))
})

it('needs a key', async () => {
  const { id } = await buildCouponList(test)
  expect((await call(test, ['GET', `/coupon-lists/${id}/report`], { key: null })).statusCode).toBe(401)
})
