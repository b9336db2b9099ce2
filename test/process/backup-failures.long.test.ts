// Backups and restores that fail or are cut off: the message, and the files left behind.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts'
import { findRunningPostgres } from '../../src/platform/postgres/running-postgres.ts'
import { NODE_FLAGS } from '../../scripts/node-flags.mjs'
import { fileWith } from '../../src/platform/backup/fixtures/backup-steps.ts'
import { createSecrets, keyFingerprint } from '../../src/platform/secrets/secrets.ts'
import { queryAt, readContent } from '../support/database/database-content.ts'
import { eventually } from '../support/eventually.ts'
import {
  NODE_COMPILE_CACHE,
  postgresPid,
  useNodes,
  type Exit,
  type Settings,
} from '../support/node-process.ts'
import { runHere, type CommandExit } from '../support/run-command.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'
import { createTestDatabase } from '../support/database/test-database.ts'

const nodes = useNodes()
const external = useSharedDatabase()

const ENCRYPTION_KEY = 'the key of the database that is backed up'
const files = nodes.dataDir()
const good = path.join(files, 'good.zst')
let dataDir: string

const run = (words: string[], settings: Settings = {}): Promise<CommandExit> =>
  runHere(words, { DATA_DIR: dataDir, ENCRYPTION_KEY, ...settings })

async function mustRun(words: string[]): Promise<void> {
  const exit = await run(words)
  if (exit.code !== 0) throw new Error(`${words.join(' ')} failed: ${exit.stderr}`)
}

/** A file in the folder of the tests. */
function fileOf(name: string, content: Buffer): string {
  const file = path.join(files, name)
  writeFileSync(file, content)
  return file
}

function pipeOf(name: string): string {
  const file = path.join(files, name)
  // A second try begins anew.
  rmSync(file, { force: true })
  execFileSync('mkfifo', [file])
  return file
}

const BLOBS = 20
const randomRows = (bytes: number) => Array.from({ length: BLOBS }, () => randomBytes(bytes))

beforeAll(async () => {
  mkdirSync(files)
  dataDir = await nodes.preparedDir()
  await mustRun(['projects', 'create', 'Shop'])
  const server = await startEmbeddedPostgres({ dataDir })
  // More than a pipe holds, and more than one block of the compression. PostgreSQL notices between two rows that it is told to stop.
  await queryAt(
    server.url,
    `insert into blobs select projects.id, b.hash, b.bytes, now()
     from projects, unnest($1::bytea[], $2::bytea[]) as b (hash, bytes)`,
    [randomRows(32), randomRows(300_000)],
  )
  // As the first start of a server does it.
  const fingerprint = keyFingerprint(createSecrets(ENCRYPTION_KEY))
  await queryAt(server.url, 'insert into installation (key_fingerprint) values ($1)', [fingerprint])
  await server.stop()
  await mustRun(['backup', good])
})

