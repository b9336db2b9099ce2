// The requests that the API description shows work when they are pasted: on a new server, each is sent as it is written,
// with the ids of the records that the requests before it have created.
import { describe, expect, it } from 'vitest'
import { buildContact, makeEmail } from '../support/factories.ts'
import { call } from '../support/requests.ts'
import { useTestApp } from '../support/test-app.ts'
import { describeApi } from './api-routes.ts'
import type { Operation } from './api-routes.ts'

const test = useTestApp({ MAIL_TRANSPORT: 'inbox:' })
const { operations } = await describeApi()

const exampleOf = ({ requestBody }: Operation): object | undefined => {
  const { content } = (requestBody ?? {}) as { content?: Record<string, { example?: object }> }
  return content?.['application/json']?.example
}

const find = (name: string): Operation => {
  const found = operations.find(({ operationId }) => operationId === name)
  if (!found) throw new Error(`there is no operation ${name}`)
  return found
}

/** A person decides about approvals, and the endpoint for agents is called by clients of its protocol. */
const isForPeople = ({ tags = [] }: Operation) =>
  tags.some((tag) => ['Accounts', 'Approvals', 'Members'].includes(tag))

/** Calls a server of its example, which is on the Internet. */
const isOutward = ({ operationId }: Operation) => operationId === 'previewFeed'

/** Its example names a time, which may be more than a year ahead, or past. */
const isDated = ({ operationId }: Operation) => operationId === 'resendUpdateEmail'

/** `ids`: those of the path, in its order. */
async function paste(name: string, ids: readonly string[]) {
  const { method, path, responses = {} } = find(name)
  const body = exampleOf(find(name))
  const url = ids.reduce((shorter, id) => shorter.replace(/\{\w+\}/, id), path)
  const reply = await call(test, [method, url], { ...(body && { body }) })
  expect([name, reply.statusCode, reply.statusCode < 300 ? '' : reply.body]).toEqual([
    name,
    expect.toSatisfy((status: number) => status < 300 && String(status) in responses),
    '',
  ])
  return reply
}

/** Ids are made by the server, so no new one has the contact that the example names. */
async function nameContact({ contactId }: { contactId: string }): Promise<void> {
  const { id } = await buildContact(test)
  await test.deps.database.pool.query('update contacts set id = $1 where id = $2', [contactId, id])
}

/** A worker would have to select the recipients. */
async function testVariants(campaign: string): Promise<void> {
  await test.deps.database.pool.query(
    `update campaigns set variants = '[{"subject": "B", "body": null}]', canary = null, sample_count = 0,
      test = '{"share": 1, "waitMinutes": 60, "metric": "clicks"}', frozen_at = now(), content_id = gen_random_uuid()
     where id = $1`,
    [campaign],
  )
}

/** DNS would have to verify the domain, and a name for examples never leaves this machine. */
async function sendBy(domain: string, transport: string): Promise<void> {
  await test.deps.database.pool.query(
    "update domains set status = 'VERIFIED', verified_at = now(), is_reserved = false where id = $1",
    [domain],
  )
  await call(test, ['PATCH', `/domains/${domain}`], { body: { transports: [transport] } })
}

