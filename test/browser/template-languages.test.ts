// A template is translated: a language is added, shown, changed and removed.
import { describe, expect, it } from 'vitest'
import { expectAccessible, useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn } from '../support/browser/dashboard-steps.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, openWhole: open } = stepsOn(dashboard)

type Template = { id: string; version: number; translations: Record<string, { subject: string }> }

describe('the languages of a template', () => {
  it('are added, shown and removed, and unsaved changes of the template stay', async () => {
    const { page, node } = dashboard
    const created = await ask(node, 'POST /templates', {
      body: { name: 'Welcome', subject: 'Hello', body: '<p>Hello there</p>' },
    })
    const { id } = created.json<Template>()
    const read = async () => (await ask(node, `GET /templates/${id}`)).json<Template>()
    await open(`/templates/${id}?pane=languages`)
    await page.getByText('No translations yet.').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Subject').first().fill('Hello again')
    await page.getByRole('button', { name: 'Add a language' }).click()
    await page.getByLabel('Tag of the language').fill('de')
    const pane = page.getByRole('tabpanel')
    await pane.getByLabel('Subject').fill('Hallo')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save translation' }).click()
    await page.getByText('The translation de was saved.').waitFor()
    expect(await read()).toMatchObject({ version: 2, translations: { de: { subject: 'Hallo' } } })
    await page.getByText('Unsaved changes').waitFor()
    expect(await page.getByText('was saved elsewhere').count()).toBe(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await eventually(async () => expect(await read()).toMatchObject({ version: 3, subject: 'Hello again' }))
    await pane.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The translation de was removed.').waitFor()
    expect((await read()).translations).toEqual({})
    expectNoProblems()
  })
})