describe('lettermill backup', () => {
  it.each([
    [[], /^Usage: lettermill backup <file>\n$/],
    [['a', 'b'], /^Usage: lettermill backup <file>\n$/],
    [['a', '--all'], /^Unknown option '--all'/],
  ])('says how its words go: %j', async (words, expected) => {
    const exit = await run(['backup', ...words])
    expect(exit).toMatchObject({ code: 2, stdout: '' })
    expect(exit.stderr).toMatch(expected)
  })

  it('replaces a file only with --force', async () => {
    const file = fileOf('existing', Buffer.from('yesterday'))
    expect(await run(['backup', file])).toMatchObject({
      code: 1,
      stderr: `${file} already exists. Name another file, or replace it with --force.\n`,
    })
    expect(readFileSync(file, 'utf8')).toBe('yesterday')
    expect(await run(['backup', file, '--force', '--quiet'])).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(file).length).toBeGreaterThan(1_000_000)
  })

  it.each([
    [
      '/dev/full',
      'The backup cannot be written to /dev/full: the disk is full. Make room, or name a file on another disk.\n',
    ],
    ['/nowhere/file', 'The backup cannot be written to /nowhere/file: its folder does not exist.\n'],
    ['/dev/null/file', 'The backup cannot be written to /dev/null/file: its folder is a file.\n'],
    ['/tmp', '/tmp is a folder. Name a file in it.\n'],
  ])('says why it cannot write to %s', async (file, expected) => {
    expect(await run(['backup', file, '--quiet'])).toMatchObject({ code: 1, stdout: '', stderr: expected })
  })

  it('makes no database where there is none', async () => {
    const folder = nodes.dataDir()
    const { code, stderr } = await run(['backup', 'file'], { DATA_DIR: folder })
    expect(code).toBe(1)
    expect(stderr).toContain(
      `There is no database in the data folder ${folder}. Set DATA_DIR or DATABASE_URL as for the server`,
    )
    expect(existsSync(folder)).toBe(false)
  })

  it('needs no key, and says which one to keep', async () => {
    const words = async (key: string) =>
      (await run(['backup', '/dev/null'], { ENCRYPTION_KEY: key })).stdout.split('\n')[1]
    const said = 'The encryption key is not in the backup, and a restore needs it: keep a copy of'
    expect(await words(ENCRYPTION_KEY)).toBe(`${said} the value of ENCRYPTION_KEY in another place.`)
    expect(await words('')).toBe(`${said} the ENCRYPTION_KEY of the server in another place.`)
  })

  it('leaves neither a database server nor half a file when it is interrupted', async () => {
    // The reader stops, so the backup waits in its middle.
    const pipe = pipeOf('unread')
    const reader = openSync(pipe, 'r+')
    onTestFinished(() => closeSync(reader))
    const before = readdirSync(files)
    const backup = nodes.spawn(['backup', pipe], { DATA_DIR: dataDir, ENCRYPTION_KEY })
    await eventually(async () => expect(await isCopying(dataDir)).toBe(true))
    const exit = await backup.stop('SIGINT')
    expect(exit).toMatchObject({ code: 1, stdout: '' })
    expect(exit.stderr).toContain('Interrupted: no backup was written.\n')
    expect(postgresPid(dataDir)).toBeUndefined()
    expect(readdirSync(files)).toEqual(before)
  })

  it.each(['pg_terminate_backend', 'pg_cancel_backend'])(
    'fails when the database ends its work by %s',
    async (how) => {
      const pipe = pipeOf(how)
      const backup = nodes.spawn(['backup', pipe, '--quiet'], { DATA_DIR: dataDir, ENCRYPTION_KEY })
      const reader = createReadStream(pipe)
      onTestFinished(() => void reader.destroy())
      await eventually(async () => expect(await isCopying(dataDir)).toBe(true))
      const url = (await findRunningPostgres(dataDir)) ?? ''
      await queryAt(url, `select ${how}(pid) from pg_stat_activity where query like 'copy %'`)
      reader.resume()
      expect(await backup.exited).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^No backup was written: .*(terminat|cancel)/) as string,
      })
    },
  )
})

