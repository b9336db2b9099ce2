// The moment at which something is on the screen, measured by the page itself: a test tool adds some milliseconds per call.
import type { Page } from 'playwright-core'

// Many times the time of any page: longer means that it never appears.
const LIMIT_MS = 20_000

/** By name: an expression that is true once that part of the page exists. */
type Parts<Name extends string> = Record<Name, string>

const watch = (parts: Parts<string>) => {
  const looks = Object.entries(parts).map(([name, holds]) => `${JSON.stringify(name)}: () => ${holds}`)
  return `new Promise((resolve, reject) => {
    const parts = { ${looks.join(', ')} }
    const times = {}
    // Not in a frame: a browser that draws nothing has none.
    setTimeout(() => reject(new Error('not drawn: ' + Object.keys(parts))), ${LIMIT_MS})
    const look = () => {
      for (const [name, isThere] of Object.entries(parts)) {
        // The current state has been drawn when the next frame begins.
        if (isThere()) requestAnimationFrame(() => { times[name] ??= performance.now() - began })
      }
      if (Object.keys(times).length === Object.keys(parts).length) resolve(times)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`
}

/** Milliseconds from the click on a link until each part is drawn. `link`: a selector. */
export const drawnAfterClick = <Name extends string>(
  page: Page,
  { link, parts }: { link: string; parts: Parts<Name> },
): Promise<Record<Name, number>> =>
  page.evaluate(`(() => {
    const link = document.querySelector(${JSON.stringify(link)})
    const began = performance.now()
    link.click()
    return ${watch(parts)}
  })()`)

/** Measures from the moment at which the page was requested. */
export const drawnAfterLoad = <Name extends string>(
  page: Page,
  parts: Parts<Name>,
): Promise<Record<Name, number>> => page.evaluate(`(() => { const began = 0; return ${watch(parts)} })()`)

/** Notes how long each frame took, and every task of more than 50 ms. */
export const WATCH_FRAMES = `(() => {
  const seen = (window.watched = { frames: [], tasks: [] })
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => seen.tasks.push(duration))).observe({
    type: 'longtask',
  })
  let last = performance.now()
  const step = (now) => {
    seen.frames.push(now - last)
    last = now
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})()`

type Frames = { frames: number[]; tasks: number[] }

/** The frames and tasks since the last call. */
export const takeFrames = (page: Page): Promise<Frames> =>
  page.evaluate<Frames>(
    `({ frames: window.watched.frames.splice(0), tasks: window.watched.tasks.splice(0) })`,
  )
