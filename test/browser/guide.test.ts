// The guide as a node serves it: built from docs/, searched and read without any other server.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from '../support/browser/browser.ts'
import type { OpenPage } from '../support/browser/browser.ts'
import { restSharedNode, useSharedBrowser, useSharedNode } from '../support/browser/shared-node.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 900 }

let home: string
let opened: OpenPage
beforeAll(async () => {
  const [{ node }, browser] = await Promise.all([useSharedNode(), useSharedBrowser()])
  home = node.url
  opened = await openPage(browser, `${home}/guide`)
})
afterAll(async () => {
  await opened.page.context().close()
  await restSharedNode()
})

async function findings(): Promise<unknown> {
  // Playwright puts it in by the debugger, which the policy of the page does not stop.
  await opened.page.evaluate(AXE)
  return opened.page.evaluate(`(async () => {
    const { violations } = await axe.run(document)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html))
  })()`)
}

describe('the guide', () => {
  it.each(
    ['', '/guides/express', '/webhooks', '/adr/0001-one-package', '/none'].flatMap((url) =>
      (['light', 'dark'] as const).flatMap((colorScheme) => [
        { url, colorScheme, viewport: DESKTOP, device: 'a desktop' },
        { url, colorScheme, viewport: PHONE, device: 'a phone' },
      ]),
    ),
  )(
    'has nothing that axe finds at /guide$url, $colorScheme, on $device',
    async ({ url, colorScheme, viewport }) => {
      const { page } = opened
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await page.goto(`${home}/guide${url}`)
      expect(await findings()).toEqual([])
      const width = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect(width).toBeLessThanOrEqual(viewport.width)
    },
  )

  it('finds sections by their words, by keys alone', async () => {
    const { page } = opened
    await page.setViewportSize(DESKTOP)
    await page.goto(`${home}/guide`)
    await page.keyboard.press('/')
    await page.keyboard.type('bounce explain')
    const results = page.getByRole('dialog').getByRole('link')
    await results.first().waitFor()
    expect(await findings()).toEqual([])
    await page.keyboard.press('ArrowDown')
    const address = await results.nth(1).getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${home}${address}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('says that it found nothing', async () => {
    const { page } = opened
    await page.goto(`${home}/guide/sending`)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.keyboard.type('zzzzqqqq')
    await page.getByRole('status').getByText('Nothing found.').waitFor()
    expect(await page.getByRole('dialog').getByRole('link').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('keeps the theme that a reader chooses', async () => {
    const { page } = opened
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${home}/guide`)
    await page.getByRole('button', { name: 'Change between light and dark' }).click()
    await page.reload()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.evaluate('localStorage.clear()')
  })

  it('opens its menu on a phone', async () => {
    const { page } = opened
    await page.setViewportSize(PHONE)
    await page.goto(`${home}/guide/webhooks`)
    const menu = page.getByRole('navigation', { name: 'Pages', exact: true })
    expect(await menu.isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'Templates', exact: true }).click()
    await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
  })

  it('shows its pictures', async () => {
    const { page } = opened
    await page.goto(`${home}/guide/first-campaign`)
    const widths = await page.evaluate<number[]>(`Promise.all(
      [...document.querySelectorAll('article img')].map(async (image) => {
        image.loading = 'eager'
        await image.decode()
        return image.naturalWidth
      }),
    )`)
    expect(widths.length).toBeGreaterThan(0)
    expect(widths.every((width) => width > 0)).toBe(true)
  })

  it('asks nobody but this server', () => {
    expect(opened.foreignRequests).toEqual([])
    // The page that does not exist is a 404 on purpose.
    expect(opened.consoleErrors.filter((line) => !line.includes('404'))).toEqual([])
  })
})
