// The emails in the built-in inbox, and what is attached to them. Who reads an email reads the bytes that were sent.
import PostalMime from 'postal-mime'
import type { Attachment } from 'postal-mime'
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import type { EmailRef } from '../queue/email-ref.ts'
import { deleteSomeInboxMessages } from '../transports/inbox.queries.ts'
import { readRawEmail } from './emails.service.ts'

type File = { filename: string; contentType: string; content: Buffer; contentId: string | null }

export async function readAttachments(db: Db | Trx, ref: EmailRef): Promise<File[]> {
  const { attachments } = await PostalMime.parse(await readRawEmail(db, ref))
  return attachments.map((one) => ({
    filename: one.filename ?? 'attachment',
    contentType: one.mimeType,
    content: bytesOf(one),
    contentId: one.contentId?.replace(/^<|>$/g, '') ?? null,
  }))
}

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)

export async function readAttachment(
  db: Db | Trx,
  { index, ...ref }: EmailRef & { index: number },
): Promise<File> {
  const file = (await readAttachments(db, ref))[index]
  if (!file) {
    throw new AppError('RESOURCE_NOT_FOUND', {
      message: 'The email has no such attachment.',
      suggestion: 'List them with GET /emails/{id}/attachments.',
    })
  }
  return file
}

// A batch takes milliseconds; so many of them are done well before callers lose patience.
const BATCH = 500
const MOST_BATCHES = 20

export async function clearInbox(
  db: Db | Trx,
  { projectId }: { projectId: ProjectId },
): Promise<{ deleted: number; hasMore: boolean }> {
  let deleted = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const gone = await deleteSomeInboxMessages(db, { projectId, limit: BATCH })
    deleted += gone
    if (gone < BATCH) return { deleted, hasMore: false }
  }
  return { deleted, hasMore: true }
}
