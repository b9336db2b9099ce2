// From one page to another by the links of the bar, from the click until the page is drawn with its data. Timed inside the
// page, because a test tool adds some milliseconds to each click. The mouse does not rest on the link before, which
// would give the dashboard a head start.
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Result } from '../harness/result.ts'
import { quantile } from '../harness/timing.ts'
import type { Screen } from './screen.ts'

// 16 moves each, of every kind.
const ROUNDS = 6
const TARGET_MS = 300
// The time a person looks at the first page before going on.
const LOOK_MS = 5_000

const LINKS = `[...document.querySelectorAll('header nav a')]`

/** Milliseconds until the page of the link is there: its own heading, and nothing that is still a placeholder. */
const move = (name: string) => `new Promise((resolve, reject) => {
  const link = ${LINKS}.find((one) => one.textContent.trim() === ${JSON.stringify(name)})
  const before = document.querySelector('main h1')
  const began = performance.now()
  const look = () => {
    const heading = document.querySelector('main h1')
    const isThere = heading !== null && heading !== before && link.dataset.status === 'active'
    if (isThere && document.querySelector('main :is([class*=shimmer], [aria-busy=true])') === null) {
      requestAnimationFrame(() => resolve(performance.now() - began))
    } else requestAnimationFrame(look)
  }
  // Not in a frame: a browser that draws nothing has none.
  setTimeout(() => reject(new Error('no page after 20 s: ${name}')), 20_000)
  link.click()
  requestAnimationFrame(look)
})`

type Move = { name: string; ms: number }

async function tour(page: Page, names: readonly string[]): Promise<Move[]> {
  const moves: Move[] = []
  for (const name of names) moves.push({ name, ms: await page.evaluate<number>(move(name)) })
  return moves
}

async function openFirst({ openTab, urlOf }: Screen): Promise<{ page: Page; names: string[] }> {
  const page = await openTab()
  await page.goto(urlOf(''))
  await page.getByRole('heading', { level: 1 }).waitFor()
  const names = await page.evaluate<string[]>(`${LINKS}.map((one) => one.textContent.trim())`)
  // The first is the page itself.
  return { page, names: names.slice(1) }
}

export async function benchNavigation(screen: Screen, add: (result: Result) => void): Promise<void> {
  const atOnce: Move[] = []
  const first: Move[] = []
  const again: Move[] = []
  for (let round = 0; round < screen.sized(ROUNDS); round += 1) {
    const { page, names } = await openFirst(screen)
    atOnce.push(...(await tour(page, [names[(round * 3) % names.length] ?? ''])))
    await page.context().close()

    const calm = await openFirst(screen)
    await wait(LOOK_MS)
    first.push(...(await tour(calm.page, names)))
    again.push(...(await tour(calm.page, ['Overview', ...names])))
    await calm.page.context().close()
  }
  report(add, 'to another page right after the first one is there', atOnce)
  report(add, 'to a page that was not opened before', first)
  report(add, 'to a page that was opened before', again)
}

function report(add: (result: Result) => void, what: string, moves: readonly Move[]): void {
  const times = moves.map(({ ms }) => ms)
  const slowest = moves.toSorted((a, b) => b.ms - a.ms)[0]
  add({
    what: `${what}, p95`,
    detail: `p50 ${quantile(times, 0.5).toFixed(0)} ms, slowest of ${moves.length} ${slowest?.ms.toFixed(0)} ms: ${slowest?.name}`,
    value: quantile(times, 0.95),
    unit: 'ms',
    target: { atMost: TARGET_MS },
  })
}
