import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeScratch } from './fixtures/scratch.ts'
import { layoutOf } from './data-folder/layout.ts'
import { launchServer } from './server-launch.ts'

const scratch = makeScratch()
afterAll(() => scratch.cleanUp())

/** Starts a server that writes this and ends. */
async function launch(said: string): Promise<unknown> {
  const dataDir = scratch.dataDir()
  mkdirSync(path.join(dataDir, 'postgres'), { recursive: true })
  const postgres = path.join(dataDir, 'program')
  writeFileSync(postgres, `#!/bin/sh\necho '${said}'\nexit 1\n`)
  chmodSync(postgres, 0o755)
  const plan = {
    layout: layoutOf(dataDir, dataDir),
    user: undefined,
    binaries: { initdb: '', postgres, version: '18.4.0' },
    args: [],
    password: '',
    onLog: () => undefined,
  }
  return launchServer(plan, new AbortController().signal).catch((error: unknown) => error)
}

it('a server that does not start is quoted', async () => {
  expect(await launch('FATAL:  lock file is empty')).toMatchObject({
    message: expect.stringMatching(/did not start\. It said: FATAL: {2}lock file is empty$/) as string,
  })
})

it('a server that finds no room on its disk is not quoted: the error says what to do', async () => {
  const said = 'FATAL:  could not write lock file "postmaster.pid": No space left on device'
  expect(await launch(said)).toMatchObject({
    message: expect.stringMatching(
      /did not start, because its disk is full\. Nothing is lost: make room, or choose .* with DATA_DIR\.$/,
    ) as string,
  })
})
