import type pg from 'pg'

// Settings that affect the text of a value must be the same for writing and reading. And no server-wide timeout may
// interrupt work that takes as long as there is data.
const SETTINGS = [
  "client_encoding = 'UTF8'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  'extra_float_digits = 3',
  "bytea_output = 'hex'",
  'statement_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]

/** Configures a connection that writes or reads a backup. */
export async function prepareSession(client: pg.Client): Promise<void> {
  for (const setting of SETTINGS) await client.query(`set ${setting}`)
}
