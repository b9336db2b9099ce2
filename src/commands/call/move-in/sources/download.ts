// Downloads a file that a service has prepared, into a temporary folder that only this person can read: a connection that breaks off does not
// begin the move anew, and the file need not fit into memory.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { delay } from '../../../../../sdk/typescript/src/core/retries.ts'
import { CommandFailure, EXIT } from '../../../failure.ts'

const TRIES = 4
const FIRST_DELAY_MS = 1_000
// Ten million contacts with some fields.
const MOST_BYTES = 5_000_000_000

export type Download = { file: string; remove: () => Promise<void> }

/** The address is signed by the service, so it gets no token, and is not part of messages. */
export async function downloadFile(url: string, { signal }: { signal: AbortSignal }): Promise<Download> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lettermill-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const file = path.join(folder, 'export.csv')
  try {
    for (let tries = 1; ; tries += 1) {
      const problem = await tryDownload(url, { file, signal })
      if (problem === undefined) return { file, remove }
      if (tries === TRIES) {
        throw new CommandFailure(`The export could not be downloaded: ${problem}`, {
          exitStatus: EXIT.unreachable,
        })
      }
      await delay(FIRST_DELAY_MS * 2 ** (tries - 1), signal)
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function tryDownload(
  url: string,
  { file, signal }: { file: string; signal: AbortSignal },
): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal })
    if (!response.ok || !response.body) return `the status is ${response.status}`
    const chunks = limited(response.body as AsyncIterable<Uint8Array>)
    const first = await chunks.next()
    const start = first.done ? new Uint8Array() : first.value
    const all = Readable.from(following(start, chunks))
    const target = createWriteStream(file, { mode: 0o600 })
    // Files may be compressed, without the header that would say so (RFC 1952, section 2.3.1).
    if (start[0] === 0x1f && start[1] === 0x8b) await pipeline(all, createGunzip(), target, { signal })
    else await pipeline(all, target, { signal })
    return undefined
  } catch (error) {
    signal.throwIfAborted()
    return (error as Error).message
  }
}

async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Error('it is longer than 5 GB')
    yield chunk
  }
}

async function* following(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}
