// Pages that load in pieces must not move what is already shown. The pieces arrive one after the other, which is the worst case.
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDashboard } from '../support/browser/dashboard.ts'
import { stepsOn, untilWhole } from '../support/browser/dashboard-steps.ts'
import { ask } from '../support/http-client.ts'

const dashboard = useDashboard()
const { expectNoProblems, urlOf } = stepsOn(dashboard)

const PHONE = { width: 390, height: 844 }
// The limit of a good page by web.dev.
const MOST_SHIFT = 0.1

const PARAGRAPH = '<p>What is new this month, in a few words.</p>'

let emailId = ''

beforeAll(async () => {
  const body = {
    to: 'ada@example.com',
    from: 'hello@inbox.test',
    subject: 'Hello',
    body: PARAGRAPH.repeat(30),
  }
  const reply = await ask(dashboard.node, 'POST /v1/send', { body })
  emailId = reply.json<{ data: { emails: { email: string }[] } }>().data.emails[0]?.email ?? ''
})

/** Answers requests of the API one by one, in the order in which they were sent. @returns how to end it */
async function answerOneByOne(page: Page): Promise<() => Promise<void>> {
  let last = Promise.resolve()
  // The stream of live updates never ends.
  const isApi = ({ pathname }: URL) => !pathname.startsWith('/app/') && pathname !== '/stream'
  const answer = (route: Route) => {
    last = last.then(async () => {
      const response = await route.fetch()
      await route.fulfill({ response })
      // Two frames, so that the page draws each answer by itself.
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    })
    return last
  }
  await page.route(isApi, answer)
  return async () => {
    await last
    await page.unroute(isApi)
  }
}

const OBSERVE = `globalThis.shiftSum = 0
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shiftSum += value
}).observe({ type: 'layout-shift', buffered: true })`

describe('on a phone', () => {
  it.each([
    ['an email', () => `/emails/${emailId}`],
    ['the activity', () => '/activity'],
    ['the settings', () => '/settings'],
  ])('%s does not jump while it loads', async (_name, path) => {
    const page = await dashboard.page.context().newPage()
    await page.setViewportSize(PHONE)
    await page.addInitScript(OBSERVE)
    const end = await answerOneByOne(page)
    await page.goto(urlOf(path()))
    await untilWhole(page)
    await end()
    expect(await page.evaluate('globalThis.shiftSum')).toBeLessThan(MOST_SHIFT)
    await page.close()
    expectNoProblems()
  })
})
