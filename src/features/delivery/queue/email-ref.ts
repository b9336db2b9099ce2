import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { EmailId, ProjectId } from '../../../platform/ids.ts'

export type EmailRef = { projectId: ProjectId; emailId: EmailId }

/** The given emails as a table of pairs, so that the primary key of the queue finds them. */
export const givenEmails = (refs: readonly EmailRef[]): RawBuilder<unknown> =>
  sql`unnest(${refs.map((one) => one.projectId)}::uuid[], ${refs.map((one) => one.emailId)}::uuid[]) as given (project_id, email_id)`
