// The tables of the figures of Microsoft, which belong to the installation: they are about its addresses.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { DayRange } from '../../../platform/time/days.ts'
import type { SndsBlock, SndsDay } from './parse-snds.ts'

/** Days that are there are replaced. */
export async function saveDays(trx: Trx, days: readonly SndsDay[]): Promise<void> {
  await sql`
    insert into snds_days (address, day, rcpt_commands, data_commands, message_recipients, verdict, complaint_rate, trap_hits,
      sample_helo, sample_sender, comments)
    select t.address, t.day, t."rcptCommands", t."dataCommands", t.recipients, t.verdict, t."complaintRate", t."trapHits",
      t."sampleHelo", t."sampleSender", t.comments
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as t (address inet, day date, "rcptCommands" bigint,
      "dataCommands" bigint, recipients bigint, verdict text, "complaintRate" text, "trapHits" bigint, "sampleHelo" text,
      "sampleSender" text, comments text)
    on conflict (address, day) do update set rcpt_commands = excluded.rcpt_commands, data_commands = excluded.data_commands,
      message_recipients = excluded.message_recipients, verdict = excluded.verdict, complaint_rate = excluded.complaint_rate,
      trap_hits = excluded.trap_hits, sample_helo = excluded.sample_helo, sample_sender = excluded.sample_sender,
      comments = excluded.comments`.execute(trx)
}

/** Makes the table list these ranges and no others. A range keeps the time since when it is there. */
export async function replaceBlocks(
  trx: Trx,
  { blocks, now }: { blocks: readonly SndsBlock[]; now: Date },
): Promise<void> {
  const list = JSON.stringify(blocks)
  await sql`
    delete from snds_blocks as b where not exists (
      select from jsonb_to_recordset(${list}::jsonb) as t (first inet, last inet)
      where t.first = b.first_address and t.last = b.last_address)`.execute(trx)
  await sql`
    insert into snds_blocks (first_address, last_address, reason, since)
    select t.first, t.last, t.reason, ${now} from jsonb_to_recordset(${list}::jsonb) as t (first inet, last inet, reason text)
    on conflict (first_address, last_address) do update set reason = excluded.reason`.execute(trx)
}

export async function deleteOldSndsDays(trx: Trx, { oldest }: { oldest: string }): Promise<void> {
  await sql`delete from snds_days where day < ${oldest}`.execute(trx)
}

export type SndsDayRow = Omit<SndsDay, 'day'> & { date: string }

/** The latest first. */
export async function listSndsDays(
  db: Db | Trx,
  { from, to, address, limit }: DayRange & { address: string | undefined; limit: number },
): Promise<SndsDayRow[]> {
  const { rows } = await sql<SndsDayRow>`
    select day::text as date, host(address) as address, rcpt_commands as "rcptCommands", data_commands as "dataCommands",
      message_recipients as recipients, verdict, complaint_rate as "complaintRate", trap_hits as "trapHits",
      sample_helo as "sampleHelo", sample_sender as "sampleSender", comments
    from snds_days as s
    where day >= ${from}::date and day <= ${to}::date
      and (${address ?? null}::inet is null or s.address = ${address ?? null}::inet)
    order by day desc, s.address limit ${limit}`.execute(db)
  return rows
}

export type SndsBlockRow = SndsBlock & { since: Date }

export async function listBlocks(db: Db | Trx, { limit }: { limit: number }): Promise<SndsBlockRow[]> {
  const { rows } = await sql<SndsBlockRow>`
    select host(first_address) as first, host(last_address) as last, reason, since from snds_blocks
    order by first_address, last_address limit ${limit}`.execute(db)
  return rows
}

export async function findLastSndsDay(db: Db | Trx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from snds_days`.execute(db)
  return rows[0]?.day ?? null
}
