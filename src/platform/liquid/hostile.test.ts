import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createThreadPool } from '../threads/thread-pool.ts'
import { HOSTILE } from './fixtures/hostile-templates.ts'
import { renderInThread } from './fixtures/render-task.ts'
import { renderHtml } from './fixtures/rendering.ts'
import { MAX_OUTPUT_LENGTH } from './template-limits.ts'
import { TemplateRenderError } from './template-render-error.ts'
import { TemplateSyntaxError } from './template-syntax-error.ts'

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

describe('a hostile template', () => {
  // A first one, so that the time to warm up is nobody's.
  beforeAll(() => void renderHtml('{% for i in (1..3) %}{{ i | append: "x" }}{% endfor %}'))

  it.each(Object.entries(HOSTILE))('%s ends within a second of work', (_, { html, values }) => {
    const began = cpuMs()
    const result = catchError(() => renderHtml(html, values).length)
    expect(cpuMs() - began).toBeLessThan(1000)
    const isRefused = result instanceof TemplateSyntaxError || result instanceof TemplateRenderError
    expect(isRefused ? 0 : result).toBeLessThanOrEqual(MAX_OUTPUT_LENGTH)
  })

  it.each<[html: string, place: Partial<TemplateRenderError>]>([
    [
      'one\n {% for i in (1..9999999) %}{% endfor %}',
      { message: 'the template makes too much text or too long lists', line: 2, column: 2 },
    ],
    [
      '{% for i in (1..999) %}{% for j in (1..999) %}{% for k in (1..999) %}{% endfor %}{% endfor %}{% endfor %}',
      { message: 'the template takes too long', line: 1 },
    ],
    [
      `{% for i in (1..9999) %}\n${'x'.repeat(9999)}{% endfor %}`,
      { message: 'the template prints more than 5000000 characters', line: 1, column: 25 },
    ],
    [
      '{{ a??b }} {{ "x" | date: "%Y" }} {{ "now" | date: f }}',
      { message: 'a date format has at most 100 characters', line: 1, column: 35 },
    ],
  ])('says what it takes too much of, and where', (html, place) => {
    const error = catchError(() => renderHtml(html, { f: 'x'.repeat(101) }))
    expect(error).toBeInstanceOf(TemplateRenderError)
    expect(error).toMatchObject({ part: 'html', ...place })
  })
})

function catchError(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

/**
 * The longest time that the main thread worked without looking at what else there is to do; and how late it came to
 * that, leaving out the worst tenth: on a loaded machine it waits for a core, for which it cannot be blamed.
 */
function watchMainThread() {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  let longestWorkMs = 0
  let last = cpuMs()
  const timer = setInterval(() => {
    const now = cpuMs()
    longestWorkMs = Math.max(longestWorkMs, now - last)
    last = now
  }, 5)
  delay.enable()
  return {
    stop() {
      clearInterval(timer)
      delay.disable()
      return { longestWorkMs, delayMs: delay.percentile(90) / 1e6 }
    },
  }
}

it('a template that is rendered in the main thread is noticed there', async () => {
  const watch = watchMainThread()
  await pause(20)
  catchError(() => renderHtml('{% for a in (1..1999999) %}{% endfor %}'))
  await pause(20)
  expect(watch.stop().longestWorkMs).toBeGreaterThan(100)
})

describe('in threads', () => {
  const entry = new URL('fixtures/render-thread.ts', import.meta.url)
  const pool = createThreadPool({ entry, size: 2 })
  afterAll(() => pool.close())

  const runAll = (laneOf: (name: string) => string) =>
    Object.entries(HOSTILE).map(([name, { html, values = {} }]) =>
      pool
        .run(renderInThread, { html, values }, { lane: laneOf(name) })
        .catch((error: unknown) => (error as Error).name),
    )

  it('hostile templates never keep the main thread for 100 ms', { timeout: 120_000 }, async () => {
    await pool.run(renderInThread, { html: '{{ a }}', values: {} })
    const watch = watchMainThread()
    const results = await Promise.all(runAll((name) => name))
    const { longestWorkMs, delayMs } = watch.stop()
    expect(results.filter((result) => typeof result === 'string').length).toBeGreaterThan(15)
    expect(longestWorkMs).toBeLessThan(100)
    expect(delayMs).toBeLessThan(100)
  })

  it("a good template gets its turn among one project's hostile ones", { timeout: 120_000 }, async () => {
    const crowd = runAll(() => 'hostile')
    const began = performance.now()
    const good = { html: 'Hi {{ name | upcase }}', values: { name: 'Ann' } }
    expect(await pool.run(renderInThread, good, { lane: 'good' })).toEqual({ length: 6 })
    // It waits for one of them, which ends after 0.8 s at the latest.
    expect(performance.now() - began).toBeLessThan(4000)
    await Promise.all(crowd)
  })
})
