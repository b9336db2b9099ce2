// `lettermill pull`, `diff` and `push` with folders of several people, the dashboard, and an empty project.
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { inFreshProject } from '../support/factories.ts'
import { call } from '../support/requests.ts'
import { runHere } from '../support/run-command.ts'
import type { CommandExit } from '../support/run-command.ts'
import { useTestApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import { LOOPBACK_ALLOWED } from '../support/webhooks.ts'

const test = useTestApp(LOOPBACK_ALLOWED)
const place = { url: '', folders: 0 }

beforeAll(async () => {
  place.url = await test.app.listen({ port: 0, host: '127.0.0.1' })
})

function newFolder(): string {
  place.folders += 1
  const folder = path.join(inject('scratch'), `as-code-${process.pid}-${place.folders}`)
  mkdirSync(folder, { recursive: true })
  return folder
}

const run = (app: TestApp, ...words: string[]): Promise<CommandExit> => runWith(app, {}, ...words)

const runWith = (app: TestApp, settings: Record<string, string>, ...words: string[]): Promise<CommandExit> =>
  runHere([...words, '--table'], {
    ...settings,
    LETTERMILL_BASE_URL: place.url,
    LETTERMILL_API_KEY: app.project.secretKey,
  })

async function done(app: TestApp, ...words: string[]): Promise<string> {
  const exit = await run(app, ...words)
  expect(exit).toMatchObject({ code: 0 })
  return exit.stdout
}

const read = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8')
const edit = (folder: string, name: string, change: (text: string) => string) =>
  writeFileSync(path.join(folder, name), change(read(folder, name)))

const subjectOf = async (app: TestApp) =>
  (await call(app, ['GET', '/templates/welcome'])).json<{ subject: string }>().subject

async function buildProject(): Promise<TestApp> {
  const app = await inFreshProject(test)
  const bodies: [string, object][] = [
    ['/topics', { key: 'news', name: 'News', optIn: 'implied' }],
    ['/partials', { key: 'sign', name: 'Signature', body: '<p>Yours</p>' }],
    [
      '/templates',
      {
        name: 'Welcome',
        alias: 'welcome',
        subject: 'Hi',
        body: '<p>Hi</p>{% include "sign" %}',
        topic: 'news',
      },
    ],
    [
      '/templates',
      { name: 'Blocks', subject: 'B', blocks: { blocks: [{ type: 'heading', text: 'Hello' }] } },
    ],
    [
      '/segments',
      { name: 'All', filters: { operator: 'AND', conditions: [{ field: 'email', operator: 'exists' }] } },
    ],
  ]
  for (const [url, body] of bodies) {
    expect((await call(app, ['POST', url], { body })).statusCode).toBe(201)
  }
  return app
}

describe('a folder and a project', () => {
  it('are the same in an empty project, after a push', async () => {
    const [app, empty] = [await buildProject(), await inFreshProject(test)]
    const [folder, second] = [newFolder(), newFolder()]
    await done(app, 'pull', folder)
    const dry = await done(empty, 'push', folder, '--dry-run')
    expect(dry).toContain('Creates the template "Welcome".')
    expect(dry).toContain('This was a dry run: everything was undone.')
    await done(empty, 'push', folder)
    expect(await done(empty, 'diff', folder)).toBe('No differences.\n')
    expect(await done(app, 'diff', folder)).toBe('No differences.\n')
    await done(empty, 'pull', second)
    for (const name of [
      'brand.jsonc',
      'topics/news.jsonc',
      'templates/welcome.html',
      'templates/blocks.mjml',
      'segments/all.jsonc',
    ]) {
      expect(read(second, name)).toBe(read(folder, name))
    }
    expect(await done(empty, 'push', folder)).toContain('0 changed')
  })

  it('keep comments, and show differences in words and as text', async () => {
    const app = await buildProject()
    const folder = newFolder()
    await done(app, 'pull', folder)
    edit(folder, 'topics/news.jsonc', (text) =>
      text.replace('{', '// ours\n{').replace('"News"', '"Our news"'),
    )
    edit(folder, 'templates/welcome.html', (text) => text.replace('subject: Hi', '# short\nsubject: Hello'))
    const shown = await done(app, 'diff', folder)
    expect(shown).toContain('Changes name of the topic "Our news".')
    expect(shown).toContain('- subject: Hi\n+ subject: Hello')
    await done(app, 'push', folder)
    expect(await subjectOf(app)).toBe('Hello')
    await call(app, ['PATCH', '/templates/welcome'], { body: { subject: 'From the dashboard' } })
    await done(app, 'pull', folder)
    expect(read(folder, 'templates/welcome.html')).toContain('# short\nsubject: From the dashboard')
    expect(read(folder, 'topics/news.jsonc')).toContain('// ours')
  })

  it('take the MJML that new blocks make', async () => {
    const app = await buildProject()
    const folder = newFolder()
    await done(app, 'pull', folder)
    edit(folder, 'templates/blocks.blocks.json', (text) => text.replace('Hello', 'Changed'))
    await done(app, 'push', folder)
    expect(read(folder, 'templates/blocks.mjml')).toContain('Changed')
    expect(await done(app, 'push', folder)).toContain('0 changed')
  })
})

describe('secrets of workflows', () => {
  it('stay out of the folder, and come from the environment', async () => {
    const [app, empty] = [await buildProject(), await inFreshProject(test)]
    const step = {
      id: 'crm',
      type: 'WEBHOOK',
      config: { url: 'http://127.0.0.1/', headers: { Authorization: 'Bearer abc' } },
    }
    const body = { name: 'Orders', eventName: 'order.paid', steps: [step] }
    expect((await call(app, ['POST', '/workflows'], { body })).statusCode).toBe(201)
    const folder = newFolder()
    await done(app, 'pull', folder)
    expect(read(folder, 'workflows/orders.jsonc')).toContain('${secret.ORDERS__CRM__AUTHORIZATION}')
    const refused = await run(empty, 'push', folder)
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('LETTERMILL_SECRET_ORDERS__CRM__AUTHORIZATION'),
    ])
    const settings = { LETTERMILL_SECRET_ORDERS__CRM__AUTHORIZATION: 'Bearer xyz' }
    expect(await runWith(empty, settings, 'push', folder)).toMatchObject({ code: 0 })
    const { workflows } = (await call(empty, ['GET', '/workflows'])).json<{ workflows: { id: string }[] }>()
    const stored = await call(empty, ['GET', `/workflows/${workflows[0]?.id ?? ''}`])
    expect(stored.body).toContain('Bearer xyz')
    expect(await done(empty, 'diff', folder)).toBe('No differences.\n')
  })
})

