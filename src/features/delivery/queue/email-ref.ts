import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'

export type EmailRef = { projectId: ProjectId; emailId: EmailId }

/** One claim of an email. */
export type ClaimRef = EmailRef & { fence: number }

/** The emails as a table of pairs, so that the primary key of the queue finds them. */
export const givenEmails = (refs: readonly EmailRef[]): RawBuilder<unknown> =>
  sql`unnest(${refs.map((one) => one.projectId)}::uuid[], ${refs.map((one) => one.emailId)}::uuid[]) as given (project_id, email_id)`

export const givenClaims = (refs: readonly ClaimRef[]): RawBuilder<unknown> =>
  sql`unnest(${refs.map((one) => one.projectId)}::uuid[], ${refs.map((one) => one.emailId)}::uuid[],
    ${refs.map((one) => one.fence)}::int[]) as given (project_id, email_id, fence)`
