import { sql } from 'kysely'
import type { Db } from '../../../platform/db/client.ts'
import type { StsPolicy } from '../../../platform/email/mx/mta-sts.ts'

export type KnownPolicy = { policyId: string; policy: StsPolicy | null; isFetchedRecently: boolean }

/** The policy of a domain that has not expired. */
export async function findStsPolicy(db: Db, domain: string): Promise<KnownPolicy | undefined> {
  const { rows } = await sql<KnownPolicy>`
    select policy_id as "policyId", policy, fetched_at > statement_timestamp() - interval '1 day' as "isFetchedRecently"
    from sts_policies where domain = ${domain} and expires_at > statement_timestamp()`.execute(db)
  return rows[0]
}

type FetchedPolicy = { domain: string; policyId: string; policy: StsPolicy | undefined; forSeconds: number }

export async function saveStsPolicy(
  db: Db,
  { domain, policyId, policy, forSeconds }: FetchedPolicy,
): Promise<void> {
  await sql`
    with expired as (delete from sts_policies where expires_at < statement_timestamp() and domain <> ${domain})
    insert into sts_policies (domain, policy_id, policy, fetched_at, expires_at)
    values (${domain}, ${policyId}, ${policy ? JSON.stringify(policy) : null}::jsonb, statement_timestamp(),
      statement_timestamp() + make_interval(secs => ${forSeconds}))
    on conflict (domain) do update set policy_id = excluded.policy_id, policy = excluded.policy,
      fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`.execute(db)
}
