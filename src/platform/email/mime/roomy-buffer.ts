// A message in a Buffer with room around it: the signature comes in front when the message is known, and the final dot of
// SMTP behind it when it leaves. So neither copies 10 kB nor takes a write of its own. Nobody else uses the room.

// A DKIM signature of RSA-2048 takes 800 bytes, one of Ed25519 500.
const ROOM_BEFORE = 1536

// The final dot with its line end, and one more line end for a text without.
const ROOM_BEHIND = 5

/** Where the message begins in the Buffer that `allocate` gave. */
export const START = ROOM_BEFORE

/** Messages and the Buffers that they are a part of. */
const rooms = new WeakMap<Buffer, Buffer>()

// Buffers are used again: with a new one for each message, the collector went through the whole heap of a thread that
// sends every 0.7 s. Few sizes, so that one that was given back fits the next message.
const SIZE_STEP = 4096

// A larger message is rare and soon collected.
const LARGEST_KEPT = 65_536

// Twice what 50 connections have in their hands of ordinary newsletters.
const MOST_KEPT_BYTES = 2 * 1_048_576

const kept = new Map<number, Buffer[]>()
let keptBytes = 0

export function allocateRoomy(length: number): Buffer {
  const bytes = Math.ceil((ROOM_BEFORE + length + ROOM_BEHIND) / SIZE_STEP) * SIZE_STEP
  const used = kept.get(bytes)?.pop()
  if (!used) return Buffer.allocUnsafeSlow(bytes)
  keptBytes -= bytes
  return used
}

/** The Buffer of a message that nobody will look at any more is used for another one. */
export function recycle(message: Buffer): void {
  const whole = rooms.get(message)
  if (!whole || whole.length > LARGEST_KEPT) return
  rooms.delete(message)
  // Perhaps messages have another size now.
  if (keptBytes + whole.length > MOST_KEPT_BYTES) {
    kept.clear()
    keptBytes = 0
  }
  keptBytes += whole.length
  const sameSize = kept.get(whole.length)
  if (sameSize) sameSize.push(whole)
  else kept.set(whole.length, [whole])
}

/** The message that was written into such a Buffer from START to there. */
export const roomyMessage = (whole: Buffer, end: number): Buffer => view(whole, START, end)

function view(whole: Buffer, from: number, to: number): Buffer {
  const message = whole.subarray(from, to)
  rooms.set(message, whole)
  return message
}

/** The message with these bytes in front of it. One that has no room is copied. */
export function prepended(message: Buffer, bytes: Buffer): Buffer {
  if (bytes.length === 0) return message
  const whole = rooms.get(message)
  const start = whole ? message.byteOffset - whole.byteOffset - bytes.length : -1
  if (!whole || start < 0) return Buffer.concat([bytes, message])
  // The room is used up: a second time it would overwrite what the first gave.
  rooms.delete(message)
  whole.set(bytes, start)
  return view(whole, start, start + bytes.length + message.length)
}

/** The message with these bytes behind it, in the same way. The message itself stays what it was. */
export function appended(message: Buffer, bytes: Buffer): Buffer {
  const whole = rooms.get(message)
  const end = whole ? message.byteOffset - whole.byteOffset + message.length : 0
  if (!whole || end + bytes.length > whole.length) return Buffer.concat([message, bytes])
  whole.set(bytes, end)
  return whole.subarray(end - message.length, end + bytes.length)
}
