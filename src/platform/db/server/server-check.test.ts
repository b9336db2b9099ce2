import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { checkServer } from './server-check.ts'

const test = useTestApp()

/** fsync is a setting of the whole server, which the other tests use: here the pool answers as if it were off. */
async function poolAnswering(settings: Record<string, string>): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: test.url, max: 1 })
  onTestFinished(() => pool.end())
  const told = Object.entries(settings).map(([name, value]) => `when '${name}' then '${value}'`)
  await pool.query(`
    create or replace function public.current_setting(text) returns text language sql as
    $$ select case $1 ${told.join(' ')} else pg_catalog.current_setting($1) end $$`)
  await pool.query('set search_path = public, pg_catalog')
  return pool
}

describe('a server that forgets what it has acknowledged', () => {
  it.each([
    [{ fsync: 'off' }, 'The database runs with fsync = off, so accepted emails could be lost. Turn it on.'],
    [
      { fsync: 'off', synchronous_commit: 'off' },
      'The database runs with fsync and synchronous_commit = off, so accepted emails could be lost. Turn them on.',
    ],
  ])('is refused: %j', async (settings, message) => {
    await expect(checkServer(await poolAnswering(settings))).rejects.toThrow(message)
  })

  it('is not one whose commits wait for a standby, or for the own disk alone', async () => {
    for (const commit of ['on', 'local', 'remote_write', 'remote_apply']) {
      const pool = await poolAnswering({ synchronous_commit: commit })
      await expect(checkServer(pool)).resolves.toBeUndefined()
    }
  })

  it('is refused when it is too old', async () => {
    const pool = await poolAnswering({ server_version_num: '140011' })
    await expect(checkServer(pool)).rejects.toThrow(
      'Lettermill needs PostgreSQL 15 or newer; this server is 14.',
    )
  })
})
