// Calls of agents that wait for a person: from the call to the email, and to a campaign that was changed meanwhile.
import { describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { callTool, connectTo } from '../support/feature-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { SECRET_KEY } from '../support/node-process.ts'

const dashboard = useDashboard()
const { expectNoProblems, openWhole: open } = stepsOn(dashboard)

const EMAIL = { from: 'shop@shop.test', body: '<p>Our offer</p><script>alert(1)</script>', dryRun: false }
type WaitingCall = { state: string; approval: { id: string; url: string } }

const agent = () => {
  const { url, secretKey = SECRET_KEY } = dashboard.node as { url: string; secretKey?: string }
  return connectTo(new URL('/mcp', url), secretKey)
}

describe('approvals', () => {
  it('explain themselves while there is none, and are set up in the settings', async () => {
    const { page } = dashboard
    await open('/approvals')
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor()
    await expectAccessible(page)
    await open('/settings')
    await page.getByLabel('Recipients an agent may send to alone').fill('0')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(/saved/).first().waitFor()
    await eventually(async () =>
      expect((await ask(dashboard.node, 'GET /project')).json()).toMatchObject({ mcpApprovalAbove: 0 }),
    )
    expectNoProblems()
  })

  it('send an email of an agent once a person approves it', async () => {
    const { page } = dashboard
    const client = await agent()
    const args = { ...EMAIL, to: 'ada@example.com', subject: 'An offer' }
    const { state, approval } = await callTool<WaitingCall>(client, ['send_email', args])
    expect(state).toBe('waiting_for_approval')
    await open('/approvals?state=WAITING')
    const row = page.getByRole('row', { name: /An offer/ })
    await row.waitFor()
    const search = page.getByLabel('Search by subject, campaign or key')
    await search.fill('nothing like it')
    await page.getByText('Try another part of the title, or another state.').waitFor()
    await search.fill('offer')
    await row.waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'An offer' }).click()
    await page.getByText('An agent waits for your decision. Nothing has been sent.').waitFor()
    expect(new URL(approval.url).pathname).toBe(new URL(page.url()).pathname)
    await page.getByText('ada@example.com').first().waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send this?' })
    await dialog.getByText('It is sent to 1 recipient.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Approve and send' }).click()
    await page.getByText('It was approved, and carried out.').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await expectAccessible(page)
    const sent = await callTool<{ state: string }>(client, ['get_approval', { id: approval.id }])
    expect(sent.state).toBe('APPROVED')
    const { emails } = (await ask(dashboard.node, 'GET /emails')).json<{ emails: object[] }>()
    expect(emails).toHaveLength(1)
    expectNoProblems()
  })

  it('tell the agent why a person rejects it', async () => {
    const { page } = dashboard
    const client = await agent()
    const args = { ...EMAIL, to: 'ada@example.com', subject: 'Another offer' }
    const { approval } = await callTool<WaitingCall>(client, ['send_email', args])
    await open(`/approvals/${approval.id}`)
    await page.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject this?' })
    await dialog.getByLabel('Reason').fill('Too many offers')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Reason: Too many offers').waitFor()
    const decided = await callTool(client, ['get_approval', { id: approval.id }])
    expect(decided).toMatchObject({ state: 'REJECTED', reason: 'Too many offers' })
    expectNoProblems()
  })

  it('say so if the campaign was changed meanwhile, and send nothing', async () => {
    const { page } = dashboard
    await ask(dashboard.node, 'POST /contacts', { body: { email: 'ben@example.com', subscribed: true } })
    const client = await agent()
    const draft = {
      name: 'News',
      subject: 'News',
      body: '<p>News</p>',
      from: 'a@shop.test',
      audienceType: 'ALL',
    }
    const { data } = await callTool<{ data: { id: string } }>(client, ['save_campaign', draft])
    const { approval } = await callTool<WaitingCall>(client, [
      'send_campaign',
      { id: data.id, dryRun: false },
    ])
    await open(`/approvals/${approval.id}`)
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor()
    await callTool(client, ['save_campaign', { id: data.id, subject: 'Other news' }])
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Approve and send' }).click()
    await page.getByText('It was approved, but could not be carried out. Nothing was sent.').waitFor()
    await page.getByText(/The campaign was changed after it was checked/).waitFor()
    await expectAccessible(page)
    const campaign = (await ask(dashboard.node, `GET /campaigns/${data.id}`)).json<{
      data: { status: string }
    }>()
    expect(campaign.data.status).toBe('DRAFT')
    expectNoProblems()
  })
})
