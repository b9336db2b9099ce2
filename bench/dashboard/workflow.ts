// The editor of a workflow as large as one may be: how long it takes to open, and whether people notice how large it is
// while they change it.
import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { quantile } from '../harness/timing.ts'
import { drawnAfterClick, drawnAfterLoad, takeFrames, WATCH_FRAMES } from './drawn.ts'
import type { Screen } from './screen.ts'

/** With the one that is added, as many as a workflow may have; in a small run as well, for they are made in a moment. */
const STEPS = 199
const ROUNDS = 10
const OPEN_MS = 1_000
// A longer gap between frames is visible as a pause.
const PAUSE_MS = 100
// The check and the drawing a moment after the last key count as part of the change.
const SETTLE_MS = 800
const LETTERS = 'Nobody waits for a letter that was typed.'
/** The time between two letters of a fast typist. */
const LETTER_MS = 40
const WALKED = 30

type Add = (result: Result) => void

export async function benchWorkflow(screen: Screen, add: Add): Promise<void> {
  const id = await makeWorkflow(screen, STEPS)
  await benchOpening(screen, { id, steps: STEPS, add })
  await benchEditing(screen, { id, steps: STEPS, add })
}

/** All types of steps in turn, with a branch in each turn that is joined again. */
async function makeWorkflow({ openApi }: Stage, count: number): Promise<string> {
  const api = openApi({ connections: 1 })
  const template = await api.post<{ id: string }>('/templates', {
    name: 'Of the large workflow',
    subject: 'Hello {{ name }}',
    body: '<p>Hello {{ name }}</p>',
    from: 'hello@shop.test',
  })
  const steps = Array.from({ length: count }, (_, n) => stepOf(n, { count, templateId: template.id }))
  const body = { name: 'Large', trigger: { type: 'EVENT', event: 'signed.up' }, steps }
  return (await api.post<{ id: string }>('/workflows', body)).id
}

const PRO = { operator: 'AND', conditions: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }

function stepOf(n: number, { count, templateId }: { count: number; templateId: string }): object {
  const idAt = (index: number) => (index < count ? `s${index}` : null)
  const [id, next, afterNext] = [idAt(n), idAt(n + 1), idAt(n + 2)]
  const kinds = [
    { type: 'SEND_EMAIL', config: { templateId }, next },
    { type: 'DELAY', config: { amount: 2, unit: 'days' }, next },
    { type: 'CONDITION', config: { filters: PRO }, next: { yes: next, no: afterNext } },
    { type: 'UPDATE_CONTACT', config: { data: { stage: n } }, next },
    {
      type: 'WAIT_FOR_EVENT',
      config: { event: 'order.paid', timeout: { amount: 3, unit: 'days' } },
      next: { event: next, timeout: next },
    },
  ]
  return { id, ...kinds[n % kinds.length] }
}

type EditorCase = { id: string; steps: number; add: Add }

/** The card of the trigger is one, too. */
const drawn = (steps: number) => ({
  canvas: `document.querySelectorAll('[data-step]').length === ${steps + 1}`,
})

async function benchOpening(
  { openTab, urlOf, sized }: Screen,
  { id, steps, add }: EditorCase,
): Promise<void> {
  const byLink: number[] = []
  const byAddress: number[] = []
  for (let round = 0; round < sized(ROUNDS); round += 1) {
    const page = await openTab()
    await page.goto(urlOf('/workflows'))
    const link = `main a[href*="/workflows/${id}"]`
    await page.locator(link).first().waitFor()
    byLink.push((await drawnAfterClick(page, { link, parts: drawn(steps) })).canvas)
    // With the files of the dashboard in the browser's cache, as everybody has them after the first time.
    await page.goto(urlOf(`/workflows/${id}`), { waitUntil: 'commit' })
    byAddress.push((await drawnAfterLoad(page, drawn(steps))).canvas)
    await page.context().close()
  }
  const report = (how: string, times: readonly number[]) =>
    add({
      what: `opening a workflow of ${steps} steps ${how}, p95`,
      detail: `p50 ${quantile(times, 0.5).toFixed(0)} ms`,
      value: quantile(times, 0.95),
      unit: 'ms',
      target: { atMost: OPEN_MS },
    })
  report('from the list', byLink)
  report('by its address', byAddress)
}

async function benchEditing({ openTab, urlOf }: Screen, { id, steps, add }: EditorCase): Promise<void> {
  const page = await openTab()
  await page.goto(urlOf(`/workflows/${id}`))
  const card = (n: number) => page.locator(`[data-step="s${n}"]`)
  const middle = Math.floor(steps / 2)
  await card(middle).waitFor({ state: 'attached' })
  await page.evaluate(WATCH_FRAMES)
  const edits: [what: string, work: () => Promise<void>][] = [
    ['walking along the steps by arrow keys', () => walk(page, card(0))],
    ['opening a step', () => card(middle).press('Enter')],
    ['typing the name of a step', () => typeName(page)],
    ['adding a step', () => addStep(page, { card: card(middle), steps })],
    ['undoing that', () => undo(page, { steps })],
  ]
  for (const [what, work] of edits) {
    await wait(SETTLE_MS)
    await takeFrames(page)
    await work()
    await wait(SETTLE_MS)
    const { frames, tasks } = await takeFrames(page)
    add({
      what: `${what} in a workflow of ${steps} steps, longest frame`,
      detail: `p95 ${quantile(frames, 0.95).toFixed(0)} ms, longest task ${Math.max(0, ...tasks).toFixed(0)} ms`,
      value: Math.max(...frames),
      unit: 'ms',
      target: { atMost: PAUSE_MS },
    })
  }
  await page.context().close()
}

async function walk(page: Page, first: Locator): Promise<void> {
  await first.focus()
  for (let n = 0; n < WALKED; n += 1) await page.keyboard.press('ArrowDown')
}

async function typeName(page: Page): Promise<void> {
  const field = page.getByLabel('Name of the step')
  await field.focus()
  await page.keyboard.type(LETTERS, { delay: LETTER_MS })
  const typed = await field.inputValue()
  if (typed !== LETTERS) throw new Error(`of what was typed there is: ${typed}`)
}

/** The card of the trigger is the first, so this is the one behind the last step. */
const cardBehind = (page: Page, steps: number) => page.locator('[data-step]').nth(steps + 1)

async function addStep(page: Page, { card, steps }: { card: Locator; steps: number }): Promise<void> {
  await card.press('+')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Wait a while/ })
    .click()
  await cardBehind(page, steps).waitFor({ state: 'attached' })
}

async function undo(page: Page, { steps }: { steps: number }): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).click()
  await cardBehind(page, steps).waitFor({ state: 'detached' })
}
