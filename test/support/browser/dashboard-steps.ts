// Steps that the tests of several dashboard pages share.
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Screen } from './dashboard.ts'
import { isWhole } from './is-whole.ts'
import { eventually } from '../eventually.ts'

/** Waits until a page shows all that it asked the server for. */
export async function untilWhole(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await eventually(async () => expect(await isWhole(page)).toBe(true))
}

// Passes a page that does not exist, so that nothing of the page before is left, nor of what it has asked for. A message that can
// still be undone belongs to the page that is left.
const GO_ON = (path: string) => `(async () => {
  if (typeof __TSR_ROUTER__ === 'undefined') return false
  const { state, navigate, options } = __TSR_ROUTER__
  const list = document.querySelector('[role=region][aria-label=Notifications]')
  const messages = [...list?.children ?? []]
  const isOpen = state.location.pathname.startsWith('/app/p/') && state.status === 'idle'
  if (!isOpen || messages.some((one) => one.querySelectorAll('button').length !== 1)) return false
  for (const message of messages) message.querySelector('button').click()
  while (list.childElementCount > 0) await new Promise(requestAnimationFrame)
  await navigate({ href: '/app/-', replace: true, ignoreBlocker: true })
  options.context.queryClient.clear()
  await navigate({ href: '${path}' })
  return true
})()`

/** Paths are below that of the project. */
export function stepsOn(dashboard: Screen) {
  const { problems } = dashboard
  const pathOf = (below: string) => `/app/p/${dashboard.projectId}${below}`
  const urlOf = (below: string) => dashboard.url + pathOf(below)
  const load = async (below: string, page = dashboard.page): Promise<void> => {
    await page.goto(urlOf(below))
  }
  const open = async (below: string, page = dashboard.page): Promise<void> => {
    if (!(await page.evaluate<boolean>(GO_ON(pathOf(below))))) await load(below, page)
  }
  const forgetProblems = (what: RegExp): void => {
    problems.splice(0, problems.length, ...problems.filter((problem) => !what.test(problem)))
  }
  return {
    urlOf,
    /** In a page that shows the dashboard already, loads none of its code again: half the processor time of a page. */
    open,
    /** For what happens while a page loads. */
    load,
    /** With all that it asks the server for. */
    openWhole: async (below: string, page = dashboard.page): Promise<void> => {
      await open(below, page)
      await untilWhole(page)
    },
    /** Takes them away, so that one problem fails one test and not all that follow. */
    expectNoProblems: () => expect(problems.splice(0)).toEqual([]),
    forgetProblems,
    /** The browser always reports requests that the server refuses. */
    forgetRefusals: (status: number) => forgetProblems(new RegExp(`status of ${status}`)),
  }
}

/**
 * Answers none of these paths before all of them were asked for: a page that asks for one after the other is never drawn.
 * @returns how to end it
 */
export async function answerTogether(page: Page, paths: readonly string[]): Promise<() => Promise<void>> {
  const left = new Set(paths)
  const { promise, resolve } = Promise.withResolvers<void>()
  const isMeant = ({ pathname }: URL) => paths.includes(pathname)
  await page.route(isMeant, async (route) => {
    left.delete(new URL(route.request().url()).pathname)
    if (left.size === 0) resolve()
    await promise
    await route.continue()
  })
  return () => page.unroute(isMeant)
}

/**
 * Ends the session so that the next write notices it: requests that the page makes by itself wait until they are released.
 * @returns how to release them; while a script of the page loads it can get lost, so wait for the page to be whole first
 */
export async function endSession(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const isApi = ({ pathname }: URL) => !pathname.startsWith('/app/')
  const passed: Promise<void>[] = []
  await page.route(isApi, (route) => {
    const isHeld = route.request().method() === 'GET'
    passed.push((isHeld ? promise : Promise.resolve()).then(() => route.continue()))
  })
  await page.context().clearCookies()
  return async () => {
    resolve()
    await Promise.all(passed)
    await page.unroute(isApi)
  }
}

export const bodyEditorOf = (page: Page): Locator => page.getByRole('textbox', { name: /Body of the email/ })

/** In place of the body of an email. */
export async function writeBody(page: Page, text: string): Promise<void> {
  await bodyEditorOf(page).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

/** Into the field of a list that has just been opened: keys pressed before it has the focus are lost. */
export async function typeIntoList(page: Page, text: string): Promise<void> {
  await page.locator('input:focus').waitFor()
  await page.keyboard.type(text)
}

/** Looks for the frame anew each time: that of an email is replaced while it is drawn. */
export async function untilInFrame(page: Page, find: (frame: FrameLocator) => Locator): Promise<void> {
  await eventually(async () => expect(await find(frameOf(page)).isVisible()).toBe(true))
}

export const frameOf = (page: Page) => page.frameLocator('iframe')
