// Settings that say where PostgreSQL is, part of config.ts.
import { z } from 'zod'
import { DatabaseUrlError, readDatabaseUrls } from './db/server/database-urls.ts'

const databaseUrl = z.string().transform((text, context) => {
  try {
    return readDatabaseUrls(text)
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error
    context.addIssue(error.message)
    return z.NEVER
  }
})

export const databaseAddresses = {
  DATABASE_URL: databaseUrl
    .optional()
    .describe(
      'PostgreSQL 15 or newer to use instead of the embedded one. With several servers, as a comma-separated list of URLs or as one URL with several hosts (postgres://user@one:5432,two:5432/lettermill?target_session_attrs=read-write), the one that accepts writes is used, and after a fail-over the new one.',
    ),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe(
      'Set it if DATABASE_URL is the address of a PgBouncer in transaction mode: the address of PostgreSQL itself, for everything but requests. Written as DATABASE_URL.',
    ),
  READ_DATABASE_URL: databaseUrl
    .refine(
      (urls) => urls.length === 1,
      'must name one server: positions of several standbys cannot be compared',
    )
    .optional()
    .describe(
      'One standby of DATABASE_URL that may answer lists, searches, reports and exports. It is used for requests whose data it has already; otherwise, and while it is away, the primary answers.',
    ),
}
