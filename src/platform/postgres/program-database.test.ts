import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../db/client.ts'
import { migrate } from '../db/migrate.ts'
import { createLog } from '../log/log.ts'
import { makeScratch, queryValue } from './fixtures/scratch.ts'

const scratch = makeScratch()
afterEach(() => scratch.stopServers())
afterAll(() => scratch.cleanUp())

async function migrateAs(url: string): Promise<void> {
  const database = openDatabase({ urls: [url], poolSize: 3, log: createLog('warn') })
  await migrate(database.pool)
  await database.close()
}

async function run(url: string, statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const ROLE = `select concat_ws(' ', rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls)
  from pg_roles where rolname = current_user`

/** The objects that still belong to the superuser in this database, without extensions and their objects. */
const NOT_OURS = `
  select coalesce(string_agg(name, ', '), 'nothing') from (
    select oid::regclass::text as name, 'pg_class'::regclass as class, oid, relnamespace as schema from pg_class
      where relowner = 'postgres'::regrole
    union all select oid::regprocedure::text, 'pg_proc'::regclass, oid, pronamespace from pg_proc
      where proowner = 'postgres'::regrole
    union all select oid::regtype::text, 'pg_type'::regclass, oid, typnamespace from pg_type
      where typowner = 'postgres'::regrole
    union all select nspname, 'pg_namespace'::regclass, oid, oid from pg_namespace
      where nspowner = 'postgres'::regrole
    union all select datname, 'pg_database'::regclass, oid, 0 from pg_database
      where datname = current_database() and datdba = 'postgres'::regrole
  ) as things
  where schema::regnamespace::text !~ '^(pg_|information_schema)'
    and not exists (select from pg_depend d where d.classid = things.class and d.objid = things.oid and d.deptype = 'e')
    and not exists (select from pg_type t join pg_depend d on d.objid = t.typelem and d.deptype = 'e'
      where t.oid = things.oid)`

describe('the role of the program', () => {
  it('owns its database and is nothing more than that', async () => {
    const server = await scratch.start({ dataDir: scratch.dataDir() })
    expect(await queryValue(server.url, ROLE)).toBe('lettermill f f f f f')
    await migrateAs(server.url)
    expect(await queryValue(server.adminUrl, NOT_OURS)).toBe('nothing')
    await expect(queryValue(server.url, "copy (select 1) to program 'true'")).rejects.toThrow(
      'permission denied',
    )
    await expect(queryValue(server.url, "select pg_read_file('PG_VERSION')")).rejects.toThrow(
      'permission denied',
    )
    await expect(queryValue(server.url, 'create role other')).rejects.toThrow('permission denied')
    const replicate = "select set_config('session_replication_role', 'replica', false)"
    expect(await queryValue(server.url, replicate)).toBe('replica')
  })

  it('takes over the database of an earlier version, which belonged to the superuser', async () => {
    const dataDir = scratch.dataDir()
    const made = await scratch.start({ dataDir })
    const template = made.adminUrl.replace('/lettermill?', '/postgres?')
    await run(template, [
      'drop database lettermill',
      'revoke set on parameter session_replication_role from lettermill',
      'drop role lettermill',
      'create database lettermill',
    ])
    await migrateAs(made.adminUrl)
    await run(made.adminUrl, [
      "create table people as select 1 as id, 'Kept' as name",
      "create type mood as enum ('good')",
      'create domain age as int check (value > 0)',
      'create view names as select name from people',
      'create materialized view all_names as select name from people',
      'create sequence alone',
      'create table serial_one (id serial, feeling mood)',
      'create statistics pairs on id, name from people',
      'create procedure nothing() language sql as $$ select 1 $$',
    ])
    expect(await queryValue(made.adminUrl, NOT_OURS)).toContain('projects')
    await scratch.stopServers()

    const server = await scratch.start({ dataDir })
    expect(await queryValue(server.adminUrl, NOT_OURS)).toBe('nothing')
    expect(await queryValue(server.url, 'select name from people')).toBe('Kept')
    await migrateAs(server.url)
    await run(server.url, [
      'alter table projects add column extra int',
      'drop statistics pairs',
      'drop table serial_one',
      'drop type mood',
      'drop procedure nothing()',
      'create schema more',
    ])
  })

  it('gets its password again when that of the superuser was replaced or the role is missing', async () => {
    const dataDir = scratch.dataDir()
    const first = await scratch.start({ dataDir })
    await run(first.adminUrl, ["alter role lettermill password 'another'"])
    await scratch.stopServers()
    const second = await scratch.start({ dataDir })
    expect(second.url).toBe(first.url)
    expect(await queryValue(second.url, 'select 1')).toBe(1)
  })
})
