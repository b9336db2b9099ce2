import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { identifyProcess } from '../../src/platform/postgres/data-folder/process-identity.ts'
import { makeScratch } from '../../src/platform/postgres/fixtures/scratch.ts'
import { copyPreparedFolder } from '../../src/prepared-folder.ts'

const scratch = makeScratch()
afterAll(() => scratch.cleanUp())

const record = (owner: object) => JSON.stringify({ ...owner, note: '', token: '' })

it('prepares a database once, and removes drafts of killed processes and databases of other versions', async () => {
  const cache = scratch.dataDir()
  const drafts = path.join(cache, 'drafts')
  for (const folder of ['drafts/killed', 'drafts/running', 'prepared-0000']) {
    mkdirSync(path.join(cache, folder), { recursive: true })
  }
  writeFileSync(path.join(drafts, 'killed.owner'), record({ pid: process.pid, startedAt: 'an earlier one' }))
  writeFileSync(path.join(drafts, 'running.owner'), record(identifyProcess(process.pid) ?? {}))
  let prepared = 0
  const copies = [scratch.dataDir(), scratch.dataDir()]
  for (const to of copies) await copyPreparedFolder({ cache, to, onPreparing: () => (prepared += 1) })
  expect(prepared).toBe(1)
  expect(readdirSync(drafts).toSorted()).toEqual(['running', 'running.owner'])
  expect(readdirSync(cache).filter((name) => name.startsWith('prepared-'))).not.toContain('prepared-0000')
  for (const copy of copies) expect(existsSync(path.join(copy, 'postgres/PG_VERSION'))).toBe(true)
})
