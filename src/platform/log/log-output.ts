// Writes log lines without ever blocking or ending the program: a full disk, a closed pipe or terminal costs lines, and a
// slow reader costs no time. The number of lost lines is reported as soon as a line can be written again.
import { writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1

// A pipe holds 64 kB. This is for a reader that falls behind for a moment; one that stops reading must not fill the memory.
const MOST_WAITING_BYTES = 1_048_576

const RETRY_MS = 50

// At exit: a live reader reads the rest within milliseconds, and a dead one must not enqueue the process from ending.
const LAST_CHANCE_MS = 500
const LAST_CHANCE_POLL_MS = 5

export type LogOutput = {
  write(line: string): void
  /** Writes the waiting lines, if that is possible soon. */
  flushSync(): void
}

type Options = {
  /** Writes some of the bytes and returns how many, or throws as the system does. */
  send?: (bytes: Buffer) => number
  /** Called when lines can be written again after some were lost. */
  onLost?: (count: number) => void
}

const toStandardOutput = (bytes: Buffer): number => writeSync(STANDARD_OUTPUT, bytes)

export function createLogOutput({ send = toStandardOutput, onLost }: Options = {}): LogOutput {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let lost = 0
  // The beginning of a line was written and its end was lost: the next one must start on a new line.
  let isLineCut = false
  let timer: NodeJS.Timeout | undefined

  const enqueue = (line: Buffer): void => {
    if (waitingBytes + line.length > MOST_WAITING_BYTES) lost += 1
    else {
      waiting.push(line)
      waitingBytes += line.length
    }
  }

  /** Writes as many waiting lines as possible. */
  const flush = (): void => {
    while (waiting[0]) {
      const written = trySend(send, waiting[0])
      if (written === 'later') return
      if (written === 'refused') return giveUp()
      isLineCut = written < waiting[0].length
      waitingBytes -= written
      if (isLineCut) waiting[0] = waiting[0].subarray(written)
      else waiting.shift()
    }
    if (lost === 0) return
    const count = lost
    lost = 0
    onLost?.(count)
  }

  const giveUp = (): void => {
    lost += waiting.length
    waiting = []
    waitingBytes = 0
  }

  const retryLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      flush()
      if (waiting.length > 0) retryLater()
    }, RETRY_MS).unref()
  }

  return {
    write(line) {
      const isFirst = waiting.length === 0
      enqueue(Buffer.from(isFirst && isLineCut ? `\n${line}` : line))
      if (isFirst) flush()
      if (waiting.length > 0) retryLater()
    },
    flushSync() {
      const deadline = performance.now() + LAST_CHANCE_MS
      for (flush(); waiting.length > 0 && performance.now() < deadline; flush()) pause()
    },
  }
}

/** The number of bytes written; or 'later' if the reader is behind, or 'refused' if nothing can be written. */
function trySend(send: (bytes: Buffer) => number, bytes: Buffer): number | 'later' | 'refused' {
  try {
    return send(bytes)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 'later' : 'refused'
  }
}

/** Synchronous, because nothing else runs when a process exits. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_CHANCE_POLL_MS)
}
