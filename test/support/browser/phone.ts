// Tables on a phone: nothing lies beyond the screen, and no cell is so narrow that it has a line for each word.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'

const PHONE = { width: 390, height: 844 }
const TABLES = 'main table, main [role=table]'

const CUT_CELLS = `[...document.querySelectorAll('main :is(td, th, [role=cell], [role=columnheader])')]
  .filter((cell) => cell.checkVisibility() && cell.textContent.trim() !== '')
  .filter((cell) => {
    const { right, height } = cell.getBoundingClientRect()
    const { lineHeight, fontSize, paddingTop, paddingBottom } = getComputedStyle(cell)
    const line = parseFloat(lineHeight) || 1.2 * parseFloat(fontSize)
    const lines = Math.round((height - parseFloat(paddingTop) - parseFloat(paddingBottom)) / line)
    const words = cell.textContent.trim().split(/\\s+/).length
    return right > innerWidth + 1 || (words > 3 && lines >= words)
  })
  .map((cell) => cell.textContent.trim())`

/** Looks at the page as it is on a phone, and leaves it with the size that it had. */
export async function expectTablesFit(page: Page): Promise<void> {
  if ((await page.locator(TABLES).count()) === 0) return
  const before = page.viewportSize()
  await page.setViewportSize(PHONE)
  // The table draws other columns after the change.
  await eventually(async () => expect(await page.evaluate<string[]>(CUT_CELLS)).toEqual([]))
  if (before) await page.setViewportSize(before)
}