describe('emails in TSX', () => {
  const EMAIL = `import { Line } from '../line.tsx'
export const template = { subject: 'Hello {{ name }}', type: 'MARKETING' }
export default function Hello() {
  return <html><body><Line>{'Hi {{ name | default: "you" }}'}</Line></body></html>
}
`

  it('become HTML, which a review sees beside them', async () => {
    const app = await inFreshProject(test)
    const folder = newFolder()
    // The project's own packages.
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    mkdirSync(path.join(folder, 'templates'))
    writeFileSync(path.join(folder, 'templates/hello.tsx'), EMAIL)
    writeFileSync(
      path.join(folder, 'line.tsx'),
      "import type { ReactNode } from 'react'\nexport const Line = ({ children }: { children: ReactNode }) => <p>{children}</p>\n",
    )
    expect(await done(app, 'push', folder)).toContain('Creates the template "hello".')
    expect(read(folder, 'templates/hello.html')).toContain('Hi {{ name | default: "you" }}')
    expect(await done(app, 'push', folder)).toContain('0 changed')
    await done(app, 'pull', folder)

    await call(app, ['PATCH', '/templates/hello'], { body: { subject: 'From the dashboard' } })
    const pulled = await run(app, 'pull', folder)
    expect([pulled.code, pulled.stderr]).toEqual([1, expect.stringContaining('templates/hello.html')])
    const refused = await run(app, 'push', folder)
    expect(refused.stderr).toContain('the project has subject "From the dashboard"')
    await done(app, 'push', folder, '--force')

    writeFileSync(path.join(folder, 'templates/hello.tsx'), 'export default 1')
    const broken = await run(app, 'push', folder)
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('templates/hello.tsx')])
  })

  it('need the packages of the project', async () => {
    const folder = newFolder()
    mkdirSync(path.join(folder, 'templates'))
    writeFileSync(path.join(folder, 'templates/hello.tsx'), EMAIL)
    const refused = await run(await inFreshProject(test), 'push', folder)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('npm install react-email')])
  })
})

describe('two people and the dashboard', () => {
  it('overwrite nobody', async () => {
    const app = await buildProject()
    const [ada, bob] = [newFolder(), newFolder()]
    await done(app, 'pull', ada)
    await done(app, 'pull', bob)
    edit(ada, 'templates/welcome.html', (text) => text.replace('subject: Hi', 'subject: From Ada'))
    edit(bob, 'templates/welcome.html', (text) => text.replace('subject: Hi', 'subject: From Bob'))
    edit(bob, 'topics/news.jsonc', (text) => text.replace('"News"', '"From Bob"'))
    await done(app, 'push', ada)

    const refused = await run(app, 'push', bob)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('the folder has subject "From Bob"; the project has subject "From Ada"')
    expect(read(bob, 'templates/welcome.html')).toContain('From Bob')

    const pulled = await run(app, 'pull', bob)
    expect(pulled.code).toBe(1)
    expect(pulled.stderr).toContain('templates/welcome.html')
    expect(pulled.stdout).toContain('kept     topics/news.jsonc (edited here)')
    expect(read(bob, 'templates/welcome.html')).toContain('From Bob')

    await done(app, 'push', bob, '--force')
    expect(await subjectOf(app)).toBe('From Bob')
    await done(app, 'pull', ada)
    expect(read(ada, 'templates/welcome.html')).toContain('From Bob')
    expect(read(ada, 'topics/news.jsonc')).toContain('From Bob')
  })
})

describe('push --prune', () => {
  it('deletes what the folder does not have, and lists what is in use', async () => {
    const app = await buildProject()
    const folder = newFolder()
    await done(app, 'pull', folder)
    for (const name of ['segments/all.jsonc', 'partials/sign.html']) rmSync(path.join(folder, name))
    expect(await done(app, 'push', folder)).toContain('0 changed')
    const pruned = await done(app, 'push', folder, '--prune')
    expect(pruned).toContain('Deletes the segment "All".')
    expect(pruned).toContain('Keeps the partial "Signature".')
    await done(app, 'pull', folder)
    expect(existsSync(path.join(folder, 'segments/all.jsonc'))).toBe(false)
    expect(existsSync(path.join(folder, 'partials/sign.html'))).toBe(true)
  })

  it('refuses a folder without files', async () => {
    const app = await buildProject()
    const refused = await run(app, 'push', newFolder(), '--prune')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Pull first')])
  })
})
