// The emails of the gallery as recipients see them: on phones, and in light and dark.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GALLERY } from '../../src/features/templates/gallery/gallery.values.ts'
import { useSharedBrowser } from '../support/browser/shared-node.ts'
import { call } from '../support/requests.ts'
import { useTestApp } from '../support/test-app.ts'

const test = useTestApp()
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const SCHEMES = ['light', 'dark'] as const

let page: Page
beforeAll(async () => {
  page = await (await useSharedBrowser()).newPage()
  await page.evaluate(AXE)
})
afterAll(() => page.context().close())

type ScreenOptions = { width: number; scheme: (typeof SCHEMES)[number] }

async function show(html: string, { width, scheme }: ScreenOptions): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme: scheme })
  await page.setContent(html)
}

describe.each(GALLERY)('$name', ({ subject, previewText, type, blocks, sample }) => {
  let html: string
  beforeAll(async () => {
    const body = { subject, previewText, type, blocks, data: sample }
    html = (await call(test, ['POST', '/templates/render'], { body })).json<{ html: string }>().html
  })

  it.each([320, 390])('fits a screen of %i pixels', async (width) => {
    await show(html, { width, scheme: 'light' })
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  })

  it.each(SCHEMES)('has enough contrast in %s, and no other finding of axe', async (scheme) => {
    await show(html, { width: 680, scheme })
    const found = await page.evaluate<string[]>(`(async () => {
      const options = { runOnly: ['wcag2a', 'wcag2aa'], rules: { 'html-has-lang': { enabled: false }, 'valid-lang': { enabled: false } } }
      const { violations } = await axe.run(document, options)
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html + ': ' + failureSummary))
    })()`)
    expect(found).toEqual([])
  })
})
