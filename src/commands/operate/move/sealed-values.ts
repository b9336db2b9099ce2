// Encrypts the stored secrets of a moving project anew, for the key of the target.
import pg from 'pg'
import { dkimBinding } from '../../../features/domains/signing-key.service.ts'
import { doorBinding } from '../../../features/feedback/door/doors.service.ts'
import { transportBinding } from '../../../features/transports/transport-secrets.ts'
import { webhookBinding } from '../../../features/webhooks/endpoints/secret.ts'
import type { DomainId, ProjectId, TransportId, WebhookId } from '../../../platform/ids.ts'
import { MOVED_TABLES, rowsOf } from '../../../platform/moves/moved-tables.ts'
import type { Binding, Secrets } from '../../../platform/secrets/secrets.ts'

type SealedRow = Record<string, unknown>
type BindingOf = (row: SealedRow, column: string) => Binding

/** Bindings of the secrets of each table, and the columns that they are made of. */
const BINDINGS: Readonly<Record<string, { columns: readonly string[]; bindingOf: BindingOf }>> = {
  domain_keys: {
    columns: ['project_id', 'domain_id', 'selector'],
    bindingOf: (row) =>
      dkimBinding(
        {
          projectId: row['project_id'] as ProjectId,
          domainId: row['domain_id'] as DomainId,
        },
        row['selector'] as string,
      ),
  },
  feedback_doors: {
    columns: ['id'],
    bindingOf: (row, column) => doorBinding(row['id'] as string, column),
  },
  transports: {
    columns: ['project_id', 'id'],
    bindingOf: (row) =>
      transportBinding({
        projectId: row['project_id'] as ProjectId,
        transportId: row['id'] as TransportId,
      }),
  },
  webhooks: {
    columns: ['project_id', 'id'],
    bindingOf: (row) =>
      webhookBinding({
        projectId: row['project_id'] as ProjectId,
        webhookId: row['id'] as WebhookId,
      }),
  },
}

type SealAgainInput = {
  target: pg.Client
  projectId: ProjectId
  from: Secrets
  to: Secrets
}

/** Works on the rows that were just copied, in the same transaction. */
export async function sealAgain({ target, projectId, from, to }: SealAgainInput): Promise<void> {
  for (const table of MOVED_TABLES) {
    if (!table.sealed) continue
    const binding = BINDINGS[table.name]
    if (!binding) throw new Error(`nothing says what the secrets of ${table.name} are bound to`)
    const { rows } = await target.query<SealedRow & { row_id: string }>(
      `select ctid::text as row_id, ${[...binding.columns, ...table.sealed].join(', ')}
       from ${pg.escapeIdentifier(table.name)} where ${rowsOf(table)}`,
      [projectId],
    )
    for (const row of rows) {
      const values = table.sealed.map((column) => {
        const sealed = row[column] as Buffer | null
        const bound = binding.bindingOf(row, column)
        return sealed === null ? null : to.encrypt(from.decrypt(sealed, bound), bound)
      })
      const sets = table.sealed.map((column, index) => `${column} = $${index + 2}`)
      await target.query(
        `update ${pg.escapeIdentifier(table.name)} set ${sets.join(', ')} where ctid = $1::tid`,
        [row.row_id, ...values],
      )
    }
  }
}
