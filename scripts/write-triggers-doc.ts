// Writes docs/triggers.md from the triggers of a freshly migrated database: npm run docs:triggers
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { withMigratedDatabase } from './migrated-database.ts'

const FILE = path.join(import.meta.dirname, '../docs/triggers.md')

const HEAD = `# Triggers

Triggers write in the transaction of the change, so no code that changes a table can forget it. Code in TypeScript does not show them:
look here before you change a table. They run after their statement, or after each row where that is said. This page is written from the catalogue of a migrated
database by \`npm run docs:triggers\`; readers are listed in \`scripts/write-triggers-doc.ts\`.
`

export type Trigger = { table: string; name: string; event: string; level: string; body: string }

/** The code that reads what triggers write. `folder` has the code; a test holds the list complete. */
export const READERS: Record<string, { reader: string; folder: string }> = {
  'counter `campaign_hours`': {
    reader: 'the timeline of `GET /campaigns/{id}/stats`',
    folder: 'src/features/campaigns/statistics',
  },
  'counter `campaigns`': {
    reader: 'statistics of campaigns, their automatic pause, the overview',
    folder: 'src/features/campaigns/statistics',
  },
  'counter `contact_fields`': {
    reader: 'the data keys that filters offer, and their limit',
    folder: 'src/features/contacts/data',
  },
  'counter `contact_topics`': {
    reader: 'the numbers of contacts of `GET /topics`',
    folder: 'src/features/topics',
  },
  'counter `contacts`': {
    reader: 'totals of `GET /contacts`; indexes of saved segments',
    folder: 'src/features/contacts/record',
  },
  'counter `coupon_codes`': {
    reader: 'the figures of `GET /coupon-lists`',
    folder: 'src/features/coupons',
  },
  'counter `email_tags`': { reader: 'totals of `GET /emails?tag=`', folder: 'src/features/emails' },
  'counter `emails`': { reader: 'totals of `GET /emails`', folder: 'src/features/emails' },
  'counter `event_names`': {
    reader: '`GET /events/names`, and the limit of names',
    folder: 'src/features/events',
  },
  'counter `events`': { reader: 'totals of `GET /events`', folder: 'src/features/events' },
  'counter `forms`': {
    reader: '`GET /forms/{id}/statistics`',
    folder: 'src/features/forms/statistics',
  },
  'counter `segment_members`': {
    reader: 'the number of members of lists and tracked segments',
    folder: 'src/features/segments',
  },
  'counter `segments`': { reader: 'totals of `GET /segments`', folder: 'src/features/segments' },
  'counter `suppressions`': { reader: 'totals of `GET /suppressions`', folder: 'src/features/suppressions' },
  'counter `workflow_emails`': {
    reader: 'results of the emails of each step, and those that the frequency cap dropped',
    folder: 'src/features/workflows/executions',
  },
  'counter `workflow_executions`': {
    reader: 'statistics of workflows, the overview',
    folder: 'src/features/workflows/executions',
  },
  'counter `workflow_steps`': {
    reader: 'the number of executions at each step',
    folder: 'src/features/workflows/executions',
  },
  'counter `workflows`': { reader: 'totals of `GET /workflows`', folder: 'src/features/workflows' },
  '`announcements`': {
    reader: 'the listeners of events: webhooks, segments, workflows',
    folder: 'src/features/events',
  },
  '`brakes`': { reader: '`GET /reputation/brakes`', folder: 'src/features/delivery/reputation' },
  '`unused_objects`': {
    reader: 'the job that deletes them from the object store',
    folder: 'src/platform/objects',
  },
  '`consent_ledger`': {
    reader: '`GET /contacts/{id}/consent`, and the export of a person',
    folder: 'src/features/contacts/consent',
  },
  '`segment_notes`': { reader: 'the worker of tracked segments', folder: 'src/features/segments/membership' },
  '`webhook_deliveries`': { reader: 'the worker of webhooks', folder: 'src/features/webhooks' },
  '`webhook_feed_events`': { reader: '`GET /webhooks/listen`', folder: 'src/features/webhooks/feed' },
  '`workflow_dates`': {
    reader: 'workflows that dates start: no date starts one twice',
    folder: 'src/features/workflows/triggers',
  },
  '`workflow_executions`': {
    reader: 'the runner of executions: they end without their contact',
    folder: 'src/features/workflows/executions',
  },
  '`workflow_trigger_stamps`': {
    reader: 'nodes that remember what an event starts',
    folder: 'src/features/workflows/triggers',
  },
  'NOTIFY `lettermill_withdrawn`': {
    reader: 'sending threads, which look again before they hand over',
    folder: 'src/features/delivery/queue',
  },
}

