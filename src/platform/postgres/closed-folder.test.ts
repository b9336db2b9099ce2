// A data folder in a closed folder such as root's home. Root's server runs as another user and cannot enter it; for any
// other user the server runs as that user and the folder is as good as any.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeScratch, queryValue } from './fixtures/scratch.ts'
import { remoteHome } from './data-folder/layout.ts'
import { findRunningPostgres } from './running-postgres.ts'

const isRoot = process.getuid?.() === 0
const scratch = makeScratch()
const dataDir = scratch.dataDir(path.join('closed', 'data'))
const moved = scratch.dataDir(path.join('closed', 'moved'))
const copied = scratch.dataDir(path.join('closed', 'copied'))
const homeOf = (folder: string): string => (isRoot ? remoteHome(folder) : folder)

beforeAll(() => {
  mkdirSync(dataDir, { recursive: true })
  chmodSync(path.dirname(dataDir), 0o700)
})
afterEach(() => scratch.stopServers())
afterAll(() => scratch.cleanUp())

describe('a data folder in a closed folder', () => {
  it('gets its database where the server can reach it, without opening the folder', async () => {
    const onLog = vi.fn()
    const server = await scratch.start({ dataDir, onLog })
    await queryValue(server.url, 'create table kept as select 7 as n')
    expect(existsSync(path.join(homeOf(dataDir), 'postgres', 'PG_VERSION'))).toBe(true)
    expect(statSync(path.dirname(dataDir)).mode & 0o777).toBe(0o700)
    expect(await findRunningPostgres(dataDir)).toBe(server.url)
    expect(onLog.mock.calls.flat().some((line) => String(line).includes(remoteHome(dataDir)))).toBe(isRoot)
    await server.stop()
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
  })

  it('keeps its database when the folder is opened, or renamed', async () => {
    chmodSync(path.dirname(dataDir), 0o755)
    const opened = await scratch.start({ dataDir })
    expect(await queryValue(opened.url, 'select n from kept')).toBe(7)
    await opened.stop()
    renameSync(dataDir, moved)
    const renamed = await scratch.start({ dataDir: moved })
    expect(await queryValue(renamed.url, 'select n from kept')).toBe(7)
    expect(await findRunningPostgres(moved)).toBe(renamed.url)
    await renamed.stop()
  })

  it('does not share its database with a copy of the folder', async () => {
    cpSync(moved, copied, { recursive: true })
    // the database was copied along with its data folder, and is a separate one
    expect(await outcomeOfStart(copied)).toMatch(isRoot ? /is a copy of .*moved/ : /^started$/)
  })

  it('says where the database was when it is missing', async () => {
    const home = isRoot
      ? readFileSync(path.join(moved, 'postgres.location'), 'utf8').trim()
      : path.join(moved, 'postgres')
    rmSync(home, { recursive: true })
    expect(await outcomeOfStart(moved)).toMatch(isRoot ? `kept in ${home}` : /^started$/)
  })

  it('starts with an empty database after the data folder was deleted, and moves the former one aside', async () => {
    const former = path.join(remoteHome(dataDir), 'postgres')
    if (isRoot) {
      mkdirSync(path.join(former, 'global'), { recursive: true })
      writeFileSync(path.join(former, 'PG_VERSION'), 'former')
      writeFileSync(path.join(former, 'global', 'pg_control'), '')
    }
    const server = await scratch.start({ dataDir })
    expect(await queryValue(server.url, `select to_regclass('kept')`)).toBeNull()
    expect(existsSync(`${former}.aside-1/PG_VERSION`)).toBe(isRoot)
  })
})

const outcomeOfStart = (folder: string): Promise<string> =>
  scratch.start({ dataDir: folder }).then(
    () => 'started',
    (error: unknown) => String(error),
  )
