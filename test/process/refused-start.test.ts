import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postgresPid, useNodes } from '../support/node-process.ts'
import { startHere, type CommandExit } from '../support/run-command.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const shared = useSharedDatabase()

/** A person sees our message, and no stack. */
function expectRefusal(exit: CommandExit, code: number): string {
  expect(exit).toMatchObject({ code, stdout: '' })
  expect(exit.stderr).not.toMatch(/^\s+at /m)
  expect(exit.stderr).not.toContain('Error:')
  return exit.stderr
}

async function takePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

describe('a start that cannot be', () => {
  it('lists every problem of the settings at once', async () => {
    const settings = {
      PORT: 'eighty',
      PUBLIC_URL: 'mail.example.com',
      DATABASE_URL: 'mysql://localhost/x',
      WORKER_CONCURRENCY: '0',
      BOOTSTRAP_SECRET_KEY: 'sk_short',
      ADMIN_EMAIL: 'owner@example.com',
    }
    const text = expectRefusal(await nodes.run(['start'], settings), 1)
    expect(text.split('\n')[0]).toBe('The settings have 7 problems:')
    for (const name of [...Object.keys(settings), 'ENCRYPTION_KEY', 'ADMIN_PASSWORD']) {
      expect(text).toMatch(new RegExp(`^  - .*\\b${name}\\b`, 'm'))
    }
  })

  it('names the roles there are', async () => {
    const exit = await nodes.run(['start', '--role', 'nonsense'])
    expect(expectRefusal(exit, 2)).toBe('--role must be one of all, api, worker, not "nonsense".\n')
  })

  it('says that nobody would send email, except with a role that does not', async () => {
    const settings = { ...shared.settings, SEND_THREADS: '0' }
    for (const role of ['all', 'worker'] as const) {
      const exit = await startHere(role, settings)
      expect(expectRefusal(exit, 1)).toBe(
        'With SEND_THREADS=0 no emails are sent. Set it to 1 or more, or start this node with --role api.\n',
      )
    }
    expect(await startHere('api', settings)).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('says that the port is taken, and leaves nothing behind', async () => {
    const port = await takePort()
    const dataDir = nodes.dataDir()
    const exit = await nodes.run(['start'], { PORT: String(port), DATA_DIR: dataDir })
    expect(expectRefusal(exit, 1)).toBe(
      `Port ${port} of 127.0.0.1 is in use by another program. Choose another with PORT, for example: PORT=${port + 1} npm start\n`,
    )
    expect(postgresPid(dataDir)).toBeUndefined()
    expect(existsSync(`${dataDir}/lettermill.pid`)).toBe(false)
  })

  it('says that the data folder cannot be used', async () => {
    const exit = await startHere('all', { DATA_DIR: '/dev/null/data' })
    expect(expectRefusal(exit, 1)).toMatch(/^The data folder \/dev\/null\/data cannot be used: .*DATA_DIR/)
  })

  it('says that the database would forget what it has acknowledged', async () => {
    const url = new URL(shared.settings.DATABASE_URL ?? '')
    url.searchParams.set('options', '-c synchronous_commit=off')
    const exit = await startHere('all', { ...shared.settings, DATABASE_URL: url.href })
    expect(expectRefusal(exit, 1)).toBe(
      'The database runs with synchronous_commit = off, so accepted emails could be lost. Turn it on.\n',
    )
  })

  it.each([
    ['the database', 'postgres://nobody@localhost:1/x', /^The database does not answer: .*ECONNREFUSED/],
    [
      'any of several databases',
      'postgres://nobody@127.0.0.1:1/x,postgres://nobody@127.0.0.1:2/x',
      /^No server of DATABASE_URL answers as primary\.$/m,
    ],
  ])('says that %s cannot be reached', async (_what, url, expected) => {
    const settings = { DATABASE_URL: url, ENCRYPTION_KEY: 'x'.repeat(32) }
    expect(expectRefusal(await startHere('all', settings), 1)).toMatch(expected)
  })
})
