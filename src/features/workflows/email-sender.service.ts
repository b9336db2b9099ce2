// Who the emails of workflows come from. The one place that decides it: for the email that is sent, for a definition that is
// saved, and for whoever asks beforehand.
import type { Config } from '../../platform/config.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProjectId } from '../../platform/ids.ts'
import { requireSender } from '../domains/index.ts'
import type { findProject } from '../projects/index.ts'

export type EmailSender = { email: string; name: string | null }
type Project = Pick<
  NonNullable<Awaited<ReturnType<typeof findProject>>>,
  'id' | 'default_from' | 'default_from_name'
>

/** Whom a step names that holds its email itself. */
export const namedBy = ({
  from,
  fromName,
}: {
  from?: string | null | undefined
  fromName?: string | null | undefined
}): EmailSender | undefined => (from ? { email: from, name: fromName ?? null } : undefined)

/** Whom the step or its template names, else the project; undefined if nobody is named. */
export function senderOf(
  named: EmailSender | undefined,
  project: Project | undefined,
): EmailSender | undefined {
  if (named || !project?.default_from) return named
  return { email: project.default_from, name: project.default_from_name }
}

type Asked = { project: Project; named: EmailSender | undefined; config: Pick<Config, 'MAIL_TRANSPORT'> }

/** @throws AppError if nobody is named, or the project may not send from there */
export async function requireEmailSender(
  db: Db | Trx,
  { project, named, config }: Asked,
): Promise<EmailSender> {
  const sender = senderOf(named, project)
  if (!sender) throw noSender()
  await requireSender(db, { projectId: project.id as ProjectId, address: sender.email, config })
  return sender
}

const noSender = () =>
  new AppError('BAD_REQUEST', {
    message:
      'The email has no sender: neither the step, nor its template, nor the project (defaultFrom) has one.',
    suggestion: 'Give the template a `from`, or set `defaultFrom` with PATCH /project.',
  })
