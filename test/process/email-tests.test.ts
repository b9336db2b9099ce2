// `lettermill test` with files, against the simulator of a real app.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { buildKey, inFreshProject } from '../support/factories.ts'
import { ROOT } from '../harness/node-process.ts'
import { call } from '../support/requests.ts'
import { runHere } from '../support/run-command.ts'
import type { CommandExit } from '../support/run-command.ts'
import { useTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'

const test = useTestApp()
const place = { url: '', folders: 0 }

beforeAll(async () => {
  place.url = await test.app.listen({ port: 0, host: '127.0.0.1' })
})

const [, EXAMPLE = ''] =
  /```\n(# email-tests[^]*?)```/.exec(readFileSync(path.join(ROOT, 'docs/testing-emails.md'), 'utf8')) ?? []

function folderWith(files: Record<string, string>): string {
  place.folders += 1
  const folder = path.join(inject('scratch'), `email-tests-${process.pid}-${place.folders}`)
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return folder
}

const run = (app: TestApp, ...words: string[]): Promise<CommandExit> =>
  runHere(['test', ...words, '--table'], {
    LETTERMILL_BASE_URL: place.url,
    LETTERMILL_API_KEY: app.project.secretKey,
  })

async function passed(app: TestApp, ...words: string[]): Promise<string> {
  const exit = await run(app, ...words)
  expect(exit).toEqual({ code: 0, stdout: exit.stdout, stderr: exit.stderr })
  return exit.stdout
}

async function failed(app: TestApp, ...words: string[]): Promise<string> {
  const exit = await run(app, ...words)
  expect(exit).toEqual({ code: 1, stdout: exit.stdout, stderr: exit.stderr })
  return exit.stderr
}

async function create(app: TestApp, url: string, body: object): Promise<string> {
  const reply = await call(app, ['POST', url], { body })
  expect(reply).toMatchObject({ statusCode: 201 })
  return reply.json<{ id: string }>().id
}

const filters = (field: string, operator: string, value: unknown) => ({
  operator: 'AND',
  conditions: [{ field, operator, value }],
})

const REVIEW = {
  name: 'Review request',
  trigger: {
    type: 'EVENT',
    event: 'order.paid',
    where: [{ field: 'data.total', operator: 'greaterThan', value: 0 }],
  },
  entry: { reentry: 'always', filters: filters('data.plan', 'equals', 'pro') },
  exit: { event: 'review.written' },
  goal: { event: 'review.written' },
  steps: [
    { id: 'wait', type: 'DELAY', config: { amount: 2, unit: 'days' }, next: 'ask' },
    { id: 'ask', type: 'SEND_EMAIL', config: { templateId: 'review' }, next: 'mark' },
    { id: 'mark', type: 'UPDATE_CONTACT', config: { data: { asked: true } }, next: 'note' },
    { id: 'note', type: 'TRACK_EVENT', config: { event: 'review.asked', data: { by: 'email' } } },
  ],
}

const TEMPLATE = {
  name: 'Review',
  alias: 'review',
  subject: 'How was your order?',
  from: 'shop@acme.test',
  body: '<p>Hello {{ name | default: "you" }}, how was it?</p><p><a href="{{ unsubscribeUrl }}">No more</a></p>',
}

/** Ids of the template and the workflow. */
async function buildReview(): Promise<{ app: TestApp; templateId: string; workflowId: string }> {
  const app = await inFreshProject(test)
  const templateId = await create(app, '/templates', TEMPLATE)
  return { app, templateId, workflowId: await create(app, '/workflows', REVIEW) }
}

const patch = (app: TestApp, url: string, body: object) => call(app, ['PATCH', url], { body })

const story = (...lines: string[]) =>
  [
    'workflow Review request',
    'test One',
    'given a contact with plan pro',
    'when order.paid with total 42',
    ...lines,
  ].join('\n')

describe('lettermill test', () => {
  it('runs the example of the guide, and compares the snapshots that --update has written', async () => {
    const { app, templateId } = await buildReview()
    const folder = folderWith({ 'review.emailtest': EXAMPLE })

    const first = await failed(app, folder)
    expect(first).toContain('Look at the email, and write it with --update.')
    expect(await passed(app, folder, '--update')).toContain('2 snapshot files written, 0 removed.')
    const snapshots = path.join(
      folder,
      '__snapshots__/review/customers-on-the-plan-pro-are-asked-for-a-review',
    )
    expect(readFileSync(path.join(snapshots, '1-review.txt'), 'utf8')).toMatch(
      /^Subject: How was your order\?\nFrom: shop@acme.test\nTo: ada@example.com\nSent: 2030-01-03 09:00, 2 days after the start\n\nHello you/,
    )
    const html = readFileSync(path.join(snapshots, '1-review.html'), 'utf8')
    expect(html).toContain('https://lettermill.example/unsubscribe/preview')
    const second = await passed(app, folder)
    expect(second).toContain('ok    Customers on the plan pro are asked for a review')
    expect(second).toContain('2 passed, 0 failed.')

    await patch(app, `/templates/${templateId}`, {
      body: TEMPLATE.body.replace('how was it', 'did you like it'),
    })
    const changed = await failed(app, folder)
    expect(changed).toContain('- Hello you, how was it?\n    + Hello you, did you like it?')
    expect(changed).toContain('review.emailtest:7: The email is not like its snapshot')
    await passed(app, folder, '--update')
    await passed(app, folder)
  })

  it('names the line, the difference and what happened instead', async () => {
    const { app, workflowId } = await buildReview()
    const folder = folderWith({ 'review.emailtest': EXAMPLE })
    await passed(app, folder, '--update')
    const [wait, ...rest] = REVIEW.steps
    const steps = [{ ...wait, config: { amount: 3, unit: 'days' } }, ...rest]
    await patch(app, `/workflows/${workflowId}`, {
      trigger: {
        type: 'EVENT',
        event: 'order.paid',
        where: [{ field: 'data.total', operator: 'greaterThan', value: 100 }],
      },
    })
    expect(await failed(app, folder, '--update')).toContain(
      'review.emailtest:7: The email review was not sent. It was expected after 2 days (2030-01-03 09:00).',
    )
    const kept = path.join(folder, '__snapshots__/review/customers-on-the-plan-pro-are-asked-for-a-review')
    expect(readdirSync(kept)).toEqual(['1-review.html', '1-review.txt'])

    await patch(app, `/workflows/${workflowId}`, { trigger: REVIEW.trigger, steps, exit: null, entry: null })
    const text = await failed(app, folder)
    expect(text).toContain(
      'review.emailtest:7: The email review was sent after 3 days (2030-01-04 09:00), not after 2 days (2030-01-03 09:00).',
    )
    expect(text).toContain(
      'review.emailtest:8: The email review was sent after 3 days (2030-01-04 09:00) all the same, although review.written happened after 1 day 23 hours 59 minutes (2030-01-03 08:59).',
    )
    expect(text).toContain(
      'review.emailtest:9: The email review was sent after 3 days (2030-01-04 09:00) all the same, although the contact is another one.',
    )
    expect(text).toContain(
      '    2030-01-01 09:00  event order.paid (started)\n    2030-01-04 09:00  email review "How was your order?"',
    )
    expect(text).not.toContain('Nobody is asked')
  })

  it('checks fields, events, the contact and the end', async () => {
    const { app } = await buildReview()
    const good = [
      'then within 3 days email ask with to ada@example.com, from shop@acme.test, text "how was it?"',
      'then event review.asked with by email',
      'then the contact has asked true, plan pro',
      'and the contact is subscribed',
      'then the workflow is completed',
    ]
    // The window of the email ends after the event: the line of the event says when that is.
    const timed = good.with(0, (good[0] ?? '').replace('within 3 days', 'after 2 days'))
    await passed(app, folderWith({ 'good.emailtest': story(...timed) }), '--update')
    const wrong = [
      'then after 2 days email review with subject "Hi", text "no such words", to bob@example.com',
      'then event review.asked with by post',
      'then event order.lost',
      'then the contact has asked false',
      'then the contact is unsubscribed',
      'then the workflow is waiting',
    ]
    const text = await failed(app, folderWith({ 'wrong.emailtest': story(...wrong) }), '--update')
    expect(
      text
        .split('\n')
        .filter((line) => /wrong\.emailtest:\d+/.test(line))
        .map((line) => line.replace(/^.*wrong\.emailtest:/, '')),
    ).toEqual([
      '5: The subject of the email review is "How was your order?", not "Hi".',
      '5: The to of the email review is "ada@example.com", not "bob@example.com".',
      '5: The text of the email review does not contain "no such words".',
      '6: The event review.asked is different: by is "email", not "post".',
      '7: The event order.lost was not tracked.',
      '8: The contact is different in the end: asked is true, not false.',
      '9: The contact is different in the end: it is subscribed.',
      '10: The workflow is completed, not waiting.',
    ])
  })

  it('finds emails that nobody expects, unless they do not matter, and names that the project does not have', async () => {
    const { app } = await buildReview()
    const unexpected = await failed(app, folderWith({ 'a.emailtest': story('then no email') }))
    expect(unexpected).toContain('If it should be sent, add: then at 2030-01-03 09:00 email review.')
    await passed(
      app,
      folderWith({
        'a.emailtest': story(
          'then any other emails',
          'then event review.asked'.replace('event', 'after 2 days event'),
        ),
      }),
    )
    const misspelt = await failed(
      app,
      folderWith({ 'a.emailtest': story('then after 2 days email revew', 'then any other emails') }),
    )
    expect(misspelt).toContain(
      'a.emailtest:5: The workflow has no email "revew". It sends review. Did you mean "review"?',
    )
    const other = story('then no email').replace('Review request', 'Reviews')
    expect(await failed(app, folderWith({ 'a.emailtest': other }))).toContain(
      `a.emailtest:1: The test cannot run: the project on ${place.url} has no workflow "Reviews". Its workflows: "Review request".`,
    )
    const refused = story('then no email').replace('when', 'given the webhook nope answers 200\nwhen')
    expect(await failed(app, folderWith({ 'a.emailtest': refused }))).toContain(
      'a.emailtest:2: The server refuses the test:',
    )
  })

  it('counts emails that a gate stops as not sent', async () => {
    const { app, templateId } = await buildReview()
    await patch(app, `/templates/${templateId}`, { type: 'MARKETING' })
    const left = story('then after 2 days email review').replace('a contact', 'an unsubscribed contact')
    expect(await failed(app, folderWith({ 'a.emailtest': left }))).toContain(
      'was held back after 2 days (2030-01-03 09:00): unsubscribed.',
    )
    await passed(app, folderWith({ 'a.emailtest': left.replace('after 2 days email review', 'no email') }))
  })

  it('fails for errors of the checks, and with --strict for warnings', async () => {
    const { app, templateId } = await buildReview()
    const folder = folderWith({ 'a.emailtest': story('then after 2 days email review') })
    await patch(app, `/templates/${templateId}`, {
      body: '<p>Hello {{ name }}</p><p><img src="https://acme.test/a.png"></p>',
    })
    const exit = await run(app, folder, '--update')
    expect([exit.code, exit.stderr]).toEqual([
      0,
      expect.stringContaining('Warning: review: {{ name }} has no value, and prints nothing.'),
    ])
    const strict = await failed(app, folder, '--strict')
    expect(strict).toContain(
      'a.emailtest:5: The email review does not pass the checks: {{ name }} has no value',
    )
  })

  it('knows segments, topics, webhooks and splits', async () => {
    const app = await inFreshProject(test)
    await create(app, '/topics', { key: 'news', name: 'News', optIn: 'implied' })
    await create(app, '/segments', { name: 'Big spenders', type: 'STATIC' })
    await create(app, '/templates', { ...TEMPLATE, type: 'MARKETING', topic: 'news' })
    const segments = (await call(app, ['GET', '/segments'])).json<{ segments: { id: string }[] }>().segments
    await create(app, '/workflows', {
      name: 'All of it',
      eventName: 'go',
      entry: { filters: filters('segment', 'memberOf', segments[0]?.id) },
      steps: [
        { id: 'score', type: 'WEBHOOK', config: { url: 'https://acme.example/score' }, next: 'keep' },
        {
          id: 'keep',
          type: 'UPDATE_CONTACT',
          config: { data: { points: '{{ webhooks.score.data.points }}' } },
          next: 'good',
        },
        {
          id: 'good',
          type: 'CONDITION',
          config: { filters: filters('data.points', 'greaterThan', 3) },
          next: { yes: 'split', no: null },
        },
        { id: 'split', type: 'SPLIT', config: { weights: { a: 50, b: 50 } }, next: { a: 'one', b: 'two' } },
        { id: 'one', type: 'SEND_EMAIL', config: { templateId: 'review' } },
        {
          id: 'two',
          type: 'SEND_EMAIL',
          config: { subject: 'Two', body: '<p>Two</p>', from: 'a@acme.test', topic: 'news' },
        },
      ],
    })
    const text = [
      'workflow "All of it"',
      'clock 2030-06-01 08:00',
      'test In',
      'given the segment "Big spenders"',
      'given the webhook score answers 200 with points 5',
      'when at 09:30 go',
      'then email two with subject Two',
      'test Off',
      'given the segment "Big spenders"',
      'given the webhook score answers 200 with points 5',
      'given the topic news is off',
      'when go',
      'then no email',
      'test Poor',
      'given the segment "Big spenders"',
      'given the webhook score answers 200 with points 2',
      'when go',
      'then no email',
      'then the workflow is completed',
      'test Out',
      'when go',
      'then the workflow does not start',
    ].join('\n')
    const folder = folderWith({ 'all.emailtest': text })
    const shown = await passed(app, folder, '--update')
    expect(shown).toContain('4 passed')
    expect(readFileSync(path.join(folder, '__snapshots__/all/in/1-two.txt'), 'utf8')).toContain(
      'Sent: 2030-06-01 09:30, 1 hour 30 minutes after the start',
    )
    expect(await passed(app, folder, '--filter', 'OU')).toContain('1 passed')
    expect(await failed(app, folder, '--filter', 'nothing')).toContain('No test has "nothing" in its name.')
  })

  it('removes snapshots that belong to no test any more', async () => {
    const { app } = await buildReview()
    const folder = folderWith({ 'review.emailtest': EXAMPLE })
    await passed(app, folder, '--update')
    writeFileSync(path.join(folder, 'review.emailtest'), EXAMPLE.replace('Customers on', 'People on'))
    const renamed = await run(app, folder)
    expect(renamed.stderr).toContain('These snapshots belong to no test any more; --update removes them:')
    expect(await passed(app, folder, '--update')).toContain('2 snapshot files written, 2 removed.')
    expect(readdirSync(path.join(folder, '__snapshots__/review'))).toEqual([
      'people-on-the-plan-pro-are-asked-for-a-review',
    ])
  })

  it('writes JUnit XML and JSON', async () => {
    const { app } = await buildReview()
    const text = `${story('then no email').replace('One', 'One <"&> \u0007')}\ntest Two\nwhen order.paid with total 1\nthen no email`
    const folder = folderWith({ 'a.emailtest': text })
    const junit = path.join(folder, 'reports/junit.xml')
    const exit = await runHere(['test', folder, '--junit', junit, '--json'], {
      LETTERMILL_BASE_URL: place.url,
      LETTERMILL_API_KEY: app.project.secretKey,
    })
    expect(exit.code).toBe(1)
    expect(JSON.parse(exit.stdout)).toMatchObject({
      passed: 1,
      failed: 1,
      tests: [{ line: 2, failures: [{ line: 2 }] }, { name: 'Two' }],
    })
    const xml = readFileSync(junit, 'utf8')
    expect(xml).toMatch(/<testsuites name="lettermill test" tests="2" failures="1" /)
    expect(xml).toContain('name="One &lt;&quot;&amp;&gt; "')
    expect(xml).toMatch(
      /<failure message="The email review \(&quot;How was your order\?&quot;\) was sent after 2 days/,
    )
    expect(xml).toMatch(/<testcase [^>]*name="Two"[^>]*\/>/)
  })

  it('lists the mistakes of all files, and runs nothing then', async () => {
    const { app } = await buildReview()
    const folder = folderWith({
      'a.emailtest': EXAMPLE,
      'b.emailtest': 'workflow A\ntset x\n',
      'c.emailtest': '# nothing\n',
    })
    const exit = await run(app, folder, '--update')
    expect(exit.code).toBe(2)
    expect(exit.stderr).toContain('b.emailtest:2: begins with "tset". Begin it with workflow')
    expect(exit.stderr).toContain('c.emailtest:1: has no test.')
    expect(existsSync(path.join(folder, '__snapshots__'))).toBe(false)
    expect(await failed(app, folderWith({}))).toContain('There is no file of tests (*.emailtest)')
    expect(await failed(app, path.join(folder, 'missing'))).toContain('cannot be read')
  })

  it('needs a key that may read, and no more', async () => {
    const { app } = await buildReview()
    const folder = folderWith({ 'a.emailtest': EXAMPLE })
    const reader = await buildKey(app, { scopes: ['read'] })
    const withKey = { LETTERMILL_BASE_URL: place.url, LETTERMILL_API_KEY: reader }
    expect(await runHere(['test', folder, '--update'], withKey)).toMatchObject({ code: 0 })
    const settings = { LETTERMILL_BASE_URL: place.url, LETTERMILL_API_KEY: 'sk_wrong' }
    expect((await runHere(['test', folder], settings)).code).toBe(4)
  })
})
