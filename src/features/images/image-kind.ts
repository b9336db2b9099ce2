// Detects the kind of an image by its first bytes, because file names and content types may be wrong.
export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp'

const SIGNATURES: readonly { kind: ImageKind; isIn: (head: Buffer) => boolean }[] = [
  { kind: 'png', isIn: (head) => head.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' },
  { kind: 'jpeg', isIn: (head) => head.subarray(0, 3).toString('hex') === 'ffd8ff' },
  { kind: 'gif', isIn: (head) => /^GIF8[79]a/.test(head.subarray(0, 6).toString('latin1')) },
  {
    kind: 'webp',
    isIn: (head) =>
      head.subarray(0, 4).toString('latin1') === 'RIFF' && head.subarray(8, 12).toString('latin1') === 'WEBP',
  },
]

export const imageKindOf = (head: Buffer): ImageKind | undefined =>
  SIGNATURES.find(({ isIn }) => isIn(head))?.kind
