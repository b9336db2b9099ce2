// Hostile templates and data, sent over real HTTP: each gets a clear answer, and GET /health is answered meanwhile.
// `npm run proof:hostile` measures how long other requests wait.
import { beforeAll, describe, expect, it } from 'vitest'
import type { ErrorAnswer } from '../../../test/support/requests.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestProject } from '../../../test/support/test-app.ts'
import { newFields } from './fixtures/template-steps.ts'

const test = useTestApp()
let url = ''
beforeAll(async () => {
  url = await test.app.listen({ port: 0, host: '127.0.0.1' })
  // Starts the threads and loads MJML, so that the tests do not measure loading.
  await Promise.all([1, 2].map(() => save({ body: mjml('<mj-section></mj-section>') })))
})

type Answer = { status: number; message: string; id: string }

async function post(path: string, body: string, project = test.project): Promise<Answer> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.secretKey}`, 'content-type': 'application/json' },
    body,
  })
  const answer = (await response.json()) as Partial<ErrorAnswer> & { id?: string }
  return { status: response.status, message: answer.error?.message ?? '', id: answer.id ?? '' }
}

const save = (fields: Record<string, unknown>, project?: TestProject) =>
  post('/templates', JSON.stringify({ ...newFields(), ...fields }), project)
const render = (id: string, data: unknown, project?: TestProject) =>
  post(`/templates/${id}/render`, JSON.stringify({ data }), project)

const mjml = (content: string, head = '') => `<mjml>${head}<mj-body>${content}</mj-body></mjml>`
const CELL = '<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'

/** Bodies, with the status and the message of saving them. */
const BODIES: [string, string, { status: number; message: RegExp }][] = [
  ['an include of a file', '{% include "package.json" %}', { status: 400, message: /no partial/ }],
  [
    'a file drawn in by MJML',
    mjml('<mj-include path="/etc/passwd" type="html" />'),
    { status: 400, message: /mj-include/ },
  ],
  ['two megabytes', 'x'.repeat(2_097_152), { status: 422, message: /^body: must be at most 1 MB/ }],
  ['a megabyte of opening braces', '{{'.repeat(500_000), { status: 400, message: /line 1/ }],
  ['a megabyte of outputs', '{{a}}'.repeat(200_000), { status: 400, message: /more than/ }],
  ['conditions within conditions', '{% if a %}'.repeat(50_000), { status: 400, message: /line 1/ }],
  ['a deep expression', `{{ a${'[a'.repeat(50_000)} }}`, { status: 400, message: /line 1/ }],
  [
    'a megabyte of elements within each other',
    `<style>div{color:red}</style>${'<div>'.repeat(200_000)}`,
    { status: 201, message: /^$/ },
  ],
  ['a megabyte of unclosed tags', '<a '.repeat(340_000), { status: 201, message: /^$/ }],
  ['a megabyte of comments', '<!--'.repeat(260_000), { status: 201, message: /^$/ }],
  [
    'end tags of nothing',
    `${'<b>'.repeat(100_000)}${'</i>'.repeat(100_000)}`,
    { status: 201, message: /^$/ },
  ],
  [
    'CSS that matches everything, often',
    `<style>${'* * * *{color:red}'.repeat(20_000)}</style>${'<b><i>'.repeat(2_000)}`,
    { status: 201, message: /^$/ },
  ],
  ['CSS without an end', `<style>${'a{'.repeat(250_000)}</style><a>x</a>`, { status: 201, message: /^$/ }],
  [
    'quotes without an end',
    `<style>a{b:"${'\\\\"'.repeat(300_000)}}</style><a>x</a>`,
    { status: 201, message: /^$/ },
  ],
  ['fonts without an end', `<style>${'@font-face{'.repeat(90_000)}</style>`, { status: 201, message: /^$/ }],
  ['comments before nothing', `${'<!---->'.repeat(140_000)}<p>x</p>`, { status: 201, message: /^$/ }],
  [
    'links without an end in MJML',
    mjml(`<mj-raw>${'<a '.repeat(300_000)}</mj-raw>`),
    { status: 400, message: /./ },
  ],
  ['MJML within MJML', mjml('<mj-wrapper>'.repeat(40_000)), { status: 400, message: /nested too deeply/ }],
  ['thousands of components', mjml(CELL.repeat(14_000)), { status: 400, message: /too many components/ }],
  ['MJML that grows', mjml(CELL.repeat(999)), { status: 400, message: /too long/ }],
  [
    'MJML with heavy styles',
    mjml(
      CELL.repeat(50),
      `<mj-head><mj-style inline="inline">${'div div div{color:red}'.repeat(9_000)}</mj-style></mj-head>`,
    ),
    { status: 201, message: /^$/ },
  ],
  [
    'a megabyte of MJML attributes',
    mjml(`<mj-section ${'a="b" '.repeat(150_000)}></mj-section>`),
    { status: 400, message: /illegal/ },
  ],
]

