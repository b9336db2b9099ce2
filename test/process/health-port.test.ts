import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ask } from '../support/http-client.ts'
import { openNodeHere, startHere } from '../support/run-command.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'
import { freePort } from '../harness/free-port.ts'

const database = useSharedDatabase()

describe('a worker with HEALTH_PORT', () => {
  it('tells that it is alive and ready, and its metrics, and nothing else', async () => {
    const port = await freePort()
    const settings = {
      ...database.settings,
      HEALTH_PORT: String(port),
      METRICS_TOKEN: 'a-token-for-the-metrics',
    }
    const worker = await openNodeHere('worker', settings)
    const there = { url: `http://127.0.0.1:${port}` }
    expect((await ask(there, 'GET /health', { key: null })).json()).toMatchObject({ status: 'ok' })
    expect((await ask(there, 'GET /ready', { key: null })).json()).toMatchObject({ status: 'ready' })
    const metrics = await ask(there, 'GET /metrics', { key: 'a-token-for-the-metrics' })
    expect(metrics.status).toBe(200)
    expect(metrics.text).toContain('lettermill_work_forgotten{work="webhooks"} 0')
    const forwarded = { key: null, headers: { 'x-forwarded-for': '192.0.2.1' } }
    expect((await ask(there, 'GET /metrics', forwarded)).status).toBe(401)
    for (const path of ['/contacts', '/openapi.json', '/docs', '/']) {
      expect((await ask(there, `GET ${path}`)).status).toBe(404)
    }
    await worker.stop()
    await expect(ask(there, 'GET /health')).rejects.toThrow('fetch failed')
  })

  it('says that the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const settings = { ...database.settings, HEALTH_PORT: String(port) }
    const exit = await startHere('worker', settings)
    taken.close()
    expect(exit).toMatchObject({ code: 1 })
    expect(exit.stderr).toContain(`Port ${port} of 127.0.0.1 is in use by another program.`)
    expect(exit.stderr).toContain('HEALTH_PORT')
  })
})
