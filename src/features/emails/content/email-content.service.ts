// The content and the source of an email, for display.
import type { z } from 'zod'
import type { Db, Trx } from '../../../platform/db/client.ts'
import type { Deps } from '../../../platform/deps.ts'
import { InvalidMessageError } from '../../../platform/email/message.ts'
import type { Message } from '../../../platform/email/message.ts'
import { composeMessage } from '../../../platform/email/mime/compose.ts'
import { AppError } from '../../../platform/errors.ts'
import { wholeText } from '../../../platform/text/text-pieces.ts'
import { createEmailComposer, EmailComposeError, isContentKept } from '../../delivery/index.ts'
import type { EmailRef } from '../../delivery/index.ts'
import { headersOf } from './email-source.ts'
import type { EmailSource, EmailSources } from './email-sources.service.ts'
import { findEmail, findEmailToCompose } from '../emails.queries.ts'
import type { EmailContent } from '../emails.schema.ts'
import { emailNotFound } from '../emails.service.ts'
import { isErasedAddress } from '../erase/erased-address.ts'

/** The exact bytes that were sent. */
export async function openRawEmail(
  db: Db | Trx,
  { sources, ...ref }: EmailRef & { sources: EmailSources },
): Promise<EmailSource> {
  const source = await sources.open(db, ref)
  if (source) return source
  const email = await findEmail(db, ref)
  if (!email) throw emailNotFound()
  if (isErasedAddress(email.address)) throw contentErased()
  throw new AppError('RESOURCE_NOT_FOUND', {
    message: 'The source of this email is not stored.',
    suggestion:
      'Only the built-in inbox stores the source of delivered emails. Use GET /emails/{id}/content for the content.',
  })
}

type Content = z.infer<typeof EmailContent>

type ContentReader = (db: Db | Trx, ref: EmailRef) => Promise<Content>

/**
 * Reads the content of an email from the bytes that were sent, if they are stored; else composes it once more, with the
 * current data of the contact.
 */
export function createContentReader(deps: Deps, sources: EmailSources): ContentReader {
  const { clock, config } = deps
  const composer = createEmailComposer(deps)
  return async (db, ref) => {
    const source = await sources.open(db, ref)
    if (source) return sources.content(source, ref)
    const email = await findEmailToCompose(db, ref)
    if (!email) throw emailNotFound()
    if (isErasedAddress(email.address)) throw contentErased()
    const keptDays = config.CONTENT_RETENTION_DAYS
    if (!isContentKept(email, { keptDays, now: clock.now() })) throw contentExpired(keptDays)
    try {
      return writtenContent(await composer.composeMessage(email))
    } catch (error) {
      throw toContentError(error)
    }
  }
}

/** An error that prevents sending also prevents display. */
function toContentError(error: unknown): unknown {
  if (!(error instanceof EmailComposeError) && !(error instanceof InvalidMessageError)) return error
  const mayPass = error instanceof EmailComposeError && error.isWorthRetrying
  return new AppError(mayPass ? 'SERVICE_UNAVAILABLE' : 'INVALID_STATE', {
    message: `The email cannot be composed: ${error.message}`,
    cause: error,
  })
}

const writtenContent = (message: Message): Content => ({
  subject: message.subject,
  html: wholeText(message.html).toString(),
  text: wholeText(message.text).toString(),
  headers: headersOf(composeMessage(withoutFiles(message))),
})

/** The headers are the same, and encoding the files would be most of the work. */
const withoutFiles = (message: Message): Message => ({
  ...message,
  attachments: message.attachments.map((one) => ({ ...one, content: Buffer.alloc(0) })),
})

const contentExpired = (keptDays: number): AppError =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: `The content of this email has expired: it is kept for ${keptDays} days.`,
    suggestion:
      'GET /emails/{id} still has its record. The setting CONTENT_RETENTION_DAYS keeps content longer.',
  })

const contentErased = (): AppError =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'The content of this email was erased, because its contact was deleted.',
    suggestion: 'GET /emails/{id} still has its record.',
  })