/** Templates that can be saved, with the data to render them. */
const RENDERS: [string, string, unknown][] = [
  [
    'ranges of a million',
    '{% for i in (1..1000000) %}{% for j in (1..1000000) %}x{% endfor %}{% endfor %}',
    {},
  ],
  [
    'a text that doubles',
    '{% assign s = "xx" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}{{ s }}',
    {},
  ],
  [
    'loops over the data, within each other',
    '{% for a in x %}{% for b in x %}{% for c in x %}{{ c }}{% endfor %}{% endfor %}{% endfor %}',
    { x: Array.from({ length: 5_000 }, (_, n) => n) },
  ],
  ['a value of 200 kB, five thousand times', '<p>{{ a }}</p>'.repeat(5_000), { a: '<'.repeat(200_000) }],
]

/** The answer and the work of its threads. GET /health is answered before it. */
async function watch(asking: () => Promise<Answer>): Promise<{ answer: Answer; tasks: string[] }> {
  const { threads } = test.deps
  const run = threads.run.bind(threads)
  const tasks: string[] = []
  threads.run = async (task, ...given) => {
    tasks.push(task.name)
    const running = run(task, ...given)
    await running.catch(() => undefined)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    return running
  }
  try {
    return { answer: await asking(), tasks }
  } finally {
    threads.run = run
  }
}

// On a busy machine a task may reach its time limit before it finds the actual problem.
const ENDED = /takes too long|too much memory/

describe('a hostile body', () => {
  it.each(BODIES)('%s is answered, and worked at in a thread', async (_what, body, { status, message }) => {
    const { answer, tasks } = await watch(() => save({ body }))
    const isEnded = ENDED.test(answer.message)
    expect(answer.status).toBe(isEnded ? 400 : status)
    expect(answer.message).toMatch(isEnded ? ENDED : message)
    // A template that is refused for its size costs no work.
    expect(tasks.includes('templates.prepare')).toBe(status !== 422)
  })
})

describe('a hostile rendering', () => {
  it.each(RENDERS)('of %s is ended, in a thread', async (_what, body, data) => {
    const { id, status } = await save({ body, text: 'x' })
    expect(status).toBe(201)
    const { answer, tasks } = await watch(() => render(id, data))
    expect(answer.status).toBe(400)
    expect(answer.message).toMatch(/cannot be rendered|takes too long|too much memory/)
    expect(tasks).toContain('templates.render')
  })

  it('does not block the renders of others', async () => {
    const hostile = await save({ body: RENDERS[0]?.[1], text: 'x' })
    const friendly = await save({ body: '{% if a %}<p>{{ a }}</p>{% endif %}' }, test.other)
    const order: string[] = []
    const attacks = Array.from({ length: 3 }, async () => {
      const { status } = await render(hostile.id, {})
      order.push('attack')
      return status
    })
    expect((await render(friendly.id, { a: 1 }, test.other)).status).toBe(200)
    order.push('friendly')
    for (const status of await Promise.all(attacks)) expect([400, 503]).toContain(status)
    expect(order.at(-1)).toBe('attack')
  })
})
