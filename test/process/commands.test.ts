import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../support/database/test-database.ts'
import { ask, type ErrorAnswer } from '../support/http-client.ts'
import { runHere, type CommandExit } from '../support/run-command.ts'
import { postgresPid, SECRET_KEY, useNodes, type Exit, type ReadyNode } from '../support/node-process.ts'

const nodes = useNodes()

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000'

let node: ReadyNode
beforeAll(async () => {
  node = await nodes.start({ DKIM_ZONE: 'dkim.host.net' })
})

const split = (words: string): string[] =>
  words.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []

/** Runs a command beside the server, or on another folder. */
const run = (words: string, dataDir = node.dataDir): Promise<CommandExit> =>
  runHere(split(words), { DATA_DIR: dataDir })

/** As people run it: a process of its own. */
const runProgram = (words: string, dataDir = node.dataDir): Promise<Exit> =>
  nodes.run(split(words), { DATA_DIR: dataDir })

/** With --json, for what it says to a program. */
async function runJson<T>(words: string, dataDir?: string): Promise<T> {
  const exit = await run(`${words} --json`, dataDir)
  expect(exit).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(exit.stdout) as T
}

const statusWith = async (key: string) => (await ask(node, 'GET /project', { key })).status

type Project = { id: string; name: string; disabled: boolean; secretKey: string; publicKey: string }
type Key = {
  id: string
  key: string
  name: string
  scopes: string[]
  lastUsedAt: string | null
  expiresAt: string | null
}

describe('lettermill projects', () => {
  it('makes projects whose keys work at once, and lists, disables and enables them', async () => {
    const made = await runJson<Project>('projects create "Second shop"')
    expect(made).toMatchObject({ name: 'Second shop', disabled: false })
    expect((await ask(node, 'GET /project', { key: made.secretKey })).json()).toMatchObject({ id: made.id })

    const disabled = await runProgram(`projects disable ${made.id}`)
    expect(disabled).toMatchObject({
      code: 0,
      stdout: 'Project Second shop is disabled: its requests are answered with 403.\n',
      stderr: '',
    })
    const refused = await ask(node, 'GET /project', { key: made.secretKey })
    expect([refused.status, refused.json<ErrorAnswer>().error.code]).toEqual([403, 'PROJECT_DISABLED'])
    expect(await statusWith(SECRET_KEY)).toBe(200)
    const { projects } = await runJson<{ projects: Project[] }>('projects list')
    expect(projects.map(({ name, disabled: isDisabled }) => [name, isDisabled])).toEqual([
      ['My project', false],
      ['Second shop', true],
    ])

    expect(await runJson<Project>(`projects enable ${made.id}`)).toMatchObject({ disabled: false })
    expect(await statusWith(made.secretKey)).toBe(200)
  })

  it('says the same to people', async () => {
    const made = await run('projects create Third')
    expect(made.stdout).toMatch(
      /^Project {5}Third\nId {10}[\w-]{36}\nSecret key {2}sk_\w{40}\nPublic key {2}pk_\w{40}\n\nThe keys are shown only once\.\n$/,
    )
    const lines = (await run('projects list')).stdout.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^ID +NAME +STATE +CREATED$/)
    expect(lines.at(-1)).toMatch(/^[\w-]{36} +Third +enabled +\d{4}-/)
  })
})

