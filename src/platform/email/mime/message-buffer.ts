// Buffers for messages with room around them: the DKIM signature is written in front once the message is known, and the
// final dot of SMTP after it. So neither copies 10 kB nor needs a write of its own.

// A DKIM signature of RSA-2048 takes 800 bytes, one of Ed25519 500.
const ROOM_BEFORE = 1536

// The final dot with its line end, and one more line end for a text without one.
const ROOM_BEHIND = 5

/** Where the message begins in a Buffer of `allocateMessageBuffer`. */
export const MESSAGE_START = ROOM_BEFORE

/** From each message to the Buffer it is a part of. */
const buffers = new WeakMap<Buffer, Buffer>()

// Buffers are reused: with a new one for each message, a sending thread had a full garbage collection every 0.7 s. Few
// sizes, so that a returned one fits the next message.
const SIZE_STEP = 4096

// Larger messages are rare and soon collected.
const LARGEST_REUSED = 65_536

// Twice the bytes of ordinary newsletters in flight on 50 connections.
const MOST_FREE_BYTES = 2 * 1_048_576

const freeBuffers = new Map<number, Buffer[]>()
let freeBytes = 0

export function allocateMessageBuffer(length: number): Buffer {
  const bytes = Math.ceil((ROOM_BEFORE + length + ROOM_BEHIND) / SIZE_STEP) * SIZE_STEP
  const used = freeBuffers.get(bytes)?.pop()
  if (!used) return Buffer.allocUnsafeSlow(bytes)
  freeBytes -= bytes
  return used
}

/** Returns the Buffer of a message that is no longer needed, for reuse. */
export function recycle(message: Buffer): void {
  const whole = buffers.get(message)
  if (!whole || whole.length > LARGEST_REUSED) return
  buffers.delete(message)
  // Message sizes may have changed.
  if (freeBytes + whole.length > MOST_FREE_BYTES) {
    freeBuffers.clear()
    freeBytes = 0
  }
  freeBytes += whole.length
  const sameSize = freeBuffers.get(whole.length)
  if (sameSize) sameSize.push(whole)
  else freeBuffers.set(whole.length, [whole])
}

/** The message that was written into such a Buffer from MESSAGE_START to `end`. */
export const messageIn = (whole: Buffer, end: number): Buffer => view(whole, MESSAGE_START, end)

function view(whole: Buffer, from: number, to: number): Buffer {
  const message = whole.subarray(from, to)
  buffers.set(message, whole)
  return message
}

/** The message with these bytes in front. A message without room is copied. */
export function prepended(message: Buffer, bytes: Buffer): Buffer {
  if (bytes.length === 0) return message
  const whole = buffers.get(message)
  const start = whole ? message.byteOffset - whole.byteOffset - bytes.length : -1
  if (!whole || start < 0) return Buffer.concat([bytes, message])
  // The room is used up: a second call would overwrite the bytes of the first.
  buffers.delete(message)
  whole.set(bytes, start)
  return view(whole, start, start + bytes.length + message.length)
}

/** The message with these bytes after it, in the same way. The message itself does not change. */
export function appended(message: Buffer, bytes: Buffer): Buffer {
  const whole = buffers.get(message)
  const end = whole ? message.byteOffset - whole.byteOffset + message.length : 0
  if (!whole || end + bytes.length > whole.length) return Buffer.concat([message, bytes])
  whole.set(bytes, end)
  return whole.subarray(end - message.length, end + bytes.length)
}
