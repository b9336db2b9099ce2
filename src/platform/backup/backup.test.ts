// Databases in and out of a backup. test/process/backup.test.ts tests the commands.
import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { queryAt, readContent } from '../../../test/support/database/database-content.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { createTestDatabase } from '../../../test/support/database/test-database.ts'
import { prepareDatabase } from '../../prepare-database.ts'
import { systemClock } from '../clock.ts'
import { openDatabase } from '../db/client.ts'
import { migrate, readMigrations, tablesMadeBy } from '../db/migrate.ts'
import { dropMonths, ensureMonthsOf } from '../db/months.ts'
import { createLog } from '../log/log.ts'
import { BackupFileError } from './backup-file.ts'
import { backUp, fileWith, readHeader, readThrough, restoreInto } from './fixtures/backup-steps.ts'

const PROJECT = '01900000-0000-7000-8000-000000000001'

async function newDatabase(options: { isEmpty?: boolean } = {}): Promise<string> {
  const database = await createTestDatabase(options)
  onTestFinished(() => database.drop())
  return database.url
}

/** A migrated database with a project. */
async function filledDatabase(): Promise<string> {
  const url = await newDatabase()
  await insertProject(url)
  return url
}

const insertProject = (url: string) =>
  queryAt(url, `insert into projects (id, name, created_at, updated_at) values ($1, 'Shop', now(), now())`, [
    PROJECT,
  ])

const insertContact = (url: string, email: string, data: unknown = {}) =>
  queryAt(
    url,
    `insert into contacts (project_id, id, email, subscribed, data, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, true, $3, now(), now())`,
    [PROJECT, email, JSON.stringify(data)],
  )

const insertEvent = (url: string, at: string) =>
  queryAt(
    url,
    `insert into events (project_id, id, name, data, created_at) values ($1, lowest_uuid_v7($2), 'seen', '{}', $2)`,
    [PROJECT, at],
  )

const makeMonths = (url: string, months: string[]) =>
  useDatabase(url, ({ pool }) =>
    ensureMonthsOf(pool, { table: 'events', months: months.map((month) => new Date(month)) }),
  )

const insertBlob = (url: string, bytes: number) =>
  queryAt(url, `insert into blobs values ($1, $2, $3, '2030-01-31 09:00:00.123456+02')`, [
    PROJECT,
    randomBytes(32),
    randomBytes(bytes),
  ])

const addJob = (url: string, name: string) =>
  queryAt(url, 'select from graphile_worker.add_job($1, payload => $2)', [name, '{"of": "a \\u00fcber job"}'])

const countOf = async (url: string, table: string) =>
  (await queryAt<{ count: number }>(url, `select count(*)::int as count from ${table}`))[0]?.count