describe('lettermill projects move', () => {
  it('moves a project to another installation, and its server says where it is', async () => {
    const target = await createTestDatabase()
    onTestFinished(() => target.drop())
    const file = path.join(node.dataDir, 'two.env')
    const settings = {
      DATABASE_URL: target.url,
      ENCRYPTION_KEY: 'the key of the second installation',
      PUBLIC_URL: 'https://two.example.com',
    }
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name}="${value}"\n`)
        .join(''),
    )
    const made = await runJson<Project>('projects create Moving')
    const moved = await runProgram(`projects move ${made.id} --to ${file} --quiet`)
    expect(moved).toMatchObject({ code: 0, stderr: '' })
    expect(moved.stdout).toMatch(/^Project Moving has moved to https:\/\/two\.example\.com\./)
    const refused = await ask(node, 'GET /project', { key: made.secretKey })
    expect([refused.status, refused.json<ErrorAnswer>().error.code]).toEqual([421, 'PROJECT_MOVED'])
    expect(refused.json<ErrorAnswer>().error.message).toContain('https://two.example.com')
    const { projects } = await runJson<{ projects: Project[] }>('projects list')
    expect(projects.map(({ name }) => name)).not.toContain('Moving')
    expect(await statusWith(SECRET_KEY)).toBe(200)
  })

  it('needs the settings of the other installation, and a pause that makes sense', async () => {
    const refused = await run(`projects move ${UNKNOWN_ID}`)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--to is missing') as string })
    const missing = await run(`projects move ${UNKNOWN_ID} --to ${path.join(node.dataDir, 'none.env')}`)
    expect(missing.code).not.toBe(0)
    expect(missing.stderr).toContain('none.env')
    const pause = await run(`projects move ${UNKNOWN_ID} --to none.env --pause soon`)
    expect(pause).toMatchObject({ code: 2, stderr: expect.stringContaining('--pause') as string })
  })
})

describe('lettermill keys', () => {
  it('makes, lists, rotates and revokes the keys of a project', async () => {
    const project = await runJson<Project>('projects create Keys')
    const of = `--project ${project.id}`
    const made = await runJson<Key>(`keys create ${of} --name Reader --scope read`)
    expect(made).toMatchObject({ name: 'Reader', scopes: ['read'], expiresAt: null })
    expect(await statusWith(made.key)).toBe(200)

    const rotated = await runJson<Key & { replaces: { id: string; expiresAt: string } }>(
      `keys rotate ${made.id} ${of} --grace-seconds 0`,
    )
    expect(rotated).toMatchObject({ name: 'Reader', scopes: ['read'], replaces: { id: made.id } })
    expect([await statusWith(made.key), await statusWith(rotated.key)]).toEqual([401, 200])

    const { keys } = await runJson<{ keys: Key[] }>(`keys list ${of}`)
    expect(keys.map(({ id }) => id)).toContain(rotated.id)
    expect(JSON.stringify(keys)).not.toContain(rotated.key)

    expect(await runJson(`keys revoke ${rotated.id} ${of}`)).toEqual({ id: rotated.id, revoked: true })
    expect(await statusWith(rotated.key)).toBe(401)
  })

  it('says the same to people', async () => {
    const project = await runJson<Project>('projects create Words')
    const of = `--project ${project.id}`
    const made = await run(`keys create ${of} --name Office --kind public --expires 2099-01-01T00:00:00Z`)
    expect(made.stdout).toMatch(/^Key {2}pk_\w{40}\nId {3}[\w-]{36}\n\nThe key is shown only once\.\n$/)
    const id = /Id +(\S+)/.exec(made.stdout)?.[1] ?? ''
    const list = (await run(`keys list ${of}`)).stdout
    expect(list).toMatch(/^ID +NAME +KEY +SCOPES +LAST USED +EXPIRES\n/)
    expect(list).toMatch(/ Office +pk_\w+…\w{4} +track +never +2099-01-01T00:00:00.000Z\n/)
    expect((await run(`keys rotate ${id} ${of}`)).stdout).toMatch(
      /shown only once\. The old one works until \d{4}-.*\nThe new key expires: 20\d\d-/,
    )
    expect((await run(`keys revoke ${id} ${of}`)).stdout).toBe(`Key ${id} is revoked.\n`)
  })

  it('needs no --project while there is one project, also when no server runs', async () => {
    const dataDir = await nodes.preparedDir()
    const without = await run('keys create --name Lonely', dataDir)
    expect([without.code, without.stderr]).toEqual([
      1,
      'There is no project yet. Create one with: npx lettermill projects create <name>\n',
    ])
    await runJson('projects create Only', dataDir)
    const made = await runJson<Key>('keys create', dataDir)
    const { keys } = await runJson<{ keys: Key[] }>('keys list', dataDir)
    expect(keys.map(({ name }) => name)).toEqual([
      'From the command line',
      'First public key',
      'First secret key',
    ])
    expect(postgresPid(dataDir)).toBeUndefined()

    // The server finds what was made before it.
    const later = await nodes.start({ DATA_DIR: dataDir })
    expect((await ask(later, 'GET /project', { key: made.key })).json()).toMatchObject({ name: 'Only' })
    expect(later.banner()).not.toContain('A first project was created')
  })
})

describe('lettermill feedback', () => {
  it('shows the URL for providers, sets the keys of their signatures, and rotates the URL', async () => {
    type Door = { url: string; keys: string[]; lastReportAt: string | null }
    const first = await runJson<Door>('feedback show')
    expect(first).toMatchObject({ keys: [], lastReportAt: null })
    expect(first.url).toMatch(/^http:.*\/feedback\/\{provider\}\/[\w-]{22}$/)
    expect((await run('feedback set-key mailgun abc')).stdout).toBe('The key mailgun is set.\n')
    const report = `POST ${new URL(first.url.replace('{provider}', 'postmark')).pathname}`
    expect((await ask(node, report, { key: null, body: {} })).status).toBe(200)
    const second = await runJson<Door>('feedback show')
    expect(second).toMatchObject({
      url: first.url,
      keys: ['mailgun'],
      lastReportAt: expect.any(String) as string,
    })
    expect((await run('feedback remove-key mailgun')).stdout).toBe('The key mailgun is removed.\n')
    const rotated = await runJson<Door>('feedback rotate --grace-seconds 0')
    expect(rotated.url).not.toBe(first.url)
    expect((await ask(node, report, { key: null, body: {} })).status).toBe(404)
    expect((await run('feedback show')).stdout).toContain(`URL          ${rotated.url}\n`)
  })

  it.each([
    ['feedback', /^Usage: lettermill feedback show/],
    ['feedback set-key pigeon x', /^There is no key "pigeon". There are: sendgrid, /],
    ['feedback rotate --grace-seconds soon', /^--grace-seconds: must be a whole number/],
  ])('says how its words go: %s', async (words, expected) => {
    const exit = await run(words)
    expect(exit).toMatchObject({ code: 2, stdout: '' })
    expect(exit.stderr).toMatch(expected)
  })
})

describe('a command on the wrong folder', () => {
  it.each(['keys create', 'projects create Shop', 'accounts list', 'backup -'])(
    'makes no database, and names the folder: %s',
    async (words) => {
      const dataDir = nodes.dataDir()
      // A backup listens to the signals of its process for as long as that lives.
      const exit = await (words.startsWith('backup') ? runProgram : run)(words, dataDir)
      expect([exit.code, exit.stdout]).toEqual([1, ''])
      expect(exit.stderr).toContain(`There is no database in the data folder ${dataDir}. Set DATA_DIR`)
      expect(existsSync(dataDir)).toBe(false)
    },
  )
})

describe('the settings file', () => {
  it('says which database a command works on, and the environment wins', async () => {
    const file = path.join(node.dataDir, 'lettermill.env')
    writeFileSync(file, `# of the server\nDATA_DIR='${node.dataDir}'\n`)
    const listed = await nodes.run(['projects', 'list', '--env', file], { DATA_DIR: '' })
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('My project') as string })
    const elsewhere = nodes.dataDir()
    const refused = await nodes.run(['projects', 'list', '--env', file], { DATA_DIR: elsewhere })
    expect(refused.stderr).toContain(`There is no database in the data folder ${elsewhere}`)
  })

  it('is refused where it is named and missing, and --env without a name', async () => {
    expect(await nodes.run(['projects', 'list', '--env', '/dev/null/none'])).toMatchObject({ code: 1 })
    expect(await nodes.run(['keys', 'list', '--env', '--json'])).toMatchObject({
      code: 2,
      stderr: '--env needs the name of a file with settings, one NAME=value per line.\n',
    })
  })
})

