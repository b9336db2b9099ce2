// A gate in the database: a write to a table behind it waits before the end of the statement while the gate is
// closed. A moment in the middle of some work lasts until the test has met it, however slow the machine is.
import pg from 'pg'

const GATE = 27

/** `passes`: so many statements get through first. `least`: statements that write fewer rows do not count. */
export type GatedTable = { table: string; passes: number; least: number }

export type Gate = {
  /** The names of the tables that have a waiting writer. */
  waiting(): Promise<string[]>
  open(): Promise<void>
}

/** It is closed until it is opened, or until its database is killed. */
export async function closeGate(url: string, gated: readonly GatedTable[]): Promise<Gate> {
  const client = new pg.Client({ connectionString: url })
  // The database may be killed under it.
  client.on('error', () => undefined)
  await client.connect()
  await client.query('select pg_advisory_lock($1)', [GATE])
  await client.query(`
    create or replace function wait_at_gate() returns trigger language plpgsql as $$ begin
      if (select count(*) from fresh) >= tg_argv[1]::int and nextval(tg_argv[0]) > tg_argv[2]::int then
        perform pg_advisory_lock_shared(${GATE});
        perform pg_advisory_unlock_shared(${GATE});
      end if;
      return null;
    end $$`)
  for (const { table, passes, least } of gated) {
    await client.query(`
      create sequence ${table}_gate;
      create trigger wait_at_gate after insert on ${table} referencing new table as fresh
        for each statement execute function wait_at_gate('${table}_gate', ${least}, ${passes})`)
  }
  return {
    async waiting() {
      const { rows } = await client.query<{ query: string }>(
        `select query from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
      )
      const names = gated.map(({ table }) => table)
      return names.filter((table) =>
        rows.some(({ query }) => query.includes(`into ${table} `) || query.includes(`into "${table}" `)),
      )
    },
    open: () => client.end(),
  }
}
