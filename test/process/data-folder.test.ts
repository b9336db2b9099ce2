// One data folder through everything that can befall it, each test going on where the last one left it.
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { killWithDatabase, postgresPid, useNodes, type ReadyNode } from '../support/node-process.ts'

const nodes = useNodes()

/** As pino writes it. */
const ERROR_LEVEL = 50

let node: ReadyNode
let dataDir: string

const addContact = (email: string) => ask(node, 'POST /contacts', { body: { email } })
const countContacts = async () => (await ask(node, 'GET /contacts')).json<{ total: number }>().total

describe('a data folder', () => {
  it('is refused at once to a second start, with pid and address of the first, which goes on', async () => {
    node = await nodes.start()
    dataDir = node.dataDir
    const second = await nodes.run(['start'], { DATA_DIR: dataDir })
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toBe(
      `Lettermill already runs on the data folder ${dataDir} (process ${node.pid}, serving at ${node.url}). ` +
        `Stop that one first (kill ${node.pid}), or give this one a folder of its own with DATA_DIR.\n`,
    )
    expect((await addContact('ada@example.com')).status).toBe(201)
    expect(node.isRunning).toBe(true)
  })

  it('keeps everything when the program is killed: the next start takes over its database', async () => {
    const postgres = postgresPid(dataDir)
    await node.kill()
    expect(postgresPid(dataDir)).toBe(postgres)
    node = await nodes.start({ DATA_DIR: dataDir })
    expect(postgresPid(dataDir)).toBe(postgres)
    expect(await countContacts()).toBe(1)
  })

  it('keeps everything that was answered when program and database are killed together', async () => {
    // In the middle of a stream of writes.
    const answered: string[] = []
    const writing = (async () => {
      for (let n = 0; ; n += 1) {
        const email = `person${n}@example.com`
        if ((await addContact(email)).status === 201) answered.push(email)
      }
    })().catch(() => undefined)
    await eventually(() => expect(answered.length).toBeGreaterThan(20))
    await killWithDatabase(node)
    await writing

    node = await nodes.start({ DATA_DIR: dataDir })
    // One more may have been written whose answer did not get through.
    expect([answered.length + 1, answered.length + 2]).toContain(await countContacts())
    for (const email of answered.slice(-5)) {
      expect((await ask(node, `GET /contacts?email=${email}`)).json()).toMatchObject({ total: 1 })
    }
  })

  it('gets a new database server when that alone is killed, without another start', async () => {
    const killed = postgresPid(dataDir) ?? 0
    const before = await countContacts()
    process.kill(killed, 'SIGKILL')
    await eventually(() => expect([killed, undefined]).not.toContain(postgresPid(dataDir)))
    await eventually(async () => expect((await ask(node, 'GET /ready')).status).toBe(200))
    expect(await countContacts()).toBe(before)
    const entry = /^.*ended unexpectedly.*$/m.exec(node.stdout())?.[0] ?? ''
    expect(JSON.parse(entry)).toMatchObject({ level: ERROR_LEVEL })
    expect(await node.stop()).toMatchObject({ code: 0, signal: null })
    expect(postgresPid(dataDir)).toBeUndefined()
  })
})
