import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findPackage } from './binaries.ts'
import { ensureCluster, type ClusterPlan } from './cluster.ts'
import { makeScratch } from './fixtures/scratch.ts'
import { isCluster, layoutOf } from './data-folder/layout.ts'
import { newPassword } from './password.ts'
import { findServerUser } from './server-user.ts'

const scratch = makeScratch()
afterAll(() => scratch.cleanUp())

/** A plan whose initdb is this script; `$real` in it is the real one. */
async function planWith(script: string): Promise<ClusterPlan> {
  const dataDir = scratch.dataDir()
  mkdirSync(dataDir)
  const initdb = path.join(dataDir, 'initdb')
  writeFileSync(initdb, `#!/bin/sh\nreal='${findPackage().folder}/native/bin/initdb'\n${script}\n`)
  chmodSync(initdb, 0o755)
  const binaries = { initdb, postgres: '', version: '18.4.0' }
  const user = await findServerUser(undefined)
  return {
    layout: layoutOf(dataDir, dataDir),
    user,
    binaries,
    password: newPassword(),
    onLog: () => undefined,
  }
}

describe('ensureCluster', () => {
  it('falls back to the locale C where the system has no C.UTF-8', async () => {
    const plan = await planWith(
      `case "$*" in *--locale=C.UTF-8*) echo invalid locale >&2; exit 1;; esac; exec "$real" --no-sync "$@"`,
    )
    await ensureCluster(plan)
    const settings = readFileSync(path.join(plan.layout.cluster, 'postgresql.conf'), 'utf8')
    expect(settings).toMatch(/^lc_messages = '?C'?\s/m)
  })

  it('leaves no cluster when initdb fails, and says why and where', async () => {
    const plan = await planWith('echo invalid permissions >&2; exit 1')
    await expect(ensureCluster(plan)).rejects.toThrow(
      `${plan.layout.home} could not be made. initdb said: invalid permissions`,
    )
    expect(isCluster(plan.layout.cluster)).toBe(false)
  })

  it.each(['No space left on device', 'Disk quota exceeded'])(
    'says what to do when there is %s',
    async (said) => {
      const plan = await planWith(
        `echo 'FATAL:  could not write to file "pg_wal/xlogtemp.1": ${said}' >&2; exit 1`,
      )
      await expect(ensureCluster(plan)).rejects.toThrow(
        new Error(
          `The database in ${plan.layout.home} could not be made, because its disk is full. ` +
            'It needs 60 MB to begin with: make room, or choose a folder on another disk with DATA_DIR.',
        ),
      )
      expect(isCluster(plan.layout.cluster)).toBe(false)
    },
  )
})
