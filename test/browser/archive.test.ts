// The archive as marketers use it: they send a campaign, show it, make the archive public, and readers find it there.
import { describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(dashboard)

const NEWS = {
  name: 'Spring',
  subject: 'Spring for {{ name }}',
  body: '<h1>Seeds</h1><p>Hello {{ name }}</p><script>document.title = "ran"</script>',
  from: 'news@shop.test',
  audienceType: 'ALL',
}

/** A campaign that has left. */
async function sendNews(): Promise<string> {
  const contact = { email: 'ada@example.com', subscribed: true, data: { name: 'Ada' } }
  await ask(dashboard.node, 'POST /contacts', { body: contact })
  const { id } = (await ask(dashboard.node, 'POST /campaigns', { body: NEWS })).json<{
    data: { id: string }
  }>().data
  await ask(dashboard.node, `POST /campaigns/${id}/send`, { body: {} })
  await eventually(async () => {
    const { status } = (await ask(dashboard.node, `GET /campaigns/${id}`)).json<{
      data: { status: string }
    }>().data
    expect(status).toBe('SENT')
  })
  return id
}

const readPath = async () =>
  (await ask(dashboard.node, 'GET /project')).json<{ archive: { path: string } }>().archive.path

describe('the archive', () => {
  it('shows a campaign that was chosen, once it is public', async () => {
    const { page } = dashboard
    const id = await sendNews()
    await open(`/campaigns/${id}`)
    await page.getByRole('switch', { name: 'Show in the archive' }).click()
    await page.getByText('The archive shows the campaign.').waitFor()
    await page.getByText('The archive of this project is off').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Settings of the archive' }).click()
    await page.getByRole('switch', { name: 'The archive is public' }).click()
    await page.getByLabel('Title').fill('x'.repeat(101))
    await page.getByText('Must have at most 100 characters').waitFor()
    await page.getByLabel('Title').fill('Garden news')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The settings of the archive were saved.').waitFor()
    await expectAccessible(page)
    const address = await page.getByRole('link', { name: 'Open the archive' }).getAttribute('href')
    expect(address).toContain(await readPath())
    await open(`/campaigns/${id}`)
    await page.getByRole('link', { name: 'Open the page' }).waitFor()
    expectNoProblems()
  })

  it('is a list for readers, also on a phone, and emails in which nothing runs', async () => {
    const { page } = dashboard
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${dashboard.url}${await readPath()}`)
    await page.getByRole('heading', { name: 'Garden news' }).waitFor()
    expect(await page.evaluate<boolean>(`document.documentElement.scrollWidth > innerWidth`)).toBe(false)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Spring for' }).click()
    await page.getByRole('heading', { name: 'Seeds' }).waitFor()
    expect(await page.getByText('Ada').count()).toBe(0)
    expect(await page.title()).not.toBe('ran')
    await page.setViewportSize({ width: 1440, height: 900 })
    dashboard.problems.splice(0)
  })

  it('no longer shows a campaign that was hidden', async () => {
    const { page } = dashboard
    const [campaign] = (await ask(dashboard.node, 'GET /campaigns')).json<{ campaigns: { id: string }[] }>()
      .campaigns
    await open(`/campaigns/${campaign?.id}`)
    await page.getByRole('switch', { name: 'Show in the archive' }).click()
    await page.getByText('The archive no longer shows the campaign.').waitFor()
    const reply = await fetch(`${dashboard.url}${await readPath()}`)
    expect(await reply.text()).toContain('There are no newsletters yet.')
    forgetRefusals(404)
    expectNoProblems()
  })
})
