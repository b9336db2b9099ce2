// What the tests of several pages of the dashboard do.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Dashboard } from './dashboard.ts'

/** Paths are below that of the project. */
export function stepsOn(dashboard: Dashboard) {
  const { problems } = dashboard
  const urlOf = (below: string) => `${dashboard.url}/app/p/${dashboard.projectId}${below}`
  const open = async (below: string, page = dashboard.page): Promise<void> => {
    await page.goto(urlOf(below))
  }
  const forgetProblems = (what: RegExp): void => {
    problems.splice(0, problems.length, ...problems.filter((problem) => !what.test(problem)))
  }
  return {
    urlOf,
    open,
    /** With all that it asks the server for. */
    openWhole: async (below: string, page = dashboard.page): Promise<void> => {
      await open(below, page)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
    },
    expectNoProblems: () => expect(problems).toEqual([]),
    forgetProblems,
    /** The browser reports what the server refuses by itself; nobody can prevent that. */
    forgetRefusals: (status: number) => forgetProblems(new RegExp(`status of ${status}`)),
  }
}

export const bodyEditorOf = (page: Page): Locator => page.getByRole('textbox', { name: /Body of the email/ })

/** In place of the body of an email. */
export async function writeBody(page: Page, text: string): Promise<void> {
  await bodyEditorOf(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

export const frameOf = (page: Page) => page.frameLocator('iframe')
