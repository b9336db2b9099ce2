import { existsSync } from 'node:fs'
import { Agent, request, type ClientRequest } from 'node:http'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { ask, readJob, startImport, type Answer, type ErrorAnswer } from '../support/http-client.ts'
import { ENCRYPTION_KEY } from '../support/test-app.ts'
import { postgresPid, SECRET_KEY, useNodes, type ReadyNode } from '../support/node-process.ts'

const nodes = useNodes()

const ROWS = 30_000

/** Each test goes on with what the last one left running. */
let node: ReadyNode
let dataDir: string

const isRefused = async (target: { url: string }) => {
  try {
    return (await ask(target, 'GET /project')).status === 503
  } catch {
    return true
  }
}

/** An import whose sender has said what it wants and sent the first rows, and then takes its time. */
async function beginUpload({ url }: ReadyNode): Promise<ClientRequest> {
  const upload = request(`${url}/contacts/import`, {
    method: 'POST',
    // Keeps its connection for a next request for as long as the server lets it.
    agent: new Agent({ keepAlive: true }),
    headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'text/csv', expect: '100-continue' },
  })
  upload.flushHeaders()
  // The server has begun with the request when it asks for the body.
  await once(upload, 'continue')
  upload.write('email\nada@example.com\n')
  return upload
}

async function endUpload(upload: ClientRequest): Promise<{ status: number | undefined; body: string }> {
  upload.end('grace@example.com\n')
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}

function expectNothingLeft(folder: string): void {
  expect(postgresPid(folder)).toBeUndefined()
  expect(existsSync(`${folder}/lettermill.pid`)).toBe(false)
}

describe('a stop', () => {
  it('by SIGTERM lets the request under way finish, takes no new one, and ends database and lock', async () => {
    node = await nodes.start()
    dataDir = node.dataDir
    expect(postgresPid(dataDir)).toBeGreaterThan(0)
    const upload = await beginUpload(node)
    node.signal('SIGTERM')
    await eventually(async () => expect(await isRefused(node)).toBe(true))
    // npm and the process group may each pass on the same signal.
    node.signal('SIGTERM')
    node.signal('SIGINT')
    const answer = await endUpload(upload)
    expect(answer.status).toBe(202)
    // A connection that is kept alive must not hold up the end: nothing was left to be aborted.
    expect(await node.exited).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(node.stdout()).not.toContain('unfinished work is aborted')
    expectNothingLeft(dataDir)

    // The next start finishes the accepted import.
    const { jobId } = JSON.parse(answer.body) as { jobId: string }
    node = await nodes.start({ DATA_DIR: dataDir })
    await eventually(async () => expect((await readJob(node, jobId)).status).toBe('DONE'))
    expect((await ask(node, 'GET /contacts')).json()).toMatchObject({ total: 2 })
  })

  it('puts a running job back, which the next start finishes with every row once', async () => {
    const jobId = await startImport(node, ROWS)
    await eventually(async () => expect((await readJob(node, jobId)).progress.done).toBeGreaterThan(0), 10)
    expect((await node.stop()).code).toBe(0)
    node = await nodes.start({ DATA_DIR: dataDir })
    await eventually(async () => expect((await readJob(node, jobId)).status).toBe('DONE'))
    expect((await readJob(node, jobId)).progress).toEqual({ done: ROWS, total: ROWS, failed: 0 })
    expect((await ask(node, 'GET /contacts')).json()).toMatchObject({ total: ROWS + 2 })
  })

  it('by Ctrl-C, which signals the whole process group, lets the request under way finish too', async () => {
    const upload = await beginUpload(node)
    process.kill(-node.pid, 'SIGINT')
    await eventually(async () => expect(await isRefused(node)).toBe(true))
    expect((await endUpload(upload)).status).toBe(202)
    expect(await node.exited).toMatchObject({ code: 0, signal: null, stderr: '' })
    expectNothingLeft(dataDir)
  })
})