describe('a backup that is restored', () => {
  it('brings back every row with every value as it was, and the numbers that come next', async () => {
    const source = await filledDatabase()
    // Neither side may need more privileges than the owner of the tables.
    expect(await queryAt(source, `select current_setting('is_superuser') as value`)).toEqual([
      { value: 'off' },
    ])
    const awkward = 'a\ttab, a\nline, a \\ backslash, "quotes", \\N, \\., é, 🙂, \u2028 and nothing: '
    await insertContact(source, 'ann@example.com', { awkward, '': [], n: 12345678901234567890n.toString() })
    await insertContact(source, 'bob@example.com', { deep: { n: 0.1, none: null } })
    await insertBlob(source, 100_000)
    await queryAt(source, `insert into send_buckets values ($1, 'relay', 0.1::float8 + 0.2::float8, now())`, [
      PROJECT,
    ])
    await queryAt(source, `insert into event_listeners values ($1, 'workflows', '*')`, [PROJECT])
    // The months of a new database begin with this year: these need partitions of their own.
    await makeMonths(source, ['2021-02-10', '2021-03-10'])
    for (const month of ['2021-02-10', '2021-03-10', 'now']) {
      await insertEvent(source, month)
    }
    await addJob(source, 'first')
    await addJob(source, 'second')
    await queryAt(source, `delete from graphile_worker._private_jobs where id = 1`)

    const target = await newDatabase({ isEmpty: true })
    const restored = await restoreInto(target, await backUp(source))
    const content = await readContent(source)
    expect(await readContent(target)).toEqual(content)
    const filled = Object.entries(content.tables).flatMap(([name, { rows }]) => (rows > 0 ? [name] : []))
    expect(filled).toEqual(
      expect.arrayContaining([
        'announcements',
        'blobs',
        'contacts',
        'counter_deltas',
        'events',
        'graphile_worker._private_jobs',
        'graphile_worker._private_tasks',
      ]),
    )
    expect(restored).toBe(Object.values(content.tables).reduce((sum, { rows }) => sum + rows, 0))
    expect(content.sequences).toContain('announcements_id_seq 3')
    // Triggers work again.
    await insertContact(target, 'carl@example.com')
    expect(await countOf(target, `counter_deltas where counter = 'contacts' and label = ''`)).toBe(3)
  })

  it('holds one moment, whatever is written and dropped while it is read', async () => {
    const source = await filledDatabase()
    await insertContact(source, 'ann@example.com')
    await makeMonths(source, ['2021-03-10'])
    await insertEvent(source, '2021-03-10')
    const before = await readContent(source)
    const file = await backUp(source, async () => {
      await insertContact(source, 'later@example.com')
      await queryAt(source, `delete from contacts where email = 'ann@example.com'`)
      await addJob(source, 'later')
      // A month that is to be dropped stays until it has been read.
      const about = { table: 'events', keptFrom: new Date('2022-01-01'), log: createLog('silent') }
      expect(await useDatabase(source, ({ pool }) => dropMonths(pool, about))).toEqual([])
    })
    const target = await newDatabase()
    await restoreInto(target, file)
    expect((await readContent(target)).tables).toEqual(before.tables)
  })

  it('of an older version goes through the migrations that came since, with its rows', async () => {
    const source = await newDatabase({ isEmpty: true })
    const all = readMigrations()
    // From before databases stored the fingerprint of their encryption key.
    const count = all.findIndex(({ name }) => name.endsWith('_installation.sql'))
    await useDatabase(source, ({ pool }) => migrate(pool, all.slice(0, count)))
    await insertProject(source)
    await insertContact(source, 'ann@example.com', { plan: 'pro' })
    const target = await newDatabase({ isEmpty: true })
    await restoreInto(target, await backUp(source))
    // The rows are there before any newer migration.
    expect([await countOf(target, 'schema_migrations'), await countOf(target, 'contacts')]).toEqual([
      count,
      1,
    ])
    await useDatabase(target, (database) =>
      prepareDatabase({ database, clock: systemClock, log: createLog('silent') }),
    )
    expect(await countOf(target, 'schema_migrations')).toBe(all.length)
  })

  it('brings back rows that are older than a check that they break', async () => {
    const source = await filledDatabase()
    const { definition } = (
      await queryAt<{ definition: string }>(
        source,
        `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'contacts_data_keys'`,
      )
    )[0] ?? { definition: '' }
    expect(definition).toContain('NOT VALID')
    await queryAt(source, 'alter table contacts drop constraint contacts_data_keys')
    const manyKeys = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`key-${n}`, n]))
    await insertContact(source, 'ann@example.com', manyKeys)
    await queryAt(source, `alter table contacts add constraint contacts_data_keys ${definition}`)
    const target = await newDatabase()
    await restoreInto(target, await backUp(source))
    expect(await readContent(target)).toEqual(await readContent(source))
  })

  it("takes all of Lettermill's tables, and leaves another program's alone in both databases", async () => {
    const source = await filledDatabase()
    const tables = await queryAt<{ name: string }>(
      source,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and relname <> 'schema_migrations'`,
    )
    expect(new Set(tables.map(({ name }) => name))).toEqual(tablesMadeBy(readMigrations()))

    const target = await newDatabase({ isEmpty: true })
    for (const url of [source, target]) {
      await queryAt(url, 'create table wiki_pages as select n from generate_series(1, 1000) as n')
    }
    await restoreInto(target, await backUp(source))
    expect([await countOf(target, 'projects'), await countOf(target, 'wiki_pages')]).toEqual([1, 1000])
    await queryAt(source, `insert into schema_migrations values (9999, '9999_later.sql', 'x', now())`)
    await expect(backUp(source)).rejects.toThrow(
      'The database was migrated by a newer version of Lettermill (9999_later.sql). Make the backup with that version.',
    )
  })
})

describe('a database that is not fit', () => {
  it('is not backed up when nobody has used it', async () => {
    const nothing = 'There is nothing to back up: no project was ever made in this database.'
    await expect(backUp(await newDatabase({ isEmpty: true }))).rejects.toThrow(nothing)
    await expect(backUp(await newDatabase())).rejects.toThrow(nothing)
  })

  it('is not restored into when it has projects, or newer tables than the backup', async () => {
    const source = await filledDatabase()
    const file = await backUp(source)
    await expect(restoreInto(source, file)).rejects.toThrow('The database is not empty')
    expect(await countOf(source, 'projects')).toBe(1)
    const older = await fileWith({
      migrations: readMigrations()
        .slice(0, 3)
        .map(({ number, name, hash }) => ({ number, name, hash })),
    })
    await expect(restoreInto(await newDatabase(), older)).rejects.toThrow(
      'The database was made by a newer version than the backup',
    )
  })

  it('is not restored into while a node uses it; a node that starts meanwhile waits', async () => {
    const source = await filledDatabase()
    await insertBlob(source, 1_000_000)
    const file = await backUp(source)
    const target = await newDatabase({ isEmpty: true })
    await useDatabase(target, async ({ pool }) => {
      await pool.query('select 1')
      await expect(restoreInto(target, file)).rejects.toThrow(
        /^Another Lettermill is connected to this database \(from this machine, since 20.*\)\. Stop every node/,
      )
    })

    // The file pauses in its middle until the node has begun to start.
    const gate = Promise.withResolvers<void>()
    const restoring = restoreInto(target, file, { until: gate.promise })
    await eventually(async () =>
      expect(await countOf(target, `pg_stat_activity where query like 'copy %' and state = 'active'`)).toBe(
        1,
      ),
    )
    await useDatabase(target, async ({ pool, db }) => {
      const starting = migrate(pool)
      await eventually(async () =>
        expect(await countOf(target, `pg_stat_activity where wait_event = 'advisory'`)).toBe(1),
      )
      gate.resolve()
      await restoring
      await starting
      expect(await db.selectFrom('projects').select('name').execute()).toEqual([{ name: 'Shop' }])
    })
  })

  it('is empty after a restore that failed, and takes the next one', async () => {
    const source = await filledDatabase()
    // Enough that most of it can be read before the end is missed.
    await insertBlob(source, 1_000_000)
    const file = await backUp(source)
    const target = await newDatabase()
    await expect(restoreInto(target, file.subarray(0, -100))).rejects.toThrow('it ends too early')
    expect([await countOf(target, 'projects'), await countOf(target, 'blobs')]).toEqual([0, 0])
    await restoreInto(target, file)
    expect((await readContent(target)).tables).toEqual((await readContent(source)).tables)
  })
})

describe('a file that is not fit', () => {
  it('is refused wherever it is cut off', async () => {
    const file = await backUp(await filledDatabase())
    expect(await readThrough(file)).toContain(`${PROJECT}\tShop\t`)
    // Node may end a stream with an empty zstd frame of 13 bytes, whose absence changes nothing.
    for (let length = 0; length < file.length - 13; length += 7) {
      await expect(readThrough(file.subarray(0, length)), `${length} bytes`).rejects.toThrow(BackupFileError)
    }
  })

  it('is refused whichever byte has changed, unless the byte says nothing', async () => {
    const file = await backUp(await filledDatabase())
    const rows = await readThrough(file)
    const outcomes: string[] = []
    for (let at = 0; at < file.length; at += 5) {
      const changed = Buffer.from(file)
      changed[at] = (changed[at] ?? 0) ^ 0x10
      outcomes.push(await readThrough(changed).catch((error: Error) => error.name))
    }
    const refused = outcomes.filter((outcome) => outcome === 'BackupFileError')
    expect(outcomes.filter((outcome) => outcome !== rows)).toEqual(refused)
    expect(refused.length).toBeGreaterThan(outcomes.length - 8)
  })

  it.each([
    ['is no backup', Buffer.from('Dear diary'), 'it is not a backup of Lettermill'],
    ['is empty', Buffer.alloc(0), 'it ends too early'],
  ])('is refused when it %s', async (_what, file, expected) => {
    await expect(readThrough(file)).rejects.toThrow(expected)
  })

  it.each([
    [{ format: 2 }, 'it was written by Lettermill 9.9.9 in a newer format'],
    [{ tables: 'all' }, 'it is damaged'],
    [
      { migrations: [{ number: 9999, name: '9999_later.sql', hash: 'x' }] },
      'it was made by a newer Lettermill (9.9.9, migration 9999_later.sql)',
    ],
    [
      { migrations: [{ number: 1, name: '0001_other.sql', hash: 'x' }] },
      'it was made by another build of Lettermill (9.9.9), whose migration 0001_other.sql differs from ours',
    ],
  ])('is refused before anything is touched for its header %j', async (header, expected) => {
    await expect(readHeader(await fileWith(header))).rejects.toThrow(expected)
  })

  it.each([
    [{ queueMigration: 9999 }, 'with another version of graphile-worker'],
    [
      { tables: [{ name: 'projects', columns: ['name'] }] },
      'a row of projects is refused (null value in column',
    ],
  ])('is refused by the database for its header %j', async (header, expected) => {
    const target = await newDatabase({ isEmpty: true })
    await expect(restoreInto(target, await fileWith(header))).rejects.toThrow(expected)
  })
})

async function useDatabase<T>(
  url: string,
  work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ urls: [url], poolSize: 3, log: createLog('silent') })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
