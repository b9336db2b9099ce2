import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/client.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { suppressionInForce } from '../suppressions/index.ts'

export type SignUpFacts = {
  isSuppressed: boolean
  /** The language of the contact, if there is one. */
  locale: string | null
}

export async function findSignUpFacts(
  db: Db | Trx,
  { projectId, email }: { projectId: ProjectId; email: string },
): Promise<SignUpFacts> {
  const { rows } = await sql<SignUpFacts>`
    select exists (
        select from suppressions where project_id = ${projectId} and email = ${email} and ${suppressionInForce()}
      ) as "isSuppressed",
      (select data ->> 'locale' from contacts where project_id = ${projectId} and email = ${email}) as locale`.execute(
    db,
  )
  return rows[0] ?? { isSuppressed: false, locale: null }
}
