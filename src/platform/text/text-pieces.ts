// A text in pieces: literals that many emails share, and the values between them, which belong to one. The array of literals
// is one object per content, so that anything derived from it can be cached.

export type TextPieces = {
  /** UTF-8. One more than values: the text begins and ends with a literal, which may be empty. */
  literals: readonly Buffer[]
  values: readonly string[]
}

/** Returns a Buffer of that length, not necessarily zeroed. */
export type Allocate = (length: number) => Buffer

export const wholeText = (text: Buffer | TextPieces): Buffer =>
  Buffer.isBuffer(text) ? text : joinPieces(text, (length) => Buffer.allocUnsafe(length))

export function joinPieces({ literals, values }: TextPieces, allocate: Allocate): Buffer {
  let length = 0
  for (const literal of literals) length += literal.length
  for (const value of values) length += Buffer.byteLength(value)
  const whole = allocate(length)
  let at = 0
  for (const [index, literal] of literals.entries()) {
    whole.set(literal, at)
    at += literal.length
    const value = values[index]
    if (value !== undefined) at += whole.write(value, at)
  }
  return whole
}
