// A node whose ENCRYPTION_KEY is not that of the database does not start, and says what to do.
import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ask } from '../support/http-client.ts'
import { useNodes, type Settings } from '../support/node-process.ts'
import { runHere, startHere } from '../support/run-command.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase({ isEmpty: true })

const STARTED = { code: 0, stdout: '', stderr: '' }
const OTHER_KEY = 'another key that is long enough to pass'
const REFUSAL =
  'ENCRYPTION_KEY is not the one that this database was set up with: it cannot read the stored DKIM keys, and the other nodes would refuse the links that it signs. Start with the ENCRYPTION_KEY of the other nodes.\n'

describe('on a shared database', () => {
  // Set by the first test: a node that runs, and the settings with its key and with another one.
  let first: { url: string }
  let right: Settings
  let wrong: Settings

  it('of nodes that start together for the first time, those with one key run and the other is refused', async () => {
    const settings = [database.settings, { ...database.settings, ENCRYPTION_KEY: OTHER_KEY }]
    const starts = settings.map((given) => nodes.spawn(['start', '--role', 'api'], given))
    const ends = await Promise.all(
      starts.map((node) => Promise.race([node.waitUntilReady().then((url) => ({ url })), node.exited])),
    )
    const running = ends.flatMap((end, index) => ('url' in end ? [{ ...end, index }] : []))
    expect(running).toHaveLength(1)
    expect(ends.filter((end) => !('url' in end))).toMatchObject([{ code: 1, stderr: REFUSAL }])
    expect(await database.query('select from projects')).toHaveLength(1)
    const [{ url, index } = { url: '', index: 0 }] = running
    first = { url }
    ;[right = {}, wrong = {}] = index === 0 ? settings : settings.toReversed()
  })

  it('a later one with another key is refused', async () => {
    expect(await startHere('worker', wrong)).toEqual({ code: 1, stdout: '', stderr: REFUSAL })
    expect((await ask(first, 'GET /project')).status).toBe(200)
  })

  it('a second one with the same key runs', async () => {
    expect(await startHere('worker', right)).toEqual(STARTED)
  })

  it('commands that need no key run with any', async () => {
    expect(await runHere(['projects', 'list'], wrong)).toMatchObject({ code: 0, stderr: '' })
  })
})

it('on the embedded database, a start with another key file is refused until the right one is back', async () => {
  const dataDir = await nodes.preparedDir()
  expect(await startHere('all', { DATA_DIR: dataDir })).toEqual(STARTED)
  const file = path.join(dataDir, 'encryption-key')
  renameSync(file, `${file}.kept`)
  for (const lose of [() => undefined, () => writeFileSync(file, `${OTHER_KEY}\n`)]) {
    lose()
    const exit = await startHere('all', { DATA_DIR: dataDir })
    expect(exit).toMatchObject({ code: 1, stdout: '' })
    expect(exit.stderr).toBe(
      `The encryption key in ${file} is not the one that this database was set up with: it cannot read the stored DKIM keys, and links in email that was sent would stop working. Put that file back from your backup, or set ENCRYPTION_KEY to the key that was in it.\n`,
    )
  }
  renameSync(`${file}.kept`, file)
  expect(await startHere('all', { DATA_DIR: dataDir })).toEqual(STARTED)
})
