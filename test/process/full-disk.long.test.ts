// Disks of this machine without room. A limit on the size of files stands in for a full disk: the system refuses the same
// writes in the same places, and no file system has to be mounted for it.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ask, csvOf, type ErrorAnswer } from '../support/http-client.ts'
import { freePort } from '../harness/free-port.ts'
import { postgresPid, useNodes } from '../support/node-process.ts'
import { eventually } from '../support/eventually.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

/** No file may become larger than this; the shell counts in blocks of 512 bytes. */
const ROOM_BYTES = 1_048_576
const LITTLE_ROOM = `ulimit -f ${ROOM_BYTES / 512}`

describe('a full disk', () => {
  it('refuses the first start in a sentence that says what to do, and leaves nothing half-made', async () => {
    const dataDir = nodes.dataDir()
    const exit = await nodes.spawn(['start'], { DATA_DIR: dataDir }, LITTLE_ROOM).exited
    expect(exit).toMatchObject({ code: 1, stdout: '' })
    expect(exit.stderr).toBe(
      `The database in ${dataDir} could not be made, because its disk is full. It needs 60 MB to begin with: ` +
        'make room, or choose a folder on another disk with DATA_DIR.\n',
    )
    expect(postgresPid(dataDir)).toBeUndefined()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([])
    // With room the same folder is as good as any.
    const node = await nodes.start({ DATA_DIR: dataDir })
    expect((await node.stop()).code).toBe(0)
  })

  it('refuses a later start in the same way, and the data is there when there is room', async () => {
    const first = await nodes.start()
    const { dataDir } = first
    expect((await ask(first, 'POST /contacts', { body: { email: 'ada@example.com' } })).status).toBe(201)
    await first.stop()
    const exit = await nodes.spawn(['start'], { DATA_DIR: dataDir }, 'ulimit -f 0').exited
    expect(exit.code).toBe(1)
    expect(exit.stderr).toMatch(/^The data folder .* cannot be used: EFBIG.*The disk is full: make room/)
    expect(postgresPid(dataDir)).toBeUndefined()
    const again = await nodes.start({ DATA_DIR: dataDir })
    expect((await ask(again, 'GET /contacts')).json()).toMatchObject({ total: 1 })
  })

  it('answers an upload that does not fit 503, and all else as ever', async () => {
    const port = await freePort()
    const node = nodes.spawn(['start'], { ...database.settings, PORT: String(port) }, LITTLE_ROOM)
    const url = `http://127.0.0.1:${port}`
    await eventually(async () => expect((await ask({ url }, 'GET /ready')).status).toBe(200))
    const answer = await ask({ url }, 'POST /contacts/import', { body: csvOf(60_000) })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('30')
    expect(answer.json<ErrorAnswer>().error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The disk of this server is full.',
    })
    const small = await ask({ url }, 'POST /contacts/import', { body: csvOf(10) })
    expect(small.status).toBe(202)
    expect((await node.stop()).code).toBe(0)
  })
})
