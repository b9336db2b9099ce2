import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { FormId, ProjectId } from '../../../platform/ids.ts'
import type { FormField } from '../forms.schema.ts'

/** A form as everybody may see it, with what its pages show of the project. */
export type PublicForm = {
  id: FormId
  projectId: ProjectId
  fields: FormField[]
  topics: string[]
  submitLabel: string | null
  successText: string | null
  redirectUrl: string | null
  consentText: string | null
  allowedOrigins: string[]
  /** Whether people confirm their address. */
  confirm: boolean
  projectName: string
  postalAddress: string | null
  /** Such as #1d4ed8. */
  brandColor: string | null
  locale: string
  timezone: string
}

const publicForms = sql`
  select f.id, f.project_id as "projectId", f.fields, f.topics, f.submit_label as "submitLabel",
    f.success_text as "successText", f.redirect_url as "redirectUrl", f.consent_text as "consentText",
    f.allowed_origins as "allowedOrigins", coalesce(f.confirm, p.double_opt_in) as confirm, p.name as "projectName",
    p.postal_address as "postalAddress", p.brand_color as "brandColor", p.locale, p.timezone
  from forms as f join projects as p on p.id = f.project_id`

/** By its id alone, which is the address of its page. Undefined for a form that is disabled, or whose project is. */
export async function findPublicForm(
  db: Db,
  { formId }: { formId: FormId },
): Promise<PublicForm | undefined> {
  const { rows } = await sql<PublicForm>`
    ${publicForms} where f.id = ${formId} and f.enabled and p.disabled_at is null`.execute(db)
  return rows[0]
}

/** Also a form that is disabled. */
export async function findFormToShow(
  db: Db | Trx,
  { projectId, formId }: { projectId: ProjectId; formId: FormId },
): Promise<PublicForm | undefined> {
  const { rows } = await sql<PublicForm>`
    ${publicForms} where f.project_id = ${projectId} and f.id = ${formId}`.execute(db)
  return rows[0]
}
