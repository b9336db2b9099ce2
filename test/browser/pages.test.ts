import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPage, type OpenPage } from '../support/browser/browser.ts'
import { restSharedNode, useSharedBrowser, useSharedNode } from '../support/browser/shared-node.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { SECRET_KEY, type ReadyNode } from '../support/node-process.ts'

let node: ReadyNode
/** Under the address that the banner shows. Loading it takes seconds, so the tests follow each other on it. */
let opened: OpenPage
beforeAll(async () => {
  const [shared, browser] = await Promise.all([useSharedNode(), useSharedBrowser()])
  node = shared.node
  opened = await openPage(browser, `${node.url.replace('127.0.0.1', 'localhost')}/docs`)
  await contents().getByText('Send an email', { exact: true }).waitFor()
})
afterAll(async () => {
  await opened.page.context().close()
  await restSharedNode()
})

const contents = () => opened.page.getByRole('navigation').or(opened.page.getByRole('complementary')).first()

async function openGroup(tag: string): Promise<void> {
  const closed = contents().getByRole('button', { name: `Open Group - ${tag}`, exact: true })
  if ((await closed.count()) > 0) await closed.click()
}

function expectClean({ foreignRequests, consoleErrors }: OpenPage): void {
  expect(foreignRequests).toEqual([])
  expect(consoleErrors).toEqual([])
}

/** A picture has something on it when it is larger than that of an empty page. */
async function expectPicture(page: Page, atLeastBytes: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lettermill-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await page.screenshot({ path: path.join(folder, 'page.png') })
  expect(statSync(path.join(folder, 'page.png')).size).toBeGreaterThan(atLeastBytes)
}

type Description = {
  paths: Record<string, Record<string, { summary: string; tags: string[]; 'x-internal'?: boolean }>>
}

describe('/docs', () => {
  it('lists every endpoint, and asks nobody but this server', async () => {
    const { page } = opened
    const { paths } = (await ask(node, 'GET /openapi.json', { key: null })).json<Description>()
    // Calls that are made for the dashboard are no calls of programs.
    const operations = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter((operation) => operation['x-internal'] !== true)
    expect(operations.length).toBeGreaterThan(15)

    for (const tag of new Set(operations.flatMap(({ tags }) => tags))) await openGroup(tag)
    const missing = async () => {
      const shown = new Set((await contents().innerText()).split('\n').map((line) => line.trim()))
      return operations.filter(({ summary }) => !shown.has(summary)).map(({ summary }) => summary)
    }
    await eventually(async () => expect(await missing()).toEqual([]))
    await expectPicture(page, 40_000)
    // The toolbar of its maker would offer to share and deploy the description elsewhere.
    expect(await page.getByText('Deploy', { exact: true }).count()).toBe(0)
    expectClean(opened)
  })

  it('lets the reader try a call', async () => {
    const { page } = opened
    await page.getByPlaceholder('Token').first().fill(SECRET_KEY)
    await openGroup('Contacts')
    await page.getByText('List contacts').first().click()
    const section = page.getByRole('region').filter({ hasText: 'List contacts' }).last()
    await section.getByRole('button', { name: /Test Request/ }).click()
    const answer = page.waitForResponse(/\/contacts\?/)
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click()
    expect((await answer).status()).toBe(200)
    expectClean(opened)
  })

  it('runs no script that is put into the page', async () => {
    const { page } = opened
    await page.evaluate(`
      const script = document.createElement('script')
      script.textContent = 'window.isBroken = true'
      document.head.append(script)
      const box = document.createElement('div')
      box.innerHTML = '<button onclick="window.isBroken = true">x</button>'
      document.body.append(box)
      box.querySelector('button').click()`)
    expect(await page.evaluate(`'isBroken' in window`)).toBe(false)
  })
})
