import { describe, expect, it } from 'vitest'
import { createCutter, readChunkCommand } from './smtp-receiver.ts'

/** The commands and emails found when the bytes come in packets of this size. */
function cut(text: string, size: number): string[] {
  const seen: string[] = []
  const cutter = createCutter({
    onCommand(line) {
      seen.push(line)
      cutter.isInData = line === 'DATA'
      cutter.chunkBytes = readChunkCommand(line)?.bytes ?? 0
    },
    onEmail: (wire) => seen.push(JSON.stringify(wire.toString())),
    onChunk: (chunk) => seen.push(JSON.stringify(chunk.toString())),
  })
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) cutter.feed(bytes.subarray(at, at + size))
  return seen
}

describe.each([1, 2, 3, 5, 8, 1000])('a conversation in packets of %i bytes', (size) => {
  it('is cut into commands and emails', () => {
    const said = 'EHLO me\r\nDATA\r\nSubject: x\r\n\r\na\r\n..\r\nb\r\n.\r\nRSET\r\nDATA\r\n.\r\nQUIT\r\nhalf'
    expect(cut(said, size)).toEqual([
      'EHLO me',
      'DATA',
      JSON.stringify('Subject: x\r\n\r\na\r\n..\r\nb\r\n'),
      'RSET',
      'DATA',
      JSON.stringify(''),
      'QUIT',
    ])
  })

  it('is cut by the lengths of its chunks', () => {
    expect(cut('BDAT 0\r\nBDAT 7 LAST\r\na\r\n.\r\nbRSET\r\nBDAT x\r\n', size)).toEqual([
      'BDAT 0',
      'BDAT 7 LAST',
      JSON.stringify('a\r\n.\r\nb'),
      'RSET',
      'BDAT x',
    ])
  })

  it('takes only CRLF, dot, CRLF for the end of an email', () => {
    expect(cut('DATA\r\na\n.\nb\r\n.\nc\r\n.\r\n', size)).toEqual([
      'DATA',
      JSON.stringify('a\n.\nb\r\n.\nc\r\n'),
    ])
  })
})
