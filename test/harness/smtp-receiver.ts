// The receiving end of SMTP, as tests, benches and proofs need it: the bytes of a client, cut into commands and emails. Each
// of them decides the answers.
import type { Socket } from 'node:net'

export type SmtpCutter = {
  /** While an email comes. Set it where a DATA command is accepted. */
  isInData: boolean
  /** The next bytes are a chunk of this length (RFC 3030). Set it where a BDAT command is read. */
  chunkBytes: number
  /** Bytes of an incomplete command or email. */
  readonly waiting: number
  feed(chunk: Buffer): void
  /** Drops incomplete input. */
  clear(): void
}

type CutterHandlers = {
  /** Without its line end. */
  onCommand: (line: string) => void
  /** From the first header to the last line end, still with the dots that the client put in front of dots. */
  onEmail: (wire: Buffer) => void
  /** A chunk as it is. */
  onChunk?: (chunk: Buffer) => void
}

const LINE_END = Buffer.from('\r\n')
/** RFC 5321, section 4.1.1.4: only this ends an email. */
const END_OF_EMAIL = Buffer.from('\r\n.\r\n')
const END_OF_NOTHING = Buffer.from('.\r\n')

export function createCutter({ onCommand, onEmail, onChunk }: CutterHandlers): SmtpCutter {
  let buffered: Buffer = Buffer.alloc(0)
  /** Where no end can begin before, so that a large email is not searched again with every packet. */
  let searched = 0
  const drop = (bytes: number) => {
    buffered = buffered.subarray(bytes)
    searched = 0
  }
  const takeCommand = (): boolean => {
    const end = buffered.indexOf(LINE_END)
    if (end < 0) return false
    const line = buffered.toString('latin1', 0, end)
    drop(end + LINE_END.length)
    onCommand(line)
    return true
  }
  const takeEmail = (): boolean => {
    const isEmpty = buffered.subarray(0, END_OF_NOTHING.length).equals(END_OF_NOTHING)
    const end = isEmpty ? -LINE_END.length : buffered.indexOf(END_OF_EMAIL, searched)
    if (end === -1) {
      searched = Math.max(0, buffered.length - END_OF_EMAIL.length)
      return false
    }
    const wire = buffered.subarray(0, end + LINE_END.length)
    drop(end + END_OF_EMAIL.length)
    cutter.isInData = false
    onEmail(wire)
    return true
  }
  const takeChunk = (): boolean => {
    const bytes = cutter.chunkBytes
    if (buffered.length < bytes) return false
    const chunk = buffered.subarray(0, bytes)
    drop(bytes)
    cutter.chunkBytes = 0
    onChunk?.(chunk)
    return true
  }
  const takeNext = (): boolean => {
    if (cutter.chunkBytes > 0) return takeChunk()
    return cutter.isInData ? takeEmail() : takeCommand()
  }
  const cutter: SmtpCutter = {
    isInData: false,
    chunkBytes: 0,
    get waiting() {
      return buffered.length
    },
    feed(chunk) {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
      while (takeNext());
    },
    clear: () => drop(buffered.length),
  }
  return cutter
}

export type ReceiverHandlers = {
  /** The answer, with its line end. One that begins with 354 lets an email come; one with 221 ends the connection. */
  answer: (line: string) => string
  /** The answer to an email, or an empty text where it is given later. */
  takeEmail: (wire: Buffer) => string
}

/** The command BDAT; undefined if it is another one. */
export function readChunkCommand(line: string): { bytes: number; isLast: boolean } | undefined {
  const found = /^BDAT (\d+)( LAST)?$/i.exec(line)
  return found ? { bytes: Number(found[1]), isLast: found[2] !== undefined } : undefined
}

/** Serves one client. Everything that came in one packet is answered in one. */
export function receive(socket: Socket, greeting: string, { answer, takeEmail }: ReceiverHandlers): void {
  let answers = ''
  let chunks: Buffer[] = []
  let isLastChunk = false
  const cutter = createCutter({
    onCommand(line) {
      const chunk = readChunkCommand(line)
      if (chunk) cutter.chunkBytes = chunk.bytes
      else chunks = []
      isLastChunk = chunk?.isLast === true
      if (isLastChunk) return
      const text = answer(line)
      cutter.isInData = text.startsWith('354')
      answers += text
    },
    onEmail(wire) {
      answers += takeEmail(wire)
    },
    // Our client sends no empty chunks.
    onChunk(chunk) {
      chunks.push(chunk)
      if (isLastChunk) answers += takeEmail(Buffer.concat(chunks.splice(0)))
    },
  })
  // Clients are killed and cut off: that is what many of these runs are about.
  socket.on('error', () => undefined)
  socket.setNoDelay(true)
  socket.write(greeting)
  socket.on('data', (chunk: Buffer) => {
    cutter.feed(chunk)
    const text = answers
    answers = ''
    if (text !== '') socket.write(text)
    if (/^221/m.test(text)) socket.end()
  })
}