describe('a command that cannot be', () => {
  it.each([
    ['frobnicate', /^There is no command "frobnicate"\.\n\nUsage: lettermill <command>/],
    ['projects drop', /^Usage: lettermill projects create <name> \| list/],
    ['projects create My shop', /^Usage: lettermill projects create <name>\n$/],
    ['projects create " "', /^<name>: must not be empty\n$/],
    ['projects list --all', /^Unknown option '--all'/],
    ['dkim-zone example.com', /^Usage: lettermill dkim-zone$/m],
    ['keys create --name A --scope all', /^--scope: .*"full"\|"send"\|"read"/],
    ['keys rotate', /^Usage: lettermill keys rotate <id>\n$/],
    [
      `keys rotate ${UNKNOWN_ID} --grace-seconds long`,
      /^--grace-seconds: must be a whole number of seconds\n$/,
    ],
    ['keys list', /^There are \d projects\. Choose one with --project <id>\.\n$/],
  ])('because of its words, says how they go: %s', async (words, expected) => {
    const exit = await run(words)
    expect(exit).toMatchObject({ code: 2, stdout: '' })
    expect(exit.stderr).toMatch(expected)
  })

  it.each([
    [
      'projects disable not-a-uuid',
      'There is no project not-a-uuid. List them with: npx lettermill projects list\n',
    ],
    [
      `projects enable ${UNKNOWN_ID} --json`,
      `There is no project ${UNKNOWN_ID}. List them with: npx lettermill projects list\n`,
    ],
    [`keys list --project none`, 'There is no project none. List them with: npx lettermill projects list\n'],
    [
      'accounts reset-password nobody@example.com',
      'There is no account nobody@example.com. List them with: npx lettermill accounts list\n',
    ],
    ['keys revoke none', 'There is no key none in this project. List them with: npx lettermill keys list\n'],
  ])('because there is no such thing, says so: %s', async (words, expected) => {
    expect(await run(words)).toMatchObject({ code: 1, stdout: '', stderr: expected })
  })

  it.each([
    ['projects drop', 2],
    ['projects disable not-a-uuid', 1],
  ])('ends its process with a status that says so: %s', async (words, code) => {
    const exit = await runProgram(words)
    expect(exit).toEqual({ ...exit, ...(await run(words)), code })
  })

  it('because there is no such key in the project, says so', async () => {
    const { projects } = await runJson<{ projects: Project[] }>('projects list')
    const of = `--project ${projects[0]?.id}`
    const revoked = await run(`keys revoke ${UNKNOWN_ID} ${of}`)
    const rotated = await run(`keys rotate ${UNKNOWN_ID} ${of}`)
    expect([revoked.code, revoked.stderr]).toEqual([
      1,
      `There is no key ${UNKNOWN_ID} in this project. List them with: npx lettermill keys list\n`,
    ])
    expect([rotated.code, rotated.stderr]).toEqual([1, 'There is no such key.\n'])
  })

  it('because the day is over, says so', async () => {
    const { projects } = await runJson<{ projects: Project[] }>('projects list')
    const words = `keys create --name Old --expires 2001-01-01T00:00:00Z --project ${projects[0]?.id}`
    expect(await run(words)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'expiresAt must be in the future\n',
    })
  })
})

