import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DataFolderBusyError, lockDataFolder } from './data-folder-lock.ts'
import { makeScratch } from '../fixtures/scratch.ts'
import { readRecord } from './lock-record.ts'
import { identifyProcess } from './process-identity.ts'

const scratch = makeScratch()
afterAll(() => scratch.cleanUp())

const STARTERS = 10

/** A data folder with this lock file. */
function folderWith(lockFile: string): string {
  const dataDir = scratch.dataDir()
  mkdirSync(dataDir)
  writeFileSync(path.join(dataDir, 'lettermill.pid'), lockFile)
  return dataDir
}

const lockFileOf = (dataDir: string): string => readFileSync(path.join(dataDir, 'lettermill.pid'), 'utf8')

/** No process has ever had this number: it is above the largest pid of Linux (2^22). */
const DEAD = JSON.stringify({ pid: 4_200_000, startedAt: '1', note: '', token: 'dead' })

async function startTogether(dataDir: string): Promise<string[]> {
  const starters = Array.from({ length: STARTERS }, () => scratch.run('take-lock.ts', [dataDir]))
  await Promise.all(starters.map((starter) => starter.line()))
  for (const starter of starters) starter.child.stdin?.write('go\n')
  const answers = await Promise.all(starters.map((starter) => starter.line()))
  await Promise.all(starters.map((starter) => starter.kill()))
  return answers
}

describe('lockDataFolder', () => {
  it('refuses a second holder and says who the first is and what to do', async () => {
    const dataDir = scratch.dataDir()
    const lock = await lockDataFolder(dataDir, {})
    lock.setNote('http://localhost:3000')
    const refused = await lockDataFolder(dataDir, {}).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DataFolderBusyError)
    expect(refused).toMatchObject({ pid: process.pid })
    expect(String(refused)).toContain(`process ${process.pid}, http://localhost:3000`)
    expect(String(refused)).toContain('DATA_DIR')
    lock.release()
    lock.release()
    ;(await lockDataFolder(dataDir, {})).release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('writes down the process and its start', async () => {
    const dataDir = scratch.dataDir()
    const lock = await lockDataFolder(dataDir, { note: 'here' })
    expect(JSON.parse(lockFileOf(dataDir))).toMatchObject({ ...identifyProcess(process.pid), note: 'here' })
    lock.release()
  })

  it('takes over from a process that was killed', async () => {
    const dataDir = scratch.dataDir()
    const first = scratch.run('take-lock.ts', [dataDir])
    await first.line()
    first.child.stdin?.write('go\n')
    expect(await first.line()).toBe('won')
    await expect(lockDataFolder(dataDir, {})).rejects.toThrow(
      `process ${first.child.pid}, http://localhost:3000`,
    )
    await first.kill()
    const lock = await lockDataFolder(dataDir, {})
    expect(readdirSync(dataDir)).toEqual(['lettermill.pid'])
    lock.release()
  })

  it.each([
    [
      'a process of the same pid that started at another time',
      JSON.stringify({ pid: process.pid, startedAt: '1', note: '' }),
    ],
    ['an empty file', ''],
    ['a file cut short', '{"pid":12'],
    ['a file of another kind', 'null'],
  ])('takes over from %s', async (_name, content) => {
    const dataDir = folderWith(content)
    const lock = await lockDataFolder(dataDir, {})
    expect(readRecord(path.join(dataDir, 'lettermill.pid'))?.holder).toMatchObject({
      ...identifyProcess(process.pid),
    })
    lock.release()
  })

  it('does not remove a lock that has become another one', async () => {
    const dataDir = scratch.dataDir()
    const lock = await lockDataFolder(dataDir, {})
    writeFileSync(path.join(dataDir, 'lettermill.pid'), DEAD)
    lock.setNote('too late')
    lock.release()
    expect(lockFileOf(dataDir)).toBe(DEAD)
  })

  it('waits for a starter that is taking over at this moment', async () => {
    const dataDir = folderWith(DEAD)
    const file = path.join(dataDir, 'lettermill.pid')
    const permit = `${file}.${readRecord(file)?.id}`
    const self = JSON.stringify({ ...identifyProcess(process.pid), note: '', token: 'other starter' })
    writeFileSync(permit, self)
    const waiting = lockDataFolder(dataDir, {})
    setTimeout(() => renameSync(permit, file), 50)
    await expect(waiting).rejects.toThrow(DataFolderBusyError)
  })

  it('takes over from a starter that was killed while it took over', async () => {
    const dataDir = folderWith(DEAD)
    let file = path.join(dataDir, 'lettermill.pid')
    // the permit to replace the dead record is held by a dead process, and the permit for that permit too
    for (let depth = 0; depth < 2; depth += 1) {
      file = `${file}.${readRecord(file)?.id}`
      writeFileSync(file, DEAD)
    }
    const lock = await lockDataFolder(dataDir, {})
    expect(readdirSync(dataDir)).toEqual(['lettermill.pid'])
    lock.release()
  })

  it.each([
    ['the record of a dead process', DEAD],
    ['an empty file', ''],
  ])(`lets one of ${STARTERS} starters win over %s`, async (_name, content) => {
    const dataDir = folderWith(content)
    const answers = await startTogether(dataDir)
    expect(answers.filter((answer) => answer === 'won')).toHaveLength(1)
    const winner = (JSON.parse(lockFileOf(dataDir)) as { pid: number }).pid
    expect(answers.filter((answer) => answer === `busy ${winner}`)).toHaveLength(STARTERS - 1)
    expect(readdirSync(dataDir)).toEqual(['lettermill.pid'])
  })

  it('says which folder cannot be used and what the system said', async () => {
    const file = path.join(folderWith(''), 'lettermill.pid')
    await expect(lockDataFolder(path.join(file, 'data'), {})).rejects.toThrow(
      /data folder .*lettermill\.pid\/data.*EEXIST/,
    )
  })
})
