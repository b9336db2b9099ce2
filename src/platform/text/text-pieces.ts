// A text in pieces: literals that are the same for many emails, and the values between them that belong to one. The array of
// literals is one object per content, so that whatever is worked out about it is worked out once.

export type TextPieces = {
  /** One more than there are values: the text begins and ends with one, which may be empty. UTF-8. */
  literals: readonly Buffer[]
  values: readonly string[]
}

/** A Buffer of that length, with anything in it. */
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
