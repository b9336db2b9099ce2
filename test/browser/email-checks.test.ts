// The checks of an email lead to its lines, and its links are asked by a button.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, openWhole: open } = stepsOn(dashboard)

const site = createServer((request, response) => {
  response.writeHead(request.url === '/gone' ? 404 : 200).end()
})
let base = ''
beforeAll(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(() => void site.close())

const bodyWithFaults = () =>
  `<h1>News</h1>\n<p>Hi</p>\n<div style="display: grid">x</div>\n<a href="${base}/gone">Read</a>`

/** The line in which the cursor is. */
const currentLine = () => dashboard.page.locator('.cm-lineNumbers .cm-activeLineGutter').textContent()

describe('the checks of a template', () => {
  it('lead to the line in the code, and ask the links', async () => {
    const { page, node } = dashboard
    const created = await ask(node, 'POST /templates', {
      body: { name: 'News', subject: 'News', body: bodyWithFaults() },
    })
    await open(`/templates/${created.json<{ id: string }>().id}?pane=checks`)
    const pane = page.getByRole('tabpanel')
    await pane.getByText('display:grid is not supported by Outlook').waitFor()
    await expectAccessible(page)
    await pane.getByRole('button', { name: 'Show line 3' }).click()
    await expect.poll(currentLine).toBe('3')
    await pane.getByRole('button', { name: 'Check links' }).click()
    await pane.getByText('the server answers 404').waitFor()
    await expectAccessible(page)
    await pane.getByRole('button', { name: 'Show line 4' }).click()
    await expect.poll(currentLine).toBe('4')
    expectNoProblems()
  })

  it('say that there is nothing to fix', async () => {
    const { page, node } = dashboard
    const created = await ask(node, 'POST /templates', {
      body: { name: 'Plain', subject: 'Plain', body: '<p>Hello</p>' },
    })
    await open(`/templates/${created.json<{ id: string }>().id}?pane=checks`)
    await page.getByText('Email clients show what this email uses.').waitFor()
    await page.getByRole('button', { name: 'Check links' }).click()
    await page.getByText('There are no links to ask.').waitFor()
    await page.getByRole('button', { name: 'Check spam score' }).click()
    await page.getByText('has not set SPAMD_HOST').waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })
})

describe('the checks of a campaign', () => {
  it('lead to the line of its body', async () => {
    const { page, node } = dashboard
    const created = await ask(node, 'POST /campaigns', {
      body: {
        name: 'News',
        subject: 'News',
        body: bodyWithFaults(),
        from: 'news@shop.test',
        audienceType: 'ALL',
      },
    })
    const { id } = created.json<{ data: { id: string } }>().data
    await open(`/campaigns/${id}?step=checks`)
    await page.getByText('display:grid is not supported by Outlook').waitFor()
    await page.getByRole('button', { name: 'Check links' }).click()
    await page.getByText(`${base}/gone`).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show line 3' }).click()
    await expect.poll(currentLine).toBe('3')
    expectNoProblems()
  })
})
