// Requests through PgBouncer in transaction mode: with DATABASE_DIRECT_URL, DATABASE_URL is the address of PgBouncer. It gives each
// transaction any of its sessions of PostgreSQL, so nothing that belongs to a session may be used there: no prepared statements,
// settings, LISTEN, or locks beyond a transaction. All other work of a node goes to DATABASE_DIRECT_URL. ADR 0041 says why.
import pg from 'pg'
import { STATEMENT_LIMIT_MS } from '../failures/statement-limits.ts'

/** Parses each statement anew, because a session knows only the names that were prepared in it. */
export class UnpreparedClient extends pg.Client {
  constructor(...given: ConstructorParameters<typeof pg.Client>) {
    super(...given)
    const send = this.query.bind(this) as (...all: unknown[]) => unknown
    this.query = ((query: unknown, ...rest: unknown[]) =>
      send(withoutName(query), ...rest)) as typeof this.query
  }
}

/** Only the plain form has a name: queries of pg-copy-streams are objects with methods. */
function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query) || !('text' in query)) return query
  const { name: _name, ...unnamed } = query
  return unnamed
}

/** The operator adds it to the line of the database in pgbouncer.ini. */
export const CONNECT_QUERY = `connect_query='set statement_timeout = ${STATEMENT_LIMIT_MS}; set log_parameter_max_length_on_error = 0'`

/** Clients have given up after that. */
const LONGEST_LIMIT_MS = 30_000

type SessionRow = { limitMs: number; logged: number; cluster: string }

const READ_SESSION = `
  select (select setting::int from pg_settings where name = 'statement_timeout') as "limitMs",
    (select setting::int from pg_settings where name = 'log_parameter_max_length_on_error') as logged,
    (select system_identifier from pg_control_system()) || ' ' || current_database() as cluster`

type PoolerCheck = { pooled: pg.Pool; direct: pg.Pool }

/** Refuses a pooler whose sessions have no limit of time, or that leads to another database. */
export async function checkPooler({ pooled, direct }: PoolerCheck): Promise<void> {
  const session = await readSession(pooled, 'DATABASE_URL (PgBouncer)')
  if (session.limitMs <= 0 || session.limitMs > LONGEST_LIMIT_MS || session.logged !== 0) {
    throw new Error(
      `The sessions of PgBouncer need a limit for statements, because a pooler does not let clients set one. Add to the line of this database in pgbouncer.ini: ${CONNECT_QUERY}`,
    )
  }
  const { cluster } = await readSession(direct, 'DATABASE_DIRECT_URL')
  if (session.cluster !== cluster) {
    throw new Error('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.')
  }
}

async function readSession(pool: pg.Pool, setting: string): Promise<SessionRow> {
  try {
    const { rows } = await pool.query<SessionRow>(READ_SESSION)
    if (rows[0]) return rows[0]
  } catch (cause) {
    throw new Error(`The database of ${setting} does not answer: ${(cause as Error).message}`, { cause })
  }
  throw new Error(`The database of ${setting} does not answer.`)
}
