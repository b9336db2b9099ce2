import { sql } from 'kysely'
import type { Db } from '../../platform/db/client.ts'

type Age = { keptSince: string; parkedSince: Date }

export async function deleteOldReports(db: Db, { keptSince, parkedSince }: Age): Promise<void> {
  await sql`delete from report_emails where received_at < ${parkedSince}`.execute(db)
  await sql`delete from domain_reports where day < ${keptSince}::date`.execute(db)
  await sql`delete from dmarc_days where day < ${keptSince}::date`.execute(db)
  await sql`delete from report_sources where last_day < ${keptSince}::date`.execute(db)
  await sql`delete from tls_days where day < ${keptSince}::date`.execute(db)
  await sql`delete from sent_days where day < ${keptSince}::date`.execute(db)
  await sql`delete from report_alerts where at < ${keptSince}::date`.execute(db)
  await sql`delete from given_alerts where at < ${keptSince}::date`.execute(db)
  // Their jobs have ended, even after crashes.
  await sql`delete from alert_emails where created_at < ${parkedSince}`.execute(db)
}
