// The sender of workflow emails. Sending, saving a definition and the preflight check all decide it here.
import type { Config } from '../../platform/config.ts'
import type { Db, Trx } from '../../platform/db/client.ts'
import { AppError } from '../../platform/errors.ts'
import { requireSender } from '../domains/index.ts'
import type { findProject } from '../projects/index.ts'

export type EmailSender = { email: string; name: string | null }
type Project = Pick<
  NonNullable<Awaited<ReturnType<typeof findProject>>>,
  'id' | 'default_from' | 'default_from_name'
>

type NamedSender = { from?: string | null | undefined; fromName?: string | null | undefined }

/** The sender that a step with an inline email names. */
export const stepSender = ({ from, fromName }: NamedSender): EmailSender | undefined =>
  from ? { email: from, name: fromName ?? null } : undefined

/** The sender of the step or its template, else the project's default; undefined if there is none. */
export function senderOf(
  named: EmailSender | undefined,
  project: Project | undefined,
): EmailSender | undefined {
  if (named || !project?.default_from) return named
  return { email: project.default_from, name: project.default_from_name }
}

type EmailSenderInput = {
  project: Project
  named: EmailSender | undefined
  config: Pick<Config, 'MAIL_TRANSPORT'>
}

/** @throws AppError if there is no sender, or the project may not send from that address */
export async function requireEmailSender(
  db: Db | Trx,
  { project, named, config }: EmailSenderInput,
): Promise<EmailSender> {
  const sender = senderOf(named, project)
  if (!sender) throw noSender()
  await requireSender(db, { projectId: project.id, address: sender.email, config })
  return sender
}

const noSender = () =>
  new AppError('BAD_REQUEST', {
    message:
      'The email has no sender: neither the step, nor its template, nor the project (defaultFrom) has one.',
    suggestion: 'Give the template a `from`, or set `defaultFrom` with PATCH /project.',
  })
