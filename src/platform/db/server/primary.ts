import pg from 'pg'

const PROBE_TIMEOUT_MS = 2_000

/** The first server of the list that answers and accepts writes (not in recovery). */
export async function findPrimary(urls: readonly string[]): Promise<string | undefined> {
  for (const url of urls) if (await isPrimary(url)) return url
  return undefined
}

async function isPrimary(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby === false
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
