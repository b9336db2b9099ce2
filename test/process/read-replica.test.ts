// A node whose reads go to a standby: two real servers, of which one replicates the other.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPackage, prepareBinaries } from '../../src/platform/postgres/binaries.ts'
import { quickestFolder } from '../../src/platform/postgres/fixtures/scratch.ts'
import { findServerUser } from '../../src/platform/postgres/server-user.ts'
import { PostgresServer } from '../harness/postgres-server.ts'
import { eventually } from '../support/eventually.ts'
import { ask } from '../support/http-client.ts'
import { useNodes } from '../support/node-process.ts'
import type { ReadyNode } from '../support/node-process.ts'
import { ENCRYPTION_KEY } from '../support/test-app.ts'

const nodes = useNodes()
const QUICK = { shared_buffers: '16MB' }
const DATABASE = 'postgres'

let folder: string
let primary: PostgresServer
let standby: PostgresServer
let node: ReadyNode
let written = 0

beforeAll(async () => {
  folder = mkdtempSync(path.join(quickestFolder(), 'lettermill-standby-'))
  chmodSync(folder, 0o755)
  const user = await findServerUser(undefined)
  const { postgres } = await prepareBinaries(findPackage(), { home: folder, user, onLog: () => undefined })
  const bin = path.dirname(postgres)
  primary = await PostgresServer.make({ bin, folder: path.join(folder, 'primary'), settings: QUICK })
  standby = await primary.copyAsStandby(path.join(folder, 'standby'))
  await primary.start()
  await standby.start()
  node = await nodes.start({ ...settings(), READ_DATABASE_URL: standby.urlOf(DATABASE) })
})
afterAll(async () => {
  await Promise.all([primary.kill(), standby.kill()])
  rmSync(folder, { recursive: true, force: true })
})

const settings = () => ({ DATABASE_URL: primary.urlOf(DATABASE), ENCRYPTION_KEY })

/** Creates a contact, and expects the next list to begin with it. */
async function expectOwnWrite(at = node): Promise<void> {
  written += 1
  const email = `person${written}@example.com`
  expect((await ask(at, 'POST /contacts', { body: { email } })).status).toBe(201)
  const answer = await ask(at, 'GET /contacts?limit=1')
  expect(answer.status).toBe(200)
  expect(answer.json<{ contacts: { email: string }[] }>().contacts.map((one) => one.email)).toEqual([email])
}

/** How many requests this server has answered; for the primary, with the reason. */
async function countReads(labels: string): Promise<number> {
  const { text } = await ask(node, 'GET /metrics')
  const start = `lettermill_replica_reads_total{${labels}} `
  const line = text.split('\n').find((one) => one.startsWith(start))
  return Number(line?.slice(start.length) ?? 0)
}

const BY_STANDBY = 'server="standby"'
const byPrimary = (reason: string) => `server="primary",reason="${reason}"`

/** Reads until this server has answered. */
async function expectAnswersBy(labels: string): Promise<void> {
  const before = await countReads(labels)
  await eventually(async () => {
    await expectOwnWrite()
    expect(await countReads(labels)).toBeGreaterThan(before)
  })
}

/** Goes through the life of a standby; each step begins where the one before it ended. */
describe('a node with READ_DATABASE_URL', () => {
  it('reads on the standby what it has just written', async () => {
    await expectAnswersBy(BY_STANDBY)
    for (let times = 0; times < 20; times += 1) await expectOwnWrite()
  })

  it('reads on the primary what the standby does not have yet', async () => {
    await standby.query('select pg_wal_replay_pause()')
    await expectAnswersBy(byPrimary('late'))
    await standby.query('select pg_wal_replay_resume()')
    await expectAnswersBy(BY_STANDBY)
  })

  it('reads on the primary while the standby does not answer', async () => {
    standby.pause()
    await expectAnswersBy(byPrimary('away'))
    standby.resume()
    await expectAnswersBy(BY_STANDBY)
  })

  it('reads on the primary while the standby is down', async () => {
    await standby.kill()
    await expectAnswersBy(byPrimary('away'))
    await standby.start()
    await expectAnswersBy(BY_STANDBY)
  })

  it('repeats on the primary what fails on the standby', async () => {
    await primary.query('create role stranger login')
    const [address] = standby.urlOf(DATABASE).split('postgres@').toReversed()
    const other = await nodes.start(
      { ...settings(), READ_DATABASE_URL: `postgres://stranger@${address}` },
      'api',
    )
    await expectOwnWrite(other)
    expect((await other.stop()).code).toBe(0)
  })

  it('never reads on a standby that has become a primary', async () => {
    await standby.promote()
    await expectAnswersBy(byPrimary('not_a_standby'))
    const before = await countReads(BY_STANDBY)
    for (let times = 0; times < 5; times += 1) await expectOwnWrite()
    expect(await countReads(BY_STANDBY)).toBe(before)
    expect((await node.stop()).code).toBe(0)
  })
})

it('a node refuses several standbys, and a standby without DATABASE_URL', async () => {
  const two = await nodes.run(['start'], {
    ...settings(),
    READ_DATABASE_URL: `${standby.urlOf(DATABASE)},${primary.urlOf(DATABASE)}`,
  })
  expect(two.code).not.toBe(0)
  expect(two.stderr).toContain('READ_DATABASE_URL must name one server')
  const alone = await nodes.run(['start'], { READ_DATABASE_URL: standby.urlOf(DATABASE) })
  expect(alone.code).not.toBe(0)
  expect(alone.stderr).toContain('DATABASE_URL is required with READ_DATABASE_URL')
})
