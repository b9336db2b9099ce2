// The feedback URL of the server, on the page about the installation: only its owner sees it.
import { describe, expect, it } from 'vitest'
import { expectAccessible, setUp, useInstallation } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { ask } from '../support/http-client.ts'

const installation = useInstallation({ MAIL_TRANSPORT: 'smtp://127.0.0.1:9?provider=custom' })
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(installation)

describe('the page about the installation', () => {
  it('shows that no report has come, proves nothing without a domain, and notices the first report', async () => {
    const { page } = installation
    await setUp(installation)
    await open('/settings?tab=instance')
    await page.getByText('No report has come yet.').waitFor()
    await page.getByText('Let the relay post its reports').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Prove the loop' }).click()
    await page.getByText('There is no verified domain whose email leaves by this transport.').waitFor()
    forgetRefusals(422)
    await page.getByRole('button', { name: 'Set a key' }).click()
    await page.getByLabel('Key', { exact: true }).fill('relay:secret')
    await page.getByRole('button', { name: 'Set the key' }).click()
    await page.getByRole('button', { name: 'Remove: User and password' }).waitFor()
    const { pathname } = new URL(await page.getByLabel('Feedback URL').innerText())
    const report = { events: [{ type: 'delivered', recipient: 'ada@example.com', messageId: 'x@y.z' }] }
    const headers = { authorization: `Basic ${btoa('relay:secret')}` }
    await ask(installation.node, `POST ${pathname}`, { key: null, body: report, headers })
    await page.getByText('Last report').waitFor()
    expect(await page.getByText('No report has come yet.').count()).toBe(0)
    expectNoProblems()
  })
})
