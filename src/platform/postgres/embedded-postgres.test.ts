import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { makeScratch, queryValue, QUICK } from './fixtures/scratch.ts'
import { identifyProcess } from './data-folder/process-identity.ts'
import { findRunningPostgres } from './running-postgres.ts'

const scratch = makeScratch()
afterEach(() => scratch.stopServers())
afterAll(() => scratch.cleanUp())

const setting = (name: string): string => `select current_setting('${name}')`
const modeOf = (file: string): number => statSync(file).mode & 0o777

describe('the first start', () => {
  it('makes a database that the next start finds again', async () => {
    const dataDir = scratch.dataDir()
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
    const first = await scratch.start({ dataDir, settings: {} })
    expect(first).toMatchObject({ adopted: false })
    expect(await findRunningPostgres(dataDir)).toBe(first.url)
    expect(await queryValue(first.url, 'select current_database()')).toBe('lettermill')
    expect(await queryValue(first.url, `select lower('ÄÉ')`)).toBe('äé')
    expect(await queryValue(first.url, setting('max_connections'))).toBe('200')
    expect(await queryValue(first.url, setting('synchronous_commit'))).toBe('on')
    expect(await queryValue(first.url, setting('listen_addresses'))).toBe('')
    expect(modeOf(path.join(dataDir, 'postgres.password'))).toBe(0o600)
    await queryValue(first.url, 'create table kept as select 7 as n')
    await Promise.all([first.stop(), first.stop()])
    expect(await findRunningPostgres(dataDir)).toBeUndefined()

    const second = await scratch.start({ dataDir, settings: { ...QUICK, work_mem: '7MB', port: '1' } })
    expect(second.url).toBe(first.url)
    expect(await queryValue(second.url, 'select n from kept')).toBe(7)
    expect(await queryValue(second.url, setting('work_mem'))).toBe('7MB')
    await second.stop()
  })

  it('begins anew over a half-made database and the leftovers of a killed initdb', async () => {
    const dataDir = scratch.dataDir()
    mkdirSync(path.join(dataDir, 'postgres', 'base'), { recursive: true })
    mkdirSync(path.join(dataDir, 'postgres.new-killed', 'base'), { recursive: true })
    writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
    const server = await scratch.start({ dataDir })
    expect(await queryValue(server.url, 'select 1')).toBe(1)
    await server.stop()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([])
    expect(readdirSync(path.join(dataDir, 'postgres.incomplete-1'))).toEqual(['PG_VERSION', 'base'])
  })

  it('that is given up leaves nothing running and nothing half-made', async () => {
    const dataDir = scratch.dataDir()
    const urgent = new AbortController()
    const starting = scratch.start({ dataDir, urgent: urgent.signal })
    await eventually(() => expect(readdirSync(dataDir).join()).toContain('postgres.new-'))
    urgent.abort()
    await expect(starting).rejects.toThrow(/aborted/)
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
    const server = await scratch.start({ dataDir })
    expect(await queryValue(server.url, 'select 1')).toBe(1)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([])
  })

  it('puts the socket into a short folder when the data folder is deep, and minds no odd name', async () => {
    const dataDir = scratch.dataDir(path.join('a folder, "with" 100%é', 'x'.repeat(90)))
    const server = await scratch.start({ dataDir })
    const socketDir = new URL(server.url).searchParams.get('host') ?? ''
    expect(socketDir).not.toContain(dataDir)
    expect(statSync(socketDir).uid).toBe(statSync(path.join(dataDir, 'postgres')).uid)
    expect(modeOf(socketDir)).toBe(0o700)
    expect(await queryValue(server.url, 'select 1')).toBe(1)
    expect(await findRunningPostgres(dataDir)).toBe(server.url)
    await server.stop()
    expect(existsSync(socketDir)).toBe(false)
  })

  it('says which folder cannot be used and what the system said', async () => {
    const file = scratch.dataDir()
    writeFileSync(file, '')
    const refused = scratch.start({ dataDir: path.join(file, 'data') })
    await expect(refused).rejects.toThrow(/data folder .*\/data cannot be used: EEXIST/)
  })
})

describe('a later start', () => {
  const dataDir = scratch.dataDir()
  const start = (onLog = (_line: string): void => undefined) => scratch.start({ dataDir, onLog })
  beforeAll(async () => {
    await start()
    await scratch.stopServers()
  })

  it('brings the server back when it is killed, at the same address', async () => {
    const onLog = vi.fn()
    const server = await start(onLog)
    for (const round of [1, 2]) {
      const killed = server.pid
      // a session that outlives its server keeps its shared memory, which prevents the next start
      const busy = queryValue(server.url, 'select count(*) from generate_series(1, 1e12::bigint)').catch(
        () => 'cut off',
      )
      const isBusy = `select exists (select from pg_stat_activity where query ~ 'series' and pid <> pg_backend_pid())`
      await eventually(async () => expect(await queryValue(server.url, isBusy)).toBe(true))
      process.kill(killed, 'SIGKILL')
      await eventually(() => expect(server.pid).not.toBe(killed))
      expect(await busy).toBe('cut off')
      expect(await queryValue(server.url, `select ${round}`)).toBe(round)
    }
    expect(onLog.mock.calls.flat().filter((line) => /ended unexpectedly/.test(String(line)))).toHaveLength(2)
    await server.stop()
    expect(identifyProcess(server.pid)).toBeUndefined()
  })

  it('gives the database a new password when the file was lost', async () => {
    rmSync(path.join(dataDir, 'postgres.password'))
    const server = await start()
    expect(await queryValue(server.url, 'select 1')).toBe(1)
    await server.stop()
  })

  it('says so when the password is another one', async () => {
    const file = path.join(dataDir, 'postgres.password')
    const right = readFileSync(file)
    writeFileSync(file, 'of-another-data-folder')
    await expect(start()).rejects.toThrow(`The password in ${file} is not that of the database`)
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
    writeFileSync(file, right)
  })

  it('sets a long log aside', async () => {
    const log = path.join(dataDir, 'postgres.log')
    truncateSync(log, 11 * 1024 * 1024)
    await (await start()).stop()
    expect(statSync(log).size).toBeLessThan(100_000)
    expect(statSync(`${log}.1`).size).toBe(11 * 1024 * 1024)
  })

  it('says what PostgreSQL said when it fails, and leaves no server behind', async () => {
    const wrong = scratch.start({ dataDir, settings: { ...QUICK, shared_buffers: 'lots' } })
    await expect(wrong).rejects.toThrow(/invalid value for parameter "shared_buffers"/)
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
  })

  it('refuses a database of another major version', async () => {
    writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(/made by PostgreSQL 17/)
  })
})
