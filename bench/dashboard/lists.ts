// A list of a million contacts, scrolled by the wheel of a mouse: as a hand turns it, and as fast as the browser takes it.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { CONTACTS } from '../campaign/fill.ts'
import type { Result } from '../harness/result.ts'
import { quantile, timed } from '../harness/timing.ts'
import type { Screen } from './screen.ts'

const ROWS_PER_PAGE = 100
// Flinging a wheel that runs freely moves 3,000 to 5,000 pixels per second: more than a page of the list per second.
const BY_HAND = { pages: 20, notch: 250, pixelsPerSecond: 5_000 }
// Faster than any person scrolls: it makes the list long, and shows the cost of a long list.
const FLAT_OUT = { pages: 300, notch: 1_000, pixelsPerSecond: Infinity }
// Several times the duration of either.
const SCROLL_LIMIT_MS = 5 * 60_000
// A longer gap between frames is visible as a pause.
const PAUSE_MS = 100
// The next page is asked for 100 rows before it is needed, which a hand passes in 800 ms; most of that is reserve.
const FETCH_MS = 200
const BACK_MS = 300
/** The height of "loading more" below the last row, in pixels. */
const FOOTER = 48

const ROW_AT_BOTTOM = `Number([...document.querySelectorAll('main [role=row]')].at(-1)?.ariaRowIndex ?? 0)`

/** Notes every frame, every long task and every page that is fetched, and how long the last loaded row was in sight. */
const WATCH = `(() => {
  const seen = (window.seen = { frames: [], tasks: [], fetches: [], waitedMs: 0 })
  const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type })
  observe('longtask', ({ duration }) => seen.tasks.push(duration))
  observe('resource', ({ name, duration }) => /\\/contacts\\?.*cursor=/.test(name) && seen.fetches.push(duration))
  let last = performance.now()
  const step = (now) => {
    const scroller = document.querySelector('[data-scroller]')
    const left = scroller ? scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight : Infinity
    seen.frames.push(now - last)
    if (left <= ${FOOTER}) seen.waitedMs += now - last
    last = now
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})()`

type ScrollRecord = { frames: number[]; tasks: number[]; fetches: number[]; waitedMs: number }

/** The record since the last call. */
const TAKE = `(() => {
  const { frames, tasks, fetches, waitedMs } = window.seen
  const taken = { frames: frames.splice(0), tasks: tasks.splice(0), fetches: fetches.splice(0), waitedMs }
  window.seen.waitedMs = 0
  return taken
})()`

export async function benchLists(screen: Screen, add: (result: Result) => void): Promise<void> {
  const page = await screen.openTab()
  await page.goto(screen.urlOf('/contacts'))
  await page.getByRole('row').nth(5).waitFor()
  await page.mouse.move(800, 500)
  await page.evaluate(WATCH)
  const many = screen.sized(CONTACTS).toLocaleString('en-GB')
  for (const [how, wheel] of Object.entries({ 'by hand': BY_HAND, 'flat out': FLAT_OUT })) {
    await wait(1_000)
    await page.evaluate(TAKE)
    const pages = screen.sized(wheel.pages)
    const ms = await timed(() => scroll(page, { ...wheel, pages }))
    const seen = await page.evaluate<ScrollRecord>(TAKE)
    const isByHand = wheel === BY_HAND
    add({
      what: `scrolling ${many} contacts ${how}, ${pages} pages, longest frame`,
      detail: framesOf(seen, ms),
      value: Math.max(...seen.frames),
      unit: 'ms',
      target: { atMost: PAUSE_MS },
    })
    add({
      what: `waiting for rows meanwhile`,
      value: seen.waitedMs,
      unit: 'ms',
      ...(isByHand && { target: { atMost: PAUSE_MS } }),
    })
    add({
      what: `page of ${ROWS_PER_PAGE} contacts in the browser, p95`,
      detail: `p50 ${quantile(seen.fetches, 0.5).toFixed(0)} ms, ${seen.fetches.length} pages`,
      value: quantile(seen.fetches, 0.95),
      unit: 'ms',
      ...(isByHand && { target: { atMost: FETCH_MS } }),
    })
  }
  await benchReturn(page, add)
  await page.context().close()
}

const framesOf = ({ frames, tasks }: ScrollRecord, ms: number): string =>
  `p95 ${quantile(frames, 0.95).toFixed(0)} ms, ${frames.filter((gap) => gap > PAUSE_MS).length} of ${frames.length} above ${PAUSE_MS} ms, ` +
  `longest task ${Math.max(0, ...tasks).toFixed(0)} ms, in ${(ms / 1000).toFixed(0)} s`

type Wheel = { pages: number; notch: number; pixelsPerSecond: number }

/** Scrolls until this many pages of rows have passed. */
async function scroll(page: Page, { pages, notch, pixelsPerSecond }: Wheel): Promise<void> {
  const began = performance.now()
  const position = () => page.evaluate<number>(ROW_AT_BOTTOM)
  const goal = (await position()) + pages * ROWS_PER_PAGE
  for (let turned = notch; ; turned += notch) {
    await page.mouse.wheel(0, notch)
    if ((await position()) >= goal) return
    const spentMs = performance.now() - began
    if (spentMs > SCROLL_LIMIT_MS) throw new Error(`${pages} pages were not there after ${spentMs} ms`)
    await wait(Math.max(0, (turned / pixelsPerSecond) * 1000 - spentMs))
  }
}

/** Opening a contact far down the list and going back shows the list where it was, without fetching it again. */
async function benchReturn(page: Page, add: (result: Result) => void): Promise<void> {
  const before = await page.evaluate<number>(ROW_AT_BOTTOM)
  await page.locator('main [role=row] a').last().click()
  await page.locator('main h1').getByText('@').waitFor()
  // Longer than the time for which an answer counts as fresh.
  await wait(6_000)
  await page.evaluate(TAKE)
  const ms = await timed(async () => {
    await page.goBack()
    await page.getByRole('row').nth(5).waitFor()
  })
  await wait(2_000)
  const { fetches } = await page.evaluate<ScrollRecord>(TAKE)
  const after = await page.evaluate<number>(ROW_AT_BOTTOM)
  add({
    what: 'back to the list from a contact',
    detail: `row ${before} then, row ${after} now, ${fetches.length} pages fetched again`,
    value: ms,
    unit: 'ms',
    target: { atMost: BACK_MS },
  })
}
