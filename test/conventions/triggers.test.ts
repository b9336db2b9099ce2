import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  findTargets,
  READERS,
  readTriggers,
  REFUSES,
  renderTriggersDoc,
} from '../../scripts/write-triggers-doc.ts'
import type { Trigger } from '../../scripts/write-triggers-doc.ts'
import { createTestDatabase } from '../support/database/test-database.ts'
import type { TestDatabase } from '../support/database/test-database.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

let database: TestDatabase
let triggers: Trigger[]
beforeAll(async () => {
  database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  triggers = await readTriggers(client)
  await client.end()
})
afterAll(() => database.drop())

describe('the search for what a trigger writes', () => {
  it.each([
    ['insert into segment_notes (project_id) select project_id from inserted', ['`segment_notes`']],
    [
      'with gone as (delete from notes as d using c) update deliveries as d set x = null',
      ['`deliveries`', '`notes`'],
    ],
    ['insert into stamps (id) values (1) on conflict (id) do update set stamp = 2', ['`stamps`']],
    ["insert into counter_deltas (project_id) select project_id, 'events', '' from x", ['counter `events`']],
    ['insert into counter_deltas select project_id, tg_table_name from deleted', ['counter `polls`']],
    ["perform pg_notify('news', new.id::text)", ['NOTIFY `news`']],
    ['select from segment_watches for update', []],
    ["raise exception 'rows are never changed'", [REFUSES]],
  ])('%s', (body, targets) => {
    expect(findTargets({ table: 'polls', body })).toEqual(targets)
  })
})

describe('docs/triggers.md', () => {
  it('is what the migrated database has now (npm run docs:triggers)', () => {
    expect(triggers.length).toBeGreaterThan(30)
    expect(renderTriggersDoc(triggers)).toBe(read('docs/triggers.md'))
  })

  it('refuses a trigger without a reader', () => {
    const unread = {
      table: 'a',
      name: 'b',
      event: 'insert',
      level: 'row',
      body: 'insert into nowhere values (1)',
    }
    expect(() => renderTriggersDoc([unread])).toThrow('who reads `nowhere`')
  })

  it('finds something written by every trigger, and lists no reader of anything else', () => {
    const targets = triggers.map((trigger) => findTargets(trigger))
    expect(triggers.filter((_, index) => targets[index]?.length === 0)).toEqual([])
    expect(Object.keys(READERS).toSorted()).toEqual(
      [...new Set(targets.flat())].filter((target) => target !== REFUSES).toSorted(),
    )
  })

  it('names readers that mention what they read', () => {
    const silent = Object.entries(READERS).filter(([target, { folder }]) => {
      const [, name = ''] = /`(\w+)`/.exec(target) ?? []
      const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
      return !files.some((file) => new RegExp(`\\b${name}\\b`).test(read(file)))
    })
    expect(silent).toEqual([])
  })
})
