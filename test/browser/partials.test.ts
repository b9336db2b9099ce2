// Partials as authors use them: one is made and written, a template contains it, and a change shows where it goes.
import { describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, openWhole: open } = stepsOn(dashboard)

type Partial = { id: string; key: string; version: number }

async function partialOf(key: string): Promise<Partial> {
  const { partials } = (await ask(dashboard.node, 'GET /partials')).json<{ partials: Partial[] }>()
  const found = partials.find((one) => one.key === key)
  if (!found) throw new Error(`there is no partial ${key}`)
  return found
}

describe('partials', () => {
  it('explain themselves while there is none, and are made with a key that is proposed', async () => {
    const { page } = dashboard
    await open('/partials')
    await page.getByRole('heading', { name: 'No partials yet' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New partial' }).click()
    const dialog = page.getByRole('dialog', { name: 'New partial' })
    await dialog.getByLabel('Name').fill('Legal footer')
    expect(await dialog.getByLabel('Key').inputValue()).toBe('legal-footer')
    await dialog.getByLabel('Key').fill('footer')
    await dialog.getByRole('button', { name: 'Create partial' }).click()
    await page.getByText('{% include "footer" %}').waitFor()
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await expectAccessible(page)
    expectNoProblems()
  })

  it('show who uses them, what a change does, and their versions', async () => {
    const { page, node } = dashboard
    const { id } = await partialOf('footer')
    const created = await ask(node, 'POST /templates', {
      body: { name: 'Receipt', subject: 'Thanks', body: '<p>Hi</p>{% include "footer" %}' },
    })
    const template = created.json<{ id: string }>()
    await open(`/partials/${id}`)
    const code = page.getByRole('textbox', { name: 'Body of the email, HTML or MJML with Liquid' })
    await code.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Acme Ltd')
    await page.getByText('Unsaved changes').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved as version 2. What uses it follows: 1 record.').waitFor()
    await eventually(async () => {
      const rendered = await ask(node, `POST /templates/${template.id}/render`, { body: {} })
      expect(rendered.json<{ html: string }>().html).toBe('<p>Hi</p>Acme Ltd')
    })
    await page.getByRole('tab', { name: 'Used by' }).click()
    await page.getByRole('link', { name: 'Receipt' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Versions' }).click()
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByText('Version 1 is in the editor. Save to make it the current one.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => expect((await partialOf('footer')).version).toBe(3))
    expectNoProblems()
  })

  it('are not deleted while a template contains them', async () => {
    const { page } = dashboard
    const { id } = await partialOf('footer')
    await open(`/partials/${id}`)
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “Legal footer”?' })
    await dialog.getByText('It cannot be deleted, because these contain it:').waitFor()
    expect(await dialog.getByRole('button', { name: 'Delete partial' }).isDisabled()).toBe(true)
    await expectAccessible(page)
    expectNoProblems()
  })
})