/** More than lies between the two signals of one press. */
const PRESS_AGAIN_MS = 1_000

describe('a second Ctrl-C', () => {
  let folder: string

  it('ends at once with a word, whatever is under way, and leaves no database and no lock', async () => {
    const running = await nodes.start()
    folder = running.dataDir
    const upload = await beginUpload(running)
    upload.on('error', () => undefined)
    running.signal('SIGINT')
    await running.waitFor(/Press Ctrl-C again to end at once/)
    await sleep(PRESS_AGAIN_MS)
    expect(running.isRunning).toBe(true)
    running.signal('SIGINT')
    expect(await running.exited).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/^Ended at once\./) as string,
    })
    expectNothingLeft(folder)
  })

  it('is not the same press that npm and the terminal deliver twice', async () => {
    const running = await nodes.start({ DATA_DIR: folder })
    const upload = await beginUpload(running)
    running.signal('SIGINT')
    running.signal('SIGINT')
    running.signal('SIGTERM')
    await sleep(PRESS_AGAIN_MS)
    running.signal('SIGTERM')
    expect((await endUpload(upload)).status).toBe(202)
    expect(await running.exited).toMatchObject({ code: 0, signal: null, stderr: '' })
    expectNothingLeft(folder)
  })

  it('ends a start that waits for its database', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const settings = { DATABASE_URL: `postgres://x@127.0.0.1:${port}/x`, ENCRYPTION_KEY }
    const starting = nodes.spawn(['start'], { ...settings, LOG_LEVEL: 'info' })
    await starting.waitFor(/listening at http/)
    starting.signal('SIGINT')
    await starting.waitFor(/Press Ctrl-C again/)
    await sleep(PRESS_AGAIN_MS)
    starting.signal('SIGINT')
    expect((await starting.exited).code).toBe(130)
    silent.close()
  })
})

describe('during the start', () => {
  it('answers 503 from the moment it listens until it is ready, and then 200', async () => {
    const folder = nodes.dataDir()
    const starting = nodes.spawn(['start'], { DATA_DIR: folder, LOG_LEVEL: 'info' })
    const [, url = ''] = await starting.waitFor(/listening at (http:[^"]+)/)
    const answers: Answer[] = []
    while (answers.at(-1)?.status !== 200) {
      const [health, answer] = await Promise.all([ask({ url }, 'GET /health'), ask({ url }, 'GET /contacts')])
      expect(health.status).toBe(200)
      answers.push(answer)
    }
    const refused = answers.slice(0, -1)
    expect(refused.length).toBeGreaterThan(3)
    for (const answer of refused) {
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('2')
      expect(answer.json<ErrorAnswer>()).toMatchObject({
        success: false,
        code: 503,
        error: { code: 'SERVICE_UNAVAILABLE', message: 'The service is starting.', statusCode: 503 },
      })
    }
    expect((await ask({ url }, 'GET /ready', { key: null })).status).toBe(200)
  })

  it('a SIGTERM waits for the start, which shows its set-up link, and then ends cleanly', async () => {
    const folder = nodes.dataDir()
    const settings = { DATA_DIR: folder, LOG_LEVEL: 'info', BOOTSTRAP_SECRET_KEY: '' }
    const starting = nodes.spawn(['start'], settings)
    await starting.waitFor(/listening at http/)
    const exit = await starting.stop()
    expect(exit).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(exit.stdout).toMatch(/\/setup\/[\w-]{40}/)
    expect(exit.banner).toContain('A first project was created')
    expectNothingLeft(folder)
  })

  it('a SIGTERM before anything was begun begins nothing', async () => {
    const folder = nodes.dataDir()
    const starting = nodes.spawn(['start'], { DATA_DIR: folder, LOG_LEVEL: 'info' })
    const exit = await starting.stop()
    expect([exit.code, exit.signal]).toEqual([null, 'SIGTERM'])
    expect(existsSync(folder)).toBe(false)
  })
})
