// The emails in the built-in inbox and their attachments, read from the bytes that were sent.
import type { Db, Trx } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { deleteSomeInboxMessages } from '../../delivery/index.ts'
import type { EmailRef } from '../../delivery/index.ts'
import type { FileContent, SourceFile } from '../content/email-source.ts'
import type { EmailSources } from '../content/email-sources.service.ts'
import { openRawEmail } from '../content/email-content.service.ts'

type InboxEmailSource = EmailRef & { sources: EmailSources }

export async function readAttachments(db: Db | Trx, reading: InboxEmailSource): Promise<SourceFile[]> {
  const source = await openRawEmail(db, reading)
  return reading.sources.files(source, reading)
}

export async function readAttachment(
  db: Db | Trx,
  reading: InboxEmailSource & { index: number },
): Promise<FileContent> {
  const source = await openRawEmail(db, reading)
  const file = await reading.sources.file(source, reading)
  if (!file) {
    throw new AppError('RESOURCE_NOT_FOUND', {
      message: 'The email has no such attachment.',
      suggestion: 'List them with GET /emails/{id}/attachments.',
    })
  }
  return file
}

// A batch takes milliseconds; this many are done well before callers time out.
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
