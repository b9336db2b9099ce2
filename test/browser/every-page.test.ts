// Every page that the router knows, with records on it, has nothing that axe finds. The routes come from the router itself, so a
// new page cannot be forgotten: one that shows a record of a new kind fails until an example of it is given here.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAllAccessible, openSignedOut, useDashboard, watch } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { callTool, connectTo } from '../support/feature-steps.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole } = stepsOn(dashboard)

/** The ids in the paths of the router, by the name of the parameter. */
const ids: Record<string, string> = {}

const post = async <Answer>(path: string, body: object): Promise<Answer> => {
  const reply = await ask(dashboard.node, `POST ${path}`, { body })
  if (reply.status >= 300) throw new Error(`POST ${path}: ${reply.text}`)
  return reply.json<Answer>()
}

/** The id of the first record of a list. */
async function firstOf(path: string, name: string): Promise<string> {
  const answer = (await ask(dashboard.node, `GET ${path}`)).json<Record<string, { id: string }[]>>()
  const id = answer[name]?.[0]?.id
  if (id === undefined) throw new Error(`${path} has no record`)
  return id
}

async function makeApproval(): Promise<string> {
  await ask(dashboard.node, 'PATCH /project', { body: { mcpApprovalAbove: 0 } })
  const { url, secretKey } = dashboard.node
  const client = await connectTo(new URL('/mcp', url), secretKey)
  const email = { from: 'shop@shop.test', to: 'ada@example.com', subject: 'An offer', body: '<p>Offer</p>' }
  const call = { ...email, dryRun: false }
  const { approval } = await callTool<{ approval: { id: string } }>(client, ['send_email', call])
  return approval.id
}

/** As the owner does it in the dashboard. */
async function invite(): Promise<string> {
  const { context, url, projectId } = dashboard
  const answer = await context.request.post(`${url}/invitations`, {
    data: { email: `${randomUUID()}@example.com`, role: 'member' },
    headers: { origin: url, 'lettermill-project': projectId },
  })
  const { link } = (await answer.json()) as { link: string }
  return link.slice(link.lastIndexOf('/') + 1)
}

const SCHEDULE = { cron: '0 9 * * 1', timezone: 'UTC' }
const EMAIL = { subject: 'News', body: '<p>News</p>', from: 'news@shop.test' }

beforeAll(async () => {
  await post('/sample-data', {})
  await post('/v1/send', { to: 'ada@example.com', subject: 'Hi', body: '<p>Hi</p>', from: 'a@shop.test' })
  await post('/suppressions', { email: 'gone@example.com' })
  ids.contactId = await firstOf('/contacts', 'contacts')
  ids.segmentId = await firstOf('/segments', 'segments')
  ids.templateId = await firstOf('/templates', 'templates')
  ids.formId = await firstOf('/forms', 'forms')
  ids.emailId = await firstOf('/emails', 'emails')
  ids.campaignId = await firstOf('/campaigns', 'campaigns')
  ids.workflowId = await firstOf('/workflows', 'workflows')
  ids.executionId = await firstOf(`/workflows/${ids.workflowId}/executions`, 'executions')
  ids.partialId = (
    await post<{ id: string }>('/partials', { name: 'Footer', key: 'footer', body: '<p>x</p>' })
  ).id
  ids.listId = (await post<{ id: string }>('/coupon-lists', { name: 'Spring', key: 'spring' })).id
  await post(`/coupon-lists/${ids.listId}/codes`, { codes: ['SPRING-1', 'SPRING-2'] })
  ids.domainId = (await post<{ id: string }>('/domains', { domain: `${randomUUID()}.example.org` })).id
  const settings = { host: '127.0.0.1', port: 9, tls: 'opportunistic' }
  ids.transportId = (await post<{ id: string }>('/transports', { name: 'Spare', type: 'smtp', settings })).id
  const hook = { url: 'https://shop.example/hooks', events: ['email.delivered'] }
  ids.webhookId = (await post<{ id: string }>('/webhooks', hook)).id
  const weekly = { name: 'Weekly', ...SCHEDULE, ...EMAIL, audienceType: 'ALL' }
  ids.recurringId = (await post<{ id: string }>('/recurring-campaigns', weekly)).id
  ids.token = await invite()
})

/** The paths of all routes, such as `/app/p/$projectId/emails/$emailId`. */
async function routesOf(page: Page): Promise<string[]> {
  await page.goto(`${dashboard.url}/app/p/${dashboard.projectId}`)
  await untilWhole(page)
  return page.evaluate<string[]>(`Object.keys(__TSR_ROUTER__.routesByPath)`)
}

/** These only lead to another page. */
const REDIRECTS = ['/', '/app']
const PROJECT = '/app/p/$projectId'

const filled = (path: string): string =>
  path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const id = name === 'projectId' ? dashboard.projectId : ids[name]
    if (id === undefined) throw new Error(`${path} needs an example of ${name}`)
    return id
  })

describe('every route of the router', () => {
  it('that needs a session has nothing that axe finds, in light and dark', async () => {
    const { page } = dashboard
    ids.approvalId = await makeApproval()
    const routes = (await routesOf(page)).filter((path) => path.startsWith(PROJECT))
    // Guards against a router that names its routes differently.
    expect(routes.length).toBeGreaterThan(40)
    const failed: string[] = []
    for (const path of routes) {
      await openWhole(filled(path).slice(filled(PROJECT).length))
      await expectAllAccessible(page).catch((error: { actual?: unknown; message: string }) =>
        failed.push(`${path}: ${JSON.stringify(error.actual ?? error.message)}`),
      )
    }
    expect(failed).toEqual([])
    expectNoProblems()
  })

  it('that needs no session has nothing that axe finds, in light and dark', async () => {
    const routes = (await routesOf(dashboard.page)).filter((path) => !path.startsWith(PROJECT))
    const others = routes.filter((path) => !REDIRECTS.includes(path))
    expect(others.length).toBeGreaterThan(4)
    const page = await openSignedOut(dashboard)
    await watch(page, dashboard)
    for (const path of others) {
      await page.goto(dashboard.url + filled(path))
      await eventually(async () => expect(await page.getByRole('heading').count()).toBeGreaterThan(0))
      await expectAllAccessible(page)
    }
    // Links that are used up, or for another purpose, and questions of people who are not signed in.
    for (const status of [401, 404, 400, 403, 410]) forgetRefusals(status)
    expectNoProblems()
  })
})
