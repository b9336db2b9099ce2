// A log that cannot be written. The node goes on, and when it ends it takes its database with it.
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { freePort } from '../harness/free-port.ts'
import { postgresPid, useNodes, type NodeProcess } from '../support/node-process.ts'

const nodes = useNodes()

type ServingNode = { node: NodeProcess; url: string; dataDir: string }

/** Every request is a line of the log. */
async function expectService({ node, url }: ServingNode): Promise<void> {
  await eventually(async () => expect((await ask({ url }, 'GET /ready')).status).toBe(200))
  for (let n = 0; n < 5; n += 1) {
    const body = { email: `person${n}@example.com` }
    expect((await ask({ url }, 'POST /contacts', { body })).status).toBe(201)
  }
  expect(node.isRunning).toBe(true)
}

async function start(prelude: string): Promise<ServingNode> {
  const port = await freePort()
  const dataDir = await nodes.preparedDir()
  const node = nodes.spawn(['start'], { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'info' }, prelude)
  return { node, url: `http://127.0.0.1:${port}`, dataDir }
}

describe('a log that cannot be written', () => {
  it('because its disk is full does not end the node', async () => {
    const served = await start('exec >/dev/full 2>&1')
    await expectService(served)
    expect(await served.node.stop()).toMatchObject({ code: 0, signal: null })
    expect(postgresPid(served.dataDir)).toBeUndefined()
  })

  it('because nobody reads it any more does not end the node', async () => {
    const served = await start('')
    await served.node.waitFor(/is ready \(role: /)
    served.node.closeOutput()
    await expectService(served)
    expect(await served.node.stop()).toMatchObject({ code: 0, signal: null })
    expect(postgresPid(served.dataDir)).toBeUndefined()
  })

  it('because its terminal was closed ends the node as a stop does, and its database too', async () => {
    const served = await start('')
    await served.node.waitFor(/is ready \(role: /)
    await expectService(served)
    served.node.closeOutput()
    expect(await served.node.stop('SIGHUP')).toMatchObject({ code: 0, signal: null })
    expect(postgresPid(served.dataDir)).toBeUndefined()
  })
})

describe('a command', () => {
  it('whose answer cannot be written fails and leaves no database behind', async () => {
    const dataDir = await nodes.preparedDir()
    const exit = await nodes.spawn(['projects', 'list'], { DATA_DIR: dataDir }, 'exec >/dev/full').exited
    expect(exit).toMatchObject({ code: 1, signal: null })
    expect(exit.stderr).toBe('The output could not be written: ENOSPC: no space left on device, write\n')
    expect(postgresPid(dataDir)).toBeUndefined()
  })
})