describe('the requests in the API description', () => {
  it('work on a new server, as they are written', async () => {
    const sent = new Set<string>()
    const run = async (name: string, ...ids: string[]) => {
      sent.add(name)
      return paste(name, ids)
    }
    const { id: couponList } = (await run('createCouponList')).json<{ id: string }>()
    await run('updateCouponList', couponList)
    await run('addCouponCodes', couponList)
    const { id: partial } = (await run('createPartial')).json<{ id: string }>()
    await run('updatePartial', partial)
    await run('renderPartial')
    const { id: topic } = (await run('createTopic')).json<{ id: string }>()
    await run('updateTopic', topic)
    await run('previewForm')
    const { id: form } = (await run('createForm')).json<{ id: string }>()
    await run('updateForm', form)
    const { id: contact } = (await run('upsertContact')).json<{ id: string }>()
    await run('updateContact', contact)
    await run('bulkContacts')
    await run('trackEvent')
    const { id: template } = (await run('createTemplate')).json<{ id: string }>()
    await run('updateTemplate', template)
    await run('renderTemplate', template)
    await run('renderDraft')
    await run('checkTemplate', template)
    await run('checkDraft')
    await run('checkTemplateLinks', template)
    await run('checkDraftLinks')
    await run('testTemplate', template)
    await run('createSegment')
    await run('previewSegment')
    const list = await call(test, ['POST', '/segments'], { body: { name: 'List', type: 'STATIC' } })
    const { id: segment } = list.json<{ id: string }>()
    await run('updateSegment', segment)
    await run('addSegmentMembers', segment)
    await run('removeSegmentMembers', segment)
    const campaign = (await run('createCampaign')).json<{ data: { id: string } }>().data.id
    await run('updateCampaign', campaign)
    await run('testCampaign', campaign)
    await run('countMissingFields')
    await run('sendCampaign', campaign)
    await call(test, ['POST', `/campaigns/${campaign}/send`], { body: {} })
    await run('pauseCampaign', campaign)
    await testVariants(campaign)
    await run('chooseCampaignWinner', campaign)
    const { id: recurring } = (await run('createRecurringCampaign')).json<{ id: string }>()
    await run('updateRecurringCampaign', recurring)
    const { id: workflow } = (await run('createWorkflow')).json<{ id: string }>()
    await nameContact(exampleOf(find('startWorkflowExecution')) as { contactId: string })
    await run('startWorkflowExecution', workflow)
    await run('updateWorkflow', workflow)
    await run('rotateWorkflowSigningSecret', workflow)
    await run('simulateWorkflow', workflow)
    await run('simulateDefinition')
    await run('preflightWorkflow')
    const { id: webhook } = (await run('createWebhook')).json<{ id: string }>()
    await run('updateWebhook', webhook)
    await run('rotateWebhookSecret', webhook)
    await run('replayWebhook', webhook)
    const { id: domain } = (await run('createDomain')).json<{ id: string }>()
    await run('updateDomain', domain)
    await run('createDomainKey', domain)
    const { id: transport } = (await run('createTransport')).json<{ id: string }>()
    await run('updateTransport', transport)
    await run('updateTransportFeedback', transport)
    await run('rotateTransportFeedback', transport)
    await sendBy(domain, transport)
    await run('proveTransportFeedback', transport)
    const { id: view } = (await run('createView')).json<{ id: string }>()
    await run('updateView', view)
    await run('createSuppression')
    await run('updateProject')
    await run('updateBrandKit')
    await run('applyProjectFiles')
    await run('previewCaps')
    await run('sendEmail')
    await run('sendBatch')
    const later = new Date(Date.now() + 3_600_000)
    await run('updateEmail', await makeEmail(test, { scheduledFor: later }))
    await run('resendSendEmail')
    await run('resendSendBatch')
    await run('resendCreateDomain')
    const { id: audience } = (await run('resendCreateAudience')).json<{ id: string }>()
    await run('resendCreateSegment')
    const { id: member } = (await run('resendCreateAudienceContact', audience)).json<{ id: string }>()
    await run('resendUpdateAudienceContact', audience, member)
    const { id: person } = (await run('resendCreateContact')).json<{ id: string }>()
    await run('resendUpdateContact', person)
    await run('postmarkSendEmail')
    await run('postmarkSendTemplate')
    await run('postmarkSendBatch')
    await run('postmarkSendTemplates')
    await run('sendgridSendEmail')
    await run('verifyAddress')
    const { id: key } = (await run('createKey')).json<{ id: string }>()
    await run('rotateKey', key)

    // Those of people who sign in need a password or a link of their own; the tests of accounts make them.
    const withBody = operations.filter(
      (operation) =>
        exampleOf(operation) !== undefined &&
        !isForPeople(operation) &&
        !isOutward(operation) &&
        !isDated(operation),
    )
    expect([...sent].toSorted()).toEqual(withBody.map(({ operationId }) => operationId ?? '').toSorted())
  })
})