describe('lettermill restore', () => {
  it('says what is wrong with a file, and leaves no database behind', async () => {
    const whole = readFileSync(good)
    const damaged = Buffer.from(whole)
    const middle = Math.floor(whole.length / 2)
    damaged[middle] = (damaged[middle] ?? 0) ^ 1
    const cases: [string, string][] = [
      [path.join(files, 'none'), 'cannot be read: there is no such file.'],
      ['/tmp', 'cannot be read: it is a folder.'],
      [fileOf('text', Buffer.from('Dear diary')), 'cannot be restored: it is not a backup of Lettermill.'],
      [
        fileOf('short', whole.subarray(0, -100)),
        'cannot be restored: it ends too early, so writing or copying it was cut off.',
      ],
      [fileOf('damaged', damaged), 'cannot be restored: '],
      [
        fileOf('newer', await fileWith({ format: 2 })),
        'cannot be restored: it was written by Lettermill 9.9.9 in a newer format. Restore it with that version or a later one.',
      ],
    ]
    const folder = nodes.dataDir()
    for (const [file, expected] of cases) {
      const exit = await run(['restore', file, '--quiet'], { DATA_DIR: folder })
      expect(exit).toMatchObject({ code: 1, stdout: '' })
      expect(exit.stderr).toContain(`${file} ${expected}`)
      expect(exit.stderr).not.toMatch(/^\s+at /m)
      expect(postgresPid(folder)).toBeUndefined()
    }
    // The next one does not mind.
    expect(await run(['restore', good], { DATA_DIR: folder })).toMatchObject({ code: 0 })
  })

  it('needs the key of the old database', async () => {
    const folder = nodes.dataDir()
    const advice =
      'Without it the stored DKIM keys and the links of emails already sent are lost. ' +
      `Copy the file encryption-key of the old data folder to ${folder}/encryption-key, or set ENCRYPTION_KEY to the old value.\n`
    expect(await run(['restore', good], { DATA_DIR: folder, ENCRYPTION_KEY: 'x'.repeat(32) })).toMatchObject({
      code: 1,
      stderr: `The backup was made with a different encryption key than ENCRYPTION_KEY. ${advice}`,
    })
    expect(await run(['restore', good], { DATA_DIR: folder, ENCRYPTION_KEY: '' })).toMatchObject({
      code: 1,
      stderr: `The encryption key of the backup is missing. ${advice}`,
    })
    expect(existsSync(folder)).toBe(false)
  })

  it('refuses a database that is in use', async () => {
    const exit = await run(['restore', good, '--quiet'])
    expect(exit).toMatchObject({ code: 1, stdout: '' })
    expect(exit.stderr).toMatch(/^The database is not empty: /)
    const node = await nodes.start()
    expect((await run(['restore', good], { DATA_DIR: node.dataDir })).stderr).toMatch(
      `Lettermill already runs on the data folder ${node.dataDir} (process ${node.pid}, serving at `,
    )
    await node.stop()
  })

  it('that is killed leaves an empty database, and can be repeated', async () => {
    const folder = nodes.dataDir()
    const pipe = pipeOf('half')
    const restore = nodes.spawn(['restore', pipe], { DATA_DIR: folder, ENCRYPTION_KEY })
    const writer = openSync(pipe, 'w')
    onTestFinished(() => closeSync(writer))
    // The end does not come.
    writeSync(writer, readFileSync(good).subarray(0, 1_500_000))
    await eventually(async () => expect(await isCopying(folder)).toBe(true))
    await restore.kill()
    expect(await run(['restore', good], { DATA_DIR: folder })).toMatchObject({ code: 0 })
    const server = await startEmbeddedPostgres({ dataDir: folder })
    const content = await readContent(server.url)
    await server.stop()
    expect(content.tables['blobs']).toMatchObject({ rows: BLOBS })
  })
})

describe('with DATABASE_URL', () => {
  it('goes through standard output and input from one database to another, and is refused while nodes run', async () => {
    const { settings } = external
    expect(await run(['projects', 'create', 'Shop'], settings)).toMatchObject({ code: 0 })
    const target = await createTestDatabase({ isEmpty: true })
    onTestFinished(() => target.drop())
    const into = { ...settings, DATABASE_URL: target.url }
    // A worker listens for new email, so it is connected however quiet it is.
    const node = await nodes.start(into)
    const refused = pipeInto(settings, into)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('Another Lettermill is connected to this database')
    await node.stop()
    await queryAt(target.url, 'delete from projects')
    const loaded = pipeInto(settings, into)
    expect(loaded).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^[\d,]+ rows of \d+ tables are restored\.\n/) as string,
    })
    expect(loaded.stderr).toMatch(/ are in standard output\.\n.*keep a copy of the value of ENCRYPTION_KEY/)
    expect((await readContent(target.url)).tables['projects']).toMatchObject({ rows: 1 })
  })
})

/** `lettermill backup - | lettermill restore -` */
function pipeInto(from: Settings, to: Settings): Omit<Exit, 'signal' | 'banner'> {
  const shell = `$NODE src/main.ts backup - --quiet --env /dev/null | DATABASE_URL=$TARGET $NODE src/main.ts restore - --quiet --env /dev/null`
  const env = {
    ...from,
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE,
    NODE: [process.execPath, ...NODE_FLAGS].join(' '),
    TARGET: to['DATABASE_URL'] ?? '',
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', shell], { env, encoding: 'utf8' })
  return { code: status, stdout, stderr }
}

/** Whether a backup or a restore is in the middle of a table. */
async function isCopying(folder: string): Promise<boolean> {
  const url = await findRunningPostgres(folder)
  if (url === undefined) return false
  const rows = await queryAt(
    url,
    `select from pg_stat_activity where state = 'active' and query like 'copy %' and application_name like 'lettermill %'`,
  ).catch(() => [])
  return rows.length > 0
}
