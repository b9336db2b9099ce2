// Webhooks as developers use them: an endpoint with its secret, a test event with its answer, sending again and replay.
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useReceiver } from '../support/servers/webhook-receiver.ts'

const receiver = await useReceiver()
const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(dashboard)

let webhookUrl = ''
let secret = ''

async function openWebhook(search = ''): Promise<void> {
  const { webhooks } = (await ask(dashboard.node, 'GET /webhooks')).json<{ webhooks: { id: string }[] }>()
  await open(`/webhooks/${webhooks[0]?.id}${search}`)
}

const track = (event: string) =>
  ask(dashboard.node, 'POST /v1/track', { body: { email: 'ada@example.com', event } })

describe('webhooks', () => {
  it('are made with chosen events, and show their secret once', async () => {
    const { page } = dashboard
    webhookUrl = receiver.newUrl()
    await open('/webhooks')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByText('Choose at least one event.').waitFor()
    await dialog.getByLabel('Address', { exact: true }).fill('ftp://example.com')
    await dialog.getByRole('checkbox', { name: 'email.bounced' }).click()
    await dialog.getByLabel('Another event of yours').fill('order.paid')
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByText(/Must .*http/).waitFor()
    await dialog.getByLabel('Address', { exact: true }).fill(webhookUrl)
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    secret = await dialog.getByLabel('The secret', { exact: true }).innerText()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('row', { name: /email.bounced and 1 more/ }).waitFor()
    expect(await page.content()).not.toContain(secret)
    forgetRefusals(422)
    expectNoProblems()
  })

  it('are tested: the request is signed, and its answer comes on screen', async () => {
    const { page } = dashboard
    receiver.answer = () => ({ status: 202, body: 'thank you' })
    await openWebhook()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Delivered').waitFor()
    await dialog.getByText('thank you').waitFor()
    await dialog.getByRole('region', { name: 'Body of the request' }).getByText('webhook.test').waitFor()
    await expectAccessible(page)
    const [request] = receiver.at(webhookUrl)
    const verified = new Webhook(secret).verify(
      request?.body ?? '',
      request?.headers as Record<string, string>,
    )
    expect(verified).toMatchObject({ type: 'webhook.test' })
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('Attempt 2').waitFor()
    const ids = receiver.at(webhookUrl).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
    expectNoProblems()
  })

  it('send a time range again, with the same ids', async () => {
    const { page } = dashboard
    for (let n = 0; n < 3; n += 1) await track('order.paid')
    await eventually(() => expect(receiver.at(webhookUrl)).toHaveLength(3))
    await openWebhook()
    await eventually(async () =>
      expect(await page.getByRole('row', { name: /order.paid Delivered/ }).count()).toBe(3),
    )
    const search = page.getByRole('searchbox', { name: 'Search by address or id' })
    await search.fill('nobody')
    await page.getByText('Try another status or text.').waitFor()
    await search.fill('')
    await page
      .getByRole('row', { name: /order.paid Delivered/ })
      .first()
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Replay' }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send again' }).click()
    // The test event of before is one of them.
    await dialog.getByText('4 deliveries are sent again.').waitFor()
    await eventually(() => expect(receiver.at(webhookUrl)).toHaveLength(7))
    const ids = receiver.at(webhookUrl).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(4)
    expectNoProblems()
  })

  it('get another secret: both verify for as long as was chosen', async () => {
    const { page } = dashboard
    await openWebhook('?tab=settings')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('The old secret works for').click()
    await page.getByRole('option', { name: 'An hour' }).click()
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click()
    const newSecret = await dialog.getByLabel('The secret', { exact: true }).innerText()
    await dialog.getByText('both secrets verify them').waitFor()
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    const [request] = await eventually(() => {
      expect(receiver.at(webhookUrl)).toHaveLength(1)
      return receiver.at(webhookUrl)
    })
    for (const one of [secret, newSecret]) {
      const headers = request?.headers as Record<string, string>
      expect(new Webhook(one).verify(request?.body ?? '', headers)).toMatchObject({ type: 'webhook.test' })
    }
    expectNoProblems()
  })

  it('are changed, say why they are off, and are switched on again', async () => {
    const { page } = dashboard
    receiver.answer = () => ({ status: 410 })
    await openWebhook('?tab=settings')
    await page.getByLabel('Description').fill('The shop')
    await page.getByRole('switch', { name: 'Every event' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'The shop', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.getByRole('dialog').getByText('410').waitFor()
    await openWebhook()
    await page.getByText('Lettermill switched it off').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Switch it on' }).click()
    await page.getByText('The webhook is on.').waitFor()
    const { webhooks } = (await ask(dashboard.node, 'GET /webhooks')).json<{ webhooks: object[] }>()
    expect(webhooks).toMatchObject([{ enabled: true, events: ['*'], description: 'The shop' }])
    expectNoProblems()
  })
})
