// The brand kit as marketers use it: they set it once, see it before they save, and templates follow.
import { describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, forgetRefusals, openWhole: open } = stepsOn(dashboard)

const TEMPLATE = {
  name: 'News',
  subject: 'News',
  blocks: { blocks: [{ type: 'heading', text: 'Hello' }, { type: 'social' }, { type: 'footer' }] },
}

describe('the brand kit', () => {
  it('is previewed while it is typed, saved, and followed by templates', async () => {
    const { page, node } = dashboard
    const { id } = (await ask(node, 'POST /templates', { body: TEMPLATE })).json<{ id: string }>()
    await open('/settings?tab=brand')
    await page.getByLabel('Text of footers').fill('Because you signed up.')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByText('Must not be empty').waitFor()
    await page.getByLabel('Address of network 1').fill('https://www.instagram.com/theshop')
    await page.getByLabel('Buttons', { exact: true }).fill('#0f766e')
    await page.getByRole('switch', { name: 'Headings have the colour of text' }).click()
    await page.getByLabel('Headings', { exact: true }).fill('#7c2d12')
    const preview = page.frameLocator('iframe[title="Preview"]')
    await preview.getByText('Because you signed up.').waitFor()
    await preview.getByRole('link', { name: 'Instagram' }).waitFor()
    await page.getByRole('button', { name: 'In dark mode' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('The brand kit was saved.').waitFor()
    await eventually(async () => {
      const { body, version } = (await ask(node, `GET /templates/${id}`)).json<{
        body: string
        version: number
      }>()
      expect([version, body]).toEqual([2, expect.stringMatching(/#7c2d12[^]*instagram[^]*Because you/)])
    })
    await open('/settings?tab=brand')
    expect(await page.getByLabel('Address of network 1').inputValue()).toBe(
      'https://www.instagram.com/theshop',
    )
    expectNoProblems()
  })

  it('says what is wrong with its footer', async () => {
    const { page } = dashboard
    await open('/settings?tab=brand')
    await page.getByLabel('Text of footers').fill('Hello {{ first name }}')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(/unexpected "name" after a value/).waitFor()
    forgetRefusals(400)
    expectNoProblems()
  })
})
