// The leftovers of a killed Lettermill: a live server, or only the files of a dead one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { makeScratch, queryValue, QUICK } from './fixtures/scratch.ts'
import { isRunning, identifyProcess } from './data-folder/process-identity.ts'
import { findRunningPostgres } from './running-postgres.ts'

const scratch = makeScratch()
const dataDir = scratch.dataDir()
const other = scratch.dataDir()

beforeAll(async () => {
  const server = await scratch.start({ dataDir })
  await server.stop()
  // like a backup restored by root: everything now belongs to root
  cpSync(dataDir, other, { recursive: true })
})

afterEach(() => scratch.stopServers())
afterAll(() => scratch.cleanUp())

/** Starts a server in a process that is then killed. */
async function leaveOrphan(): Promise<{ url: string; pid: number }> {
  const parent = scratch.run('start-server.ts', [dataDir])
  const server = JSON.parse(await parent.line()) as { url: string; pid: number }
  await parent.kill()
  return server
}

const pidFileOf = (folder: string): string => path.join(folder, 'postgres', 'postmaster.pid')

describe('a server left by a killed parent', () => {
  it('works on, is adopted, and is started again when it dies', async () => {
    const orphan = await leaveOrphan()
    expect(await queryValue(orphan.url, 'select 1')).toBe(1)
    expect(await findRunningPostgres(dataDir)).toBe(orphan.url)
    const adopter = await scratch.start({ dataDir })
    expect(adopter).toMatchObject({ adopted: true, pid: orphan.pid, url: orphan.url })
    process.kill(orphan.pid, 'SIGKILL')
    await eventually(() => expect(adopter.pid).not.toBe(orphan.pid))
    expect(await queryValue(adopter.url, 'select 2')).toBe(2)
    await adopter.stop()
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
  })

  it('can be stopped by its adopter', async () => {
    const orphan = await leaveOrphan()
    const server = identifyProcess(orphan.pid)
    await (await scratch.start({ dataDir })).stop()
    expect(server && isRunning(server)).toBe(false)
  })

  it('is replaced when it runs with other settings', async () => {
    const orphan = await leaveOrphan()
    const server = await scratch.start({ dataDir, settings: { ...QUICK, work_mem: '9MB' } })
    expect(server.adopted).toBe(false)
    expect(server.pid).not.toBe(orphan.pid)
    expect(await queryValue(server.url, `select current_setting('work_mem')`)).toBe('9MB')
    await server.stop()
  })

  it('is replaced when it is frozen and does not answer', async () => {
    const onLog = vi.fn()
    const orphan = await leaveOrphan()
    process.kill(orphan.pid, 'SIGSTOP')
    const server = await scratch.start({ dataDir, onLog })
    expect(server.adopted).toBe(false)
    expect(await queryValue(server.url, 'select 3')).toBe(3)
    expect(onLog.mock.calls.flat().join()).toContain('it does not answer')
    await server.stop()
  })

  it('is ended by a start that is given up', async () => {
    const orphan = await leaveOrphan()
    process.kill(orphan.pid, 'SIGSTOP')
    const server = identifyProcess(orphan.pid)
    const urgent = AbortSignal.abort()
    await expect(scratch.start({ dataDir, urgent })).rejects.toThrow(/aborted/)
    expect(server && isRunning(server)).toBe(false)
  })
})

describe('the files of a dead server', () => {
  it('do not hinder a start when their pid now belongs to another program', async () => {
    const { uid, gid } = statSync(path.join(dataDir, 'postgres'))
    // of the same user, so that PostgreSQL itself would take it for a live server
    const stranger = spawn('sleep', ['60'], { uid, gid })
    await deadServerOf(dataDir, stranger.pid ?? 0)
    const server = await scratch.start({ dataDir })
    expect(server.adopted).toBe(false)
    expect(await queryValue(server.url, 'select 4')).toBe(4)
    expect(stranger.exitCode).toBeNull()
    await server.stop()
    stranger.kill()
    await once(stranger, 'exit')
  })

  it('do not lead to the server of another data folder', async () => {
    const neighbour = await scratch.start({ dataDir: other })
    await deadServerOf(dataDir, neighbour.pid)
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
    const server = await scratch.start({ dataDir })
    expect(server.pid).not.toBe(neighbour.pid)
    expect(await queryValue(neighbour.url, 'select 5')).toBe(5)
    await Promise.all([server.stop(), neighbour.stop()])
  })
})

/** Kills a server with its parent and overwrites its pid in the files it leaves. */
async function deadServerOf(folder: string, pid: number): Promise<void> {
  const parent = scratch.run('start-server.ts', [folder])
  const server = JSON.parse(await parent.line()) as { url: string; pid: number }
  await parent.kill()
  process.kill(server.pid, 'SIGKILL')
  await eventually(() => expect(identifyProcess(server.pid)).toBeUndefined())
  const files = [pidFileOf(folder), path.join(folder, 'postgres.socket', '.s.PGSQL.5432.lock')]
  for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(pid)))
}
