// Holdouts as marketers use them: they hold a part back, look at the result, and keep a control group.
import { describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(dashboard)

const NEWS = {
  name: 'Spring',
  subject: 'Spring',
  body: '<p>Seeds</p>',
  from: 'news@shop.test',
  audienceType: 'ALL',
}
const PEOPLE = 30

async function buildPeople(): Promise<void> {
  for (let number = 0; number < PEOPLE; number += 1) {
    const body = { email: `reader-${number}@example.com`, subscribed: true }
    await ask(dashboard.node, 'POST /contacts', { body })
  }
}

type Campaign = { status: string; holdout: { percent: number } | null; controlGroup: string }

const readCampaign = async (id: string) =>
  (await ask(dashboard.node, `GET /campaigns/${id}`)).json<{ data: Campaign }>().data

describe('holdouts', () => {
  it('are set with the goal of a campaign, checked, and shown in its report', async () => {
    const { page } = dashboard
    await buildPeople()
    const { id } = (await ask(dashboard.node, 'POST /campaigns', { body: NEWS })).json<{
      data: { id: string }
    }>().data
    await open(`/campaigns/${id}?step=content&pane=settings`)
    const percent = page.getByLabel('Hold back, in per cent')
    expect(await percent.count()).toBe(0)
    await page.getByLabel('Event', { exact: true }).fill('order.paid')
    await percent.fill('60')
    await page.getByText('Must be at most 50').waitFor()
    await percent.fill('50')
    await page.getByRole('switch', { name: 'Send to the control group, too' }).click()
    await expectAccessible(page)
    await eventually(async () =>
      expect(await readCampaign(id)).toMatchObject({ holdout: { percent: 50 }, controlGroup: 'include' }),
    )
    await open(`/campaigns/${id}?step=checks`)
    await page.getByText('held back and get no email, to compare with.').waitFor()
    await open(`/campaigns/${id}?step=review`)
    await page.getByText('50.0% of the audience, chosen at random, get no email').waitFor()
    await ask(dashboard.node, `POST /campaigns/${id}/send`, { body: {} })
    await eventually(async () => expect((await readCampaign(id)).status).toBe('SENT'))
    await open(`/campaigns/${id}`)
    await page.getByRole('heading', { name: 'Holdout' }).waitFor()
    await page.getByText('Too early to tell', { exact: true }).waitFor()
    await page.getByRole('row', { name: /Held back/ }).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('are set with the goal of a workflow, and shown in its results', async () => {
    const { page } = dashboard
    const steps = [{ id: 'wait', type: 'DELAY', config: { amount: 1, unit: 'days' } }]
    const body = { name: 'Welcome', eventName: 'signed.up', steps }
    const { id } = (await ask(dashboard.node, 'POST /workflows', { body })).json<{ id: string }>()
    await open(`/workflows/${id}?step=@trigger`)
    const panel = page.getByRole('complementary', { name: 'The chosen step' })
    await panel.getByLabel('Event that contacts are meant to reach').fill('order.paid')
    await panel.getByLabel('Hold back, in per cent').fill('many')
    await page.keyboard.press('Control+s')
    await panel
      .getByText(/expected|must be/i)
      .first()
      .waitFor()
    await panel.getByLabel('Hold back, in per cent').fill('20')
    await expectAccessible(page)
    await page.keyboard.press('Control+s')
    await eventually(async () => {
      const { holdout } = (await ask(dashboard.node, `GET /workflows/${id}`)).json<{ holdout: unknown }>()
      expect(holdout).toEqual({ percent: 20 })
    })
    await page.getByRole('tab', { name: 'Results' }).click()
    await page.getByText('one of the groups has no people yet').waitFor()
    await expectAccessible(page)
    forgetRefusals(422)
    expectNoProblems()
  })
})

describe('the control group', () => {
  it('is set in the settings, reported, and shown on the page of a contact', async () => {
    const { page } = dashboard
    await open('/settings?tab=control-group')
    await page.getByText('There is no control group to compare.').waitFor()
    const share = page.getByLabel('Share of the contacts, in per cent')
    await share.fill('30')
    await page.getByText('Must be at most 20').waitFor()
    await share.fill('20')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The control group was saved.').waitFor()
    await page.getByLabel('Event', { exact: true }).fill('order.paid')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('row', { name: /Control group/ }).waitFor()
    await page.getByText('Too early to tell', { exact: true }).waitFor()
    await expectAccessible(page)
    const { contacts } = (await ask(dashboard.node, 'GET /contacts?limit=100')).json<{
      contacts: { id: string }[]
    }>()
    let member = ''
    for (const { id } of contacts) {
      const reply = await ask(dashboard.node, `GET /control-group/contacts/${id}`)
      if (reply.json<{ isMember: boolean }>().isMember) member = id
    }
    expect(member).not.toBe('')
    await open(`/contacts/${member}`)
    await page
      .getByText('Is in it, so this contact gets no campaigns and no marketing email from workflows')
      .waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })
})
