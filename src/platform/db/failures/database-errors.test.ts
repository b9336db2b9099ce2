import { once } from 'node:events'
import { closeSync, openSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { openDatabase } from '../client.ts'
import {
  violatedConstraint,
  isDatabaseUnavailable,
  isDatabaseFull,
  isDiskFull,
  isRefused,
  refusalCode,
} from './database-errors.ts'

const test = useTestApp()

/** The error that work ends with. */
async function errorOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing went wrong')
}

const query = (statement: string) => errorOf(() => test.deps.database.pool.query(statement))

const databaseError = (code: string) => Object.assign(new pg.DatabaseError('made up', 1, 'error'), { code })

describe('a database that is away', () => {
  it.each([
    ['refuses connections', 'postgres://x@127.0.0.1:9/x'],
    ['has a name that nobody knows', 'postgres://x@nowhere.invalid/x'],
    ['has a socket that is not there', 'postgres://x@/x?host=/nowhere'],
  ])('%s', async (_what, url) => {
    const database = openDatabase({ urls: [url], poolSize: 1, log: test.deps.log })
    const error = await errorOf(() => database.pool.query('select 1'))
    await database.close()
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it('refuses connections on each of several addresses', async () => {
    const socket = connect({
      host: 'database.example',
      port: 9,
      autoSelectFamily: true,
      lookup: (_host, _options, found) =>
        found(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '127.0.0.2', family: 4 },
        ]),
    })
    const [error] = (await once(socket, 'error').catch((cause: unknown) => [cause])) as [unknown]
    expect(error).toBeInstanceOf(AggregateError)
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it('ends the connection in the middle of a statement, and answers no other after it', async () => {
    const client = new pg.Client({ connectionString: test.url })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const sleeping = errorOf(() => client.query('select pg_sleep(60)'))
    await test.deps.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    expect(isDatabaseUnavailable(await sleeping)).toBe(true)
    expect(isDatabaseUnavailable(await errorOf(() => client.query('select 1')))).toBe(true)
    await client.end()
    expect(isDatabaseUnavailable(await errorOf(() => client.query('select 1')))).toBe(true)
  })

  it('is ours, and closed', async () => {
    const database = openDatabase({ urls: [test.url], poolSize: 1, log: test.deps.log })
    await database.pool.query('select 1')
    await database.close()
    expect(isDatabaseUnavailable(await errorOf(() => database.pool.query('select 1')))).toBe(true)
    expect(
      isDatabaseUnavailable(await errorOf(() => database.db.selectFrom('projects').selectAll().execute())),
    ).toBe(true)
  })

  it.each(['57P01', '57P02', '57P03', '53300', '25006', '08006', '08P01'])(
    'says so with SQLSTATE %s',
    (code) => {
      expect(isDatabaseUnavailable(databaseError(code))).toBe(true)
    },
  )

  it.each([
    ['a full disk', '53100'],
    ['too little memory', '53200'],
    ['a disk that fails', '58030'],
  ])('is one with %s', async (_what, code) => {
    const error = await query(`do $$ begin raise exception using errcode = '${code}'; end $$`)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(isDatabaseFull(error)).toBe(code === '53100')
  })

  it('is one that does not get to a statement in time, or not to its lock', async () => {
    expect(isDatabaseUnavailable(await query('set statement_timeout = 1; select pg_sleep(60)'))).toBe(true)
    const { pool } = test.deps.database
    const holder = await pool.connect()
    await holder.query('begin; lock table rate_windows in access exclusive mode')
    expect(isDatabaseUnavailable(await query('set lock_timeout = 1; select from rate_windows'))).toBe(true)
    await holder.query('rollback')
    holder.release()
  })

  it('says so on a socket that the other side has ended', () => {
    const error = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })
    expect(isDatabaseUnavailable(error)).toBe(true)
  })
})

describe('a full disk of this machine', () => {
  it('is what the file system says when it has no room', async () => {
    const file = openSync('/dev/full', 'w')
    const error = await errorOf(async () => writeSync(file, 'x'))
    expect(isDiskFull(error)).toBe(true)
    // of this machine, which says nothing about that of the database
    expect([isDatabaseFull(error), isDatabaseUnavailable(error)]).toEqual([false, false])
    closeSync(file)
  })

  it('is no other error', () => {
    expect(isDiskFull(Object.assign(new Error('no'), { code: 'EACCES' }))).toBe(false)
    expect(isDiskFull(databaseError('53100'))).toBe(false)
    expect(isDiskFull(undefined)).toBe(false)
  })
})

describe('an error that is a bug', () => {
  it.each([['select 1 / 0'], ['select * from nothing'], ['select'.repeat(2)], ["select 'x'::int"]])(
    '%s',
    async (statement) => {
      expect(isDatabaseUnavailable(await query(statement))).toBe(false)
    },
  )

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'Connection terminated'],
    ['any error', new Error('boom')],
    ['a missing file', Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })],
    ['no reason at all', new AggregateError([])],
    ['a bug among others', new AggregateError([databaseError('57P01'), new Error('boom')])],
    ['a broken constraint', databaseError('23505')],
  ])('%s', (_what, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false)
  })
})

describe('violatedConstraint', () => {
  it('names the constraint that a statement broke', async () => {
    const error = await query("insert into rate_windows values ('a', 1, '{}'), ('a', 1, '{}')")
    expect(violatedConstraint(error)).toBe('rate_windows_pkey')
  })

  it('is undefined for every other error', async () => {
    expect(violatedConstraint(await query('select 1 / 0'))).toBeUndefined()
    expect(violatedConstraint(new Error('rate_windows_pkey'))).toBeUndefined()
  })
})

describe('a statement that is refused', () => {
  it.each([
    ["select 'x'::int"],
    ["insert into rate_windows values ('b', 1, '{}'), ('b', 1, '{}')"],
    ['do $$ begin raise exception $x$no$x$; end $$'],
  ])('fails however often it is tried: %s', async (statement) => {
    expect(isRefused(await query(statement))).toBe(true)
  })

  it('may also be one that could not be written down', () => {
    expect(isRefused(new RangeError('Invalid string length'))).toBe(true)
    expect(isRefused(new TypeError('Converting circular structure to JSON'))).toBe(true)
  })

  it.each<[string, unknown]>([
    ['a deadlock', databaseError('40P01')],
    ['a full disk', databaseError('53100')],
    ['a time-out', databaseError('57014')],
    ['a table of another version', databaseError('42P01')],
    ['a wrong password', databaseError('28P01')],
    ['a lost connection', new Error('Connection terminated unexpectedly')],
    ['an error that nobody knows', new Error('boom')],
  ])('is not %s', (_what, error) => {
    expect(isRefused(error)).toBe(false)
  })

  it('is named by its code, which tells nothing of the row', async () => {
    const error = await query("insert into rate_windows values ('c', 1, '{}'), ('c', 1, '{}')")
    expect(refusalCode(error)).toBe('SQLSTATE 23505')
    expect(refusalCode(new RangeError('too long'))).toBe('RangeError')
    expect(refusalCode('a text')).toBe('unknown')
  })
})
