import { afterAll, describe, expect, it } from 'vitest'
import { createThreadPool } from '../threads/thread-pool.ts'
import { HOSTILE } from './fixtures/hostile-templates.ts'
import { renderInThread } from './fixtures/render-task.ts'
import { renderHtml } from './fixtures/rendering.ts'
import { MAX_OUTPUT_LENGTH } from './template-limits.ts'
import { TemplateRenderError, TemplateSyntaxError } from './template-errors.ts'

describe('a hostile template', () => {
  it.each(Object.entries(HOSTILE))('%s comes to an end', (_, { html, values }) => {
    const result = catchError(() => renderHtml(html, values).length)
    const isRefused = result instanceof TemplateSyntaxError || result instanceof TemplateRenderError
    expect(isRefused ? 0 : result).toBeLessThanOrEqual(MAX_OUTPUT_LENGTH)
  })

  it.each<[html: string, place: Partial<TemplateRenderError>]>([
    [
      'one\n {% for i in (1..9999999) %}{% endfor %}',
      { message: 'the template creates too much text or too long lists', line: 2, column: 2 },
    ],
    [
      '{% assign l = (1..999) %}{% for i in l %}{% for j in l %}{% for k in l %}{% endfor %}{% endfor %}{% endfor %}',
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
  ])('reports the exceeded limit with its position', (html, place) => {
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

describe('in threads', () => {
  const entry = new URL('fixtures/render-thread.ts', import.meta.url)
  const pool = createThreadPool({ entry, size: 2 })
  afterAll(() => pool.close())

  it("a good template gets its turn among one project's hostile ones", async () => {
    await pool.run(renderInThread, { html: '{{ a }}', values: {} })
    const order: string[] = []
    const render = (lane: string, input: { html: string; values: Record<string, unknown> }) =>
      pool.run(renderInThread, input, { lane }).then(
        ({ length }) => order.push(`${lane}: ${length} characters`),
        (error: unknown) => order.push(`${lane}: ${(error as Error).name}`),
      )
    const slow = {
      html: '{% for a in (1..1999) %}{% for b in (1..1999) %}{% endfor %}{% endfor %}',
      values: {},
    }
    const crowd = [1, 2, 3].map(() => render('hostile', slow))
    // The main thread is not blocked.
    await new Promise((resolve) => setImmediate(resolve))
    order.push('main thread')
    await render('good', { html: 'Hi {{ name | upcase }}', values: { name: 'Ann' } })
    await Promise.all(crowd)
    expect(order.slice(0, 2)).toEqual(['main thread', 'good: 6 characters'])
    // Which limit ends them depends on how busy the machine is: that of rendering, of the thread, or of waiting.
    expect(order.slice(2)).toEqual(crowd.map(() => expect.stringMatching(/^hostile: \w+Error$/) as string))
  })
})
