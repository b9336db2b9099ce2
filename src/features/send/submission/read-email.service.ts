import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../../platform/threads/thread-errors.ts'
import type { ThreadPool } from '../../../platform/threads/thread-pool.ts'
import { readEmailTask } from './submission.threads.ts'
import { countLines, readSubmittedEmail } from './submitted-email.ts'
import type { SubmittedEmail } from './submitted-email.ts'

// Within these bounds reading takes at most 5 ms: 4 microseconds per line, 50 per part, and headers full of encoded words.
const MOST_BYTES_HERE = 16_384
const MOST_LINES_HERE = 400
const MOST_DASHED_LINES_HERE = 20

/** Parses a short email here, a long one in a thread. @throws AppError if it cannot be parsed */
export async function readEmail(
  threads: ThreadPool,
  raw: Uint8Array,
  projectId: ProjectId,
): Promise<SubmittedEmail> {
  if (isShort(raw)) return readSubmittedEmail(raw)
  try {
    return await threads.run(readEmailTask, raw, { lane: projectId })
  } catch (error) {
    if (!(error instanceof ThreadTimeoutError || error instanceof ThreadMemoryError)) throw error
    const message = 'The email takes too long to parse.'
    throw new AppError('VALIDATION_ERROR', { message, cause: error })
  }
}

function isShort(raw: Uint8Array): boolean {
  if (raw.length > MOST_BYTES_HERE) return false
  const { lines, dashedLines } = countLines(raw)
  return lines <= MOST_LINES_HERE && dashedLines <= MOST_DASHED_LINES_HERE
}
