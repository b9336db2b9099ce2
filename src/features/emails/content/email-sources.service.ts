// The stored sources of emails: read from the database in pieces, and parsed in a thread. A source may have 10 MB, and
// reading one must not block other requests: neither by a connection, nor the main thread, nor all task threads.
import type { Db, Trx } from '../../../platform/db/client.ts'
import { createLaneGate, insideLane } from '../../../platform/concurrency/lane-gate.ts'
import type { LaneGate } from '../../../platform/concurrency/lane-gate.ts'
import { createTurns } from '../../../platform/concurrency/turns.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { ThreadMemoryError, ThreadTimeoutError } from '../../../platform/threads/thread-errors.ts'
import type { RunOptions } from '../../../platform/threads/thread-pool.ts'
import type { EmailRef } from '../../delivery/index.ts'
import type { ObjectStore } from '../../../platform/objects/object-store.ts'
import { findInboxSource, readInboxPiece } from '../inbox/inbox.queries.ts'
import type { InboxSource } from '../inbox/inbox.queries.ts'
import { readReceived } from '../inbox/wait/received-source.ts'
import type { ReceivedSource } from '../inbox/wait/received-source.ts'
import { listFiles, readContent, readFile } from './email-source.ts'
import type { FileContent, SourceContent, SourceFile } from './email-source.ts'
import { listFilesTask, readContentTask, readFileTask, readReceivedTask } from './emails.threads.ts'

// The driver decodes it from text of twice the size, in about a millisecond.
const PIECE_BYTES = 131_072

// Per project, so that its downloads use two connections; between two pieces they use none.
const PIECES = { perLane: 2, mostWaiting: 200, waitMs: 60_000 }
// Each has its source in memory. A thread parses fewer than these in half a minute, when their callers give up.
const PARSED = { perLane: 1, mostWaiting: 50, waitMs: 30_000 }
// The other thread stays free for templates.
const PARSED_AT_ONCE = 1

// Together less than 5 ms: PostalMime needs some 4 microseconds per line.
const MOST_BYTES_HERE = 16_384
const MOST_LINES_HERE = 400

export type EmailSource = { bytes: number; pieces: () => AsyncGenerator<Buffer> }

export type EmailSources = {
  /** Undefined if the source of the email is not stored. */
  open(db: Db | Trx, ref: EmailRef): Promise<EmailSource | undefined>
  /** This and the following methods read a source that was opened. */
  content(source: EmailSource, ref: EmailRef): Promise<SourceContent>
  /** The content with its links and codes. */
  received(source: EmailSource, ref: EmailRef): Promise<ReceivedSource>
  files(source: EmailSource, ref: EmailRef): Promise<SourceFile[]>
  file(source: EmailSource, ref: EmailRef & { index: number }): Promise<FileContent | null>
}

type Parser<Output> = {
  here: (raw: Uint8Array) => Promise<Output>
  inThread: (raw: Uint8Array, options: RunOptions) => Promise<Output>
}

export function createEmailSources({ threads, objects }: Pick<Deps, 'threads' | 'objects'>): EmailSources {
  const pieces = createLaneGate(PIECES)
  const parsed = createLaneGate(PARSED)
  const turns = createTurns(PARSED_AT_ONCE)

  const parse = <Output>(source: EmailSource, { projectId }: EmailRef, { here, inThread }: Parser<Output>) =>
    inGate(parsed, projectId, async () => {
      const raw = await wholeOf(source)
      if (isShort(raw)) return here(raw)
      return turns(projectId, () => inThread(raw, { lane: projectId })).catch(toSourceError)
    })

  return {
    async open(db, ref) {
      const found = await inGate(pieces, ref.projectId, () => findInboxSource(db, ref))
      return (
        found && {
          bytes: found.bytes,
          pieces: () => piecesOf(db, { ...ref, ...found, objects, gate: pieces }),
        }
      )
    },
    content: (source, ref) =>
      parse(source, ref, {
        here: readContent,
        inThread: (raw, options) => threads.run(readContentTask, raw, options),
      }),
    received: (source, ref) =>
      parse(source, ref, {
        here: readReceived,
        inThread: (raw, options) => threads.run(readReceivedTask, raw, options),
      }),
    files: (source, ref) =>
      parse(source, ref, {
        here: listFiles,
        inThread: (raw, options) => threads.run(listFilesTask, raw, options),
      }),
    file: (source, { index, ...ref }) =>
      parse(source, ref, {
        here: (raw) => readFile({ raw, index }),
        inThread: (raw, options) => threads.run(readFileTask, { raw, index }, options),
      }),
  }
}

type SourceBytes = EmailRef & InboxSource & { objects: ObjectStore; gate: LaneGate }

async function* piecesOf(
  db: Db | Trx,
  { bytes, objectKey, objects, gate, ...ref }: SourceBytes,
): AsyncGenerator<Buffer> {
  const readObject = (key: string) => inGate(gate, ref.projectId, () => objects.get(key))
  if (objectKey !== null) {
    yield await readObject(objectKey)
    return
  }
  for (let from = 0; from < bytes; from += PIECE_BYTES) {
    const read = () => readInboxPiece(db, { ...ref, from, length: PIECE_BYTES })
    const piece = await inGate(gate, ref.projectId, read)
    if (piece) {
      yield piece
      continue
    }
    const moved = await findInboxSource(db, ref)
    if (!moved?.objectKey) throw new Error('the email was deleted while it was being read')
    yield (await readObject(moved.objectKey)).subarray(from)
    return
  }
}

/** A buffer of its own: posting a view to a thread would copy the whole memory behind it. */
async function wholeOf({ bytes, pieces }: EmailSource): Promise<Uint8Array> {
  const whole = new Uint8Array(bytes)
  let at = 0
  for await (const piece of pieces()) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function isShort(raw: Uint8Array): boolean {
  if (raw.length > MOST_BYTES_HERE) return false
  let lines = 0
  for (let at = raw.indexOf(0x0a); at !== -1; at = raw.indexOf(0x0a, at + 1)) lines += 1
  return lines <= MOST_LINES_HERE
}

const inGate = <Result>(gate: LaneGate, lane: string, work: () => Promise<Result>): Promise<Result> =>
  insideLane(gate, { lane, refuse: tooMany }, work)

const tooMany = () =>
  new AppError('SERVICE_UNAVAILABLE', {
    message: 'Too many emails of this project are being read at the same time.',
    retryAfterSeconds: 1,
  })

function toSourceError(error: unknown): never {
  if (!(error instanceof ThreadTimeoutError || error instanceof ThreadMemoryError)) throw error
  throw new AppError('INVALID_STATE', {
    message: 'The email takes too long to read.',
    suggestion: 'Download its source with GET /emails/{id}/raw.',
    cause: error,
  })
}
