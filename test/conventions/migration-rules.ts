// Migrations run beside nodes of the last release, which go on with the tables and columns that they know (docs/upgrade.md).
// A statement that takes something away, or holds a lock for long, needs a line in its migration that says why it may.
import { tablesMadeBy } from '../../src/platform/db/migrate.ts'
import type { Migration } from '../../src/platform/db/migrate.ts'

/** Tables with a row per email, event, contact or delivery: millions. */
const LARGE = new Set([
  'campaign_recipients',
  'contacts',
  'email_events',
  'email_queue',
  'emails',
  'events',
  'segment_members',
  'suppressions',
  'webhook_deliveries',
  'workflow_executions',
])

/** `-- Contracts: unused since 0.2.0, …` names a released version that did without. */
const CONTRACTS = /^-- Contracts: unused since (\d+\.\d+\.\d+)\b/m

/** `-- Locks: …` says why the lock is short. */
const LOCKS = /^-- Locks: \S/m

type Kind = 'contracts' | 'locks'

type Rule = {
  pattern: RegExp
  kind: Kind
  what: string
}

/** The rules for statements about tables of the release. */
const RULES: readonly Rule[] = [
  { pattern: /^drop (?!trigger|index)/, kind: 'contracts', what: 'drops what the last release uses' },
  { pattern: /\bdrop (?:column|constraint)\b/, kind: 'contracts', what: 'drops what the last release uses' },
  { pattern: /^drop index\b/, kind: 'contracts', what: 'drops an index, which "on conflict" may name' },
  { pattern: /\brename\b/, kind: 'contracts', what: 'renames what the last release uses' },
  { pattern: /\bset schema\b/, kind: 'contracts', what: 'renames what the last release uses' },
  { pattern: /\balter (?:column )?\w+ (?:set data )?type\b/, kind: 'contracts', what: 'changes a type' },
  { pattern: /\bset not null\b/, kind: 'contracts', what: 'refuses nulls that the last release writes' },
  { pattern: /\bdrop default\b/, kind: 'contracts', what: 'drops a default that the last release relies on' },
  {
    pattern: /\badd (?:column )?(?!constraint)(?=[^,]*\bnot null\b)(?![^,]*\b(?:default|generated)\b)/,
    kind: 'contracts',
    what: 'adds a column that the last release does not fill',
  },
  { pattern: /\bgenerated always as \(.*\) stored\b/, kind: 'locks', what: 'rewrites a table' },
]

const withoutComments = (sql: string): string => sql.replaceAll(/--[^\n]*/g, '')

/** Without the bodies of functions: what they do is not done now. */
export const statementsOf = (sql: string): string[] =>
  withoutComments(sql)
    .replaceAll(/(\$\w*\$).*?\1/gs, "''")
    .split(';')
    .map((statement) => statement.toLowerCase().replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')

/** The columns that the migrations add. */
const columnsAddedBy = (statements: readonly string[]): string[] =>
  statements.flatMap((statement) =>
    [...statement.matchAll(/\badd column (?:if not exists )?(\w+)/g)].map(([, name = '']) => name),
  )

/** The table that the statement changes; of `drop view` and the like, nothing. */
const tableOf = (statement: string): string | undefined =>
  /^(?:alter table|drop table|truncate)(?: if exists)?(?: only)? (\w+)/.exec(statement)?.[1] ??
  /^create (?:unique )?index.* on (?:only )?(\w+)/.exec(statement)?.[1] ??
  /^(?:update|delete from|insert into) (\w+)/.exec(statement)?.[1]

type Problem = { kind: Kind; what: string }

function judge(statement: string, { added, table }: { added: readonly string[]; table?: string }): Problem[] {
  const found: Problem[] = RULES.filter(({ pattern }) => pattern.test(statement))
  const namesAdded = added.some((column) => new RegExp(`\\b${column}\\b`).test(statement))
  const isNarrowing = /\badd (?:constraint|check|unique|foreign key)\b|^create unique index\b/.test(statement)
  if (isNarrowing && !namesAdded) {
    found.push({ kind: 'contracts', what: 'refuses rows that the last release may write' })
  }
  if (table !== undefined && LARGE.has(table) && /^(?:create|update|delete|insert)\b/.test(statement)) {
    found.push({ kind: 'locks', what: `takes as long as ${table} is large` })
  }
  return found
}

export type ReleasedState = { versions: readonly string[]; migrations: number }

/** Finds the statements since the last release that it cannot do with. */
export function findContractions(
  all: readonly Migration[],
  { versions, migrations }: ReleasedState,
): string[] {
  const tables = tablesMadeBy(all.slice(0, migrations))
  const since = all.slice(migrations)
  const added = columnsAddedBy(since.flatMap(({ sql }) => statementsOf(sql)))
  return since.flatMap(({ name, sql }) => {
    const allowed = new Set<Kind>()
    if (versions.includes(CONTRACTS.exec(sql)?.[1] ?? '')) allowed.add('contracts')
    if (LOCKS.test(sql)) allowed.add('locks')
    return statementsOf(sql).flatMap((statement) => {
      const table = tableOf(statement)
      if (table !== undefined && !tables.has(table)) return []
      return judge(statement, { added, ...(table !== undefined && { table }) })
        .filter(({ kind }) => !allowed.has(kind))
        .map(({ what }) => `${name} ${what}: ${statement.slice(0, 80)}`)
    })
  })
}
