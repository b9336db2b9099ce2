// The database of the program and the role that owns it. The program never connects as superuser: SQL injection could
// otherwise read files and start programs on this machine. The superuser creates both, once, and repairs them when the role
// cannot log in; an ordinary start does not need it.
import { Client, DatabaseError } from 'pg'
import { DATABASE, programPassword, PROGRAM_ROLE, programUrl, SUPERUSER, superuserUrl } from './password.ts'
import type { ServerLog } from './server-log.ts'

/** `password` is the superuser's. */
type Access = { password: string; socketDir: string; onLog: ServerLog }

/** Our own server answers at once or not at all. */
const CONNECT_TIMEOUT_MS = 10_000

/** SQLSTATEs of a login that fails as long as there is no role with this password, or no such database. */
const INVALID_PASSWORD = '28P01'
const NO_SUCH_DATABASE = '3D000'

const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof DatabaseError && codes.includes(error.code ?? '')

export const isWrongPassword = (error: unknown): boolean => hasCode(error, INVALID_PASSWORD)

/**
 * Creates the database and its role, or transfers the database of an earlier version to the role; usually there is nothing
 * to do.
 */
export async function ensureProgramDatabase(access: Access): Promise<void> {
  if (await ownsDatabase(access)) return
  const { password, socketDir, onLog } = access
  const isDatabaseThere = await withClient(
    superuserUrl({ password, socketDir, database: 'postgres' }),
    async (client) => {
      await provideRole(client, programPassword(password))
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
      if (rowCount === 0) await client.query(`create database ${DATABASE} owner ${PROGRAM_ROLE}`)
      return rowCount === 1
    },
  )
  if (!isDatabaseThere) return
  await withClient(superuserUrl({ password, socketDir, database: DATABASE }), async (client) => {
    const count = await transferOwnership(client)
    if (count > 0) onLog(`the database now belongs to the role ${PROGRAM_ROLE} (${count} objects)`)
  })
}

/** Moving a project copies its rows without running triggers again (platform/moves). */
const MAY_REPLICATE = "has_parameter_privilege('session_replication_role', 'set')"

/** Whether the role can log in, owns the database and may do what moving a project needs. */
async function ownsDatabase(access: Access): Promise<boolean> {
  try {
    return await withClient(programUrl(access), async (client) => {
      const { rows } = await client.query<{ owns: boolean }>(
        `select datdba = current_user::regrole and ${MAY_REPLICATE} as owns from pg_database
         where datname = current_database()`,
      )
      return rows[0]?.owns === true
    })
  } catch (error) {
    if (hasCode(error, INVALID_PASSWORD, NO_SUCH_DATABASE)) return false
    throw error
  }
}

async function provideRole(client: Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [PROGRAM_ROLE])
  const verb = rowCount === 0 ? 'create' : 'alter'
  await client.query(
    `${verb} role ${PROGRAM_ROLE} login nosuperuser nocreaterole nocreatedb noreplication nobypassrls password '${password}'`,
  )
  await client.query(`grant set on parameter session_replication_role to ${PROGRAM_ROLE}`)
}

/**
 * Everything in this database that belongs to the superuser, as the statement that transfers it to the program's role.
 * REASSIGN OWNED refuses to do this for the superuser that initdb creates. Dependent objects follow by themselves (indexes,
 * row types, arrays, sequences of a column); objects of extensions stay with the superuser.
 */
const TRANSFER_OWNERSHIP = `
  with ours as (
    select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ), things as (
    select 'pg_class'::regclass as class, oid, relkind::text as kind from pg_class
      where relowner = $1::regrole and relnamespace in (select oid from ours) and relkind in ('r', 'p', 'f', 'v', 'm', 'S')
    union all
    select 'pg_proc'::regclass, oid, 'routine' from pg_proc
      where proowner = $1::regrole and pronamespace in (select oid from ours)
    union all
    select 'pg_type'::regclass, t.oid, 'type' from pg_type t left join pg_class c on c.oid = t.typrelid
      where typowner = $1::regrole and typnamespace in (select oid from ours)
        and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c')
    union all
    select 'pg_statistic_ext'::regclass, oid, 'statistics' from pg_statistic_ext
      where stxowner = $1::regrole and stxnamespace in (select oid from ours)
    union all
    select 'pg_namespace'::regclass, oid, 'schema' from pg_namespace
      where nspowner = $1::regrole and oid in (select oid from ours)
  )
  select format('alter %s %s owner to %I',
    case kind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'f' then 'foreign table'
      when 'r' then 'table' when 'p' then 'table' else kind end,
    (pg_identify_object(class, oid, 0)).identity, $2::text) as statement
  from things
  where not exists (
    select from pg_depend d where d.classid = things.class and d.objid = things.oid
      and (d.deptype = 'e' or (kind = 'S' and d.deptype in ('a', 'i') and d.refclassid = 'pg_class'::regclass)))`

/** In one transaction, the database itself last: if it is killed, the next start repeats it. */
async function transferOwnership(client: Client): Promise<number> {
  await client.query('begin')
  const { rows } = await client.query<{ statement: string }>(TRANSFER_OWNERSHIP, [SUPERUSER, PROGRAM_ROLE])
  for (const { statement } of rows) await client.query(statement)
  await client.query(`alter database ${DATABASE} owner to ${PROGRAM_ROLE}`)
  await client.query('commit')
  return rows.length
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