/** Without the copies that PostgreSQL keeps for partitions. */
export async function readTriggers(pool: Pick<pg.Pool, 'query'>): Promise<Trigger[]> {
  const { rows } = await pool.query<Trigger>(`
    select c.relname as table, t.tgname as name, p.prosrc as body,
      case when t.tgtype & 2 > 0 then 'before ' else '' end || concat_ws(' or ', case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 16 > 0 then 'update' end,
        case when t.tgtype & 8 > 0 then 'delete' end, case when t.tgtype & 32 > 0 then 'truncate' end) as event,
      case when t.tgtype & 1 > 0 then 'row' else 'statement' end as level
    from pg_trigger as t
    join pg_class as c on c.oid = t.tgrelid
    join pg_proc as p on p.oid = t.tgfoid
    where not t.tgisinternal and t.tgparentid = 0 and c.relnamespace = 'public'::regnamespace
    order by c.relname, t.tgname`)
  return rows
}

/** A trigger that only refuses has no reader. */
export const REFUSES = 'nothing: refuses the change'

/** The tables, counters and channels that the function of a trigger writes to, as keys of READERS; or REFUSES. */
export function findTargets({ table, body }: Pick<Trigger, 'table' | 'body'>): string[] {
  const tables = [
    ...body.matchAll(/\b(?:insert into|delete from) (\w+)/g),
    ...body.matchAll(/(?<!do )\bupdate (\w+)(?: as \w+)? set\b/g),
  ].map(([, name = '']) => name)
  const counters = tables.includes('counter_deltas')
    ? [...body.matchAll(/\bproject_id, (?:'(\w+)'|(tg_table_name))/g)].map(([, name]) => name ?? table)
    : []
  const channels = [...body.matchAll(/\bpg_notify\('(\w+)'/g)].map(([, name = '']) => name)
  if (tables.length === 0 && /\braise exception\b/.test(body)) return [REFUSES]
  return [
    ...new Set([
      ...counters.map((name) => `counter \`${name}\``),
      ...tables.filter((name) => name !== 'counter_deltas').map((name) => `\`${name}\``),
      ...channels.map((name) => `NOTIFY \`${name}\``),
    ]),
  ].toSorted()
}

export function renderTriggersDoc(triggers: readonly Trigger[]): string {
  const rows = triggers.map((trigger) => {
    const { table, name, event, level } = trigger
    const written = findTargets(trigger).join(', ')
    return `| \`${table}\` | \`${name}\` | ${event}${level === 'row' ? ', per row' : ''} | ${written} |`
  })
  const targets = [...new Set(triggers.flatMap(findTargets))].filter((one) => one !== REFUSES).toSorted()
  const readers = targets.map((target) => {
    const { reader, folder } = readerOf(target)
    return `| ${target} | ${reader} | \`${folder}\` |`
  })
  return [
    HEAD,
    `There are ${triggers.length} of them.\n`,
    '| table | trigger | event | writes |',
    '|---|---|---|---|',
    ...rows,
    '',
    '## Readers\n',
    'Counters are totals without scanning: triggers append to `counter_deltas`, a job folds the deltas into `counters` every minute, and',
    'readers add both up ([ADR 3](adr/0003-counters-by-trigger.md)).\n',
    '| written | read by | in |',
    '|---|---|---|',
    ...readers,
    '',
  ].join('\n')
}

function readerOf(target: string): { reader: string; folder: string } {
  const found = READERS[target]
  if (!found) throw new Error(`say in scripts/write-triggers-doc.ts who reads ${target}`)
  return found
}

if (import.meta.main) {
  await withMigratedDatabase(async ({ pool }) =>
    writeFileSync(FILE, renderTriggersDoc(await readTriggers(pool))),
  )
}