describe('lettermill dkim-zone', () => {
  it('prints nothing, and then a line per key in the zone', async () => {
    expect(await run('dkim-zone')).toMatchObject({ code: 0, stdout: '', stderr: '' })
    await ask(node, 'POST /domains', { body: { domain: 'shop.com', dkim: 'cname' } })
    const { code, stdout } = await run('dkim-zone')
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^[a-z0-9]{16}-1\.dkim\.host\.net\. 3600 IN TXT "v=DKIM1; k=rsa; p=[^"]+" "[^"]+" ; shop\.com\n$/,
      ) as string,
    ])
  })
})

it.each(['keys --help', 'keys create --name A -h', 'start --help', 'backup --help', '-h'])(
  'lettermill %s shows the commands, and does nothing',
  async (words) => {
    const exit = await runProgram(words, '/dev/null/x')
    expect(exit).toMatchObject({ code: 0, stderr: '' })
    expect(exit.stdout).toMatch(/^Usage: lettermill <command>/)
  },
)

it('lettermill help and version need no database', async () => {
  const [help, version] = await Promise.all([
    runProgram('help', '/dev/null/x'),
    runProgram('--version', '/dev/null/x'),
  ])
  expect(help).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Usage: lettermill/) as string,
  })
  expect(version).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
  })
})
