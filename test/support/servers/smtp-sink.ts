// A hand-written SMTP server on loopback that follows the script of a test, well or badly:
//
//   const sink = useSmtpSink()
//   sink.script = { rcpt: '550 5.1.1 no such user' }           // an answer; several lines or replies with \r\n between
//   sink.script = { dot: { drop: true } }                      // the line is lost instead of an answer
//   sink.script = { data: (turn) => turn.connection === 1 ? { drop: true } : undefined }   // undefined: the usual answer
//
// What it took is in `emails`, unstuffed by the letter of RFC 5321 section 4.5.2; what the client said is in `commands`;
// every byte it sent after DATA is in `wire`, dots and all.
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createCutter, readChunkCommand } from '../../harness/smtp-receiver.ts'

export type SinkStage =
  | 'greeting'
  | 'ehlo'
  | 'helo'
  | 'starttls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'bdat'
  | 'dot'
  | 'rset'

/** The scripted behaviour at a stage. */
export type SinkAction =
  | string
  | { drop: true }
  | { hang: true }
  /** An answer that waits for something. */
  | { say: string; after: Promise<unknown> }
  /** The bytes as they stand, each piece in a packet of its own, and then perhaps the end. */
  | { pieces: readonly string[]; drop?: boolean }
type Turn = { connection: number; email: number; line: string }
export type Script = Partial<Record<SinkStage, SinkAction | ((turn: Turn) => SinkAction | undefined)>>

export type SinkEmail = {
  from: string
  to: string[]
  bytes: Buffer
  isEncrypted: boolean
  connection: number
}

export type SmtpSink = {
  readonly port: number
  script: Script
  /** Beside the greeting line of EHLO. */
  extensions: string[]
  /** TLS from the first byte. */
  isImplicitTls: boolean
  /** The line is cut when so many bytes of an email have come. */
  dropAfterDataBytes: number | undefined
  /** True: nothing of an email is read, so that the client's writes get stuck. */
  isDeaf: boolean
  emails: SinkEmail[]
  commands: string[]
  wire: Buffer
  /** Connections since the last test. */
  connections: number
  /** Those that are open. */
  readonly open: ReadonlySet<Socket>
}

const EXTENSIONS = ['PIPELINING', 'SIZE 52428800', '8BITMIME', 'ENHANCEDSTATUSCODES']

const USUAL: Record<SinkStage, string> = {
  greeting: '220 sink.test ESMTP',
  ehlo: '',
  helo: '250 sink.test',
  starttls: '220 2.0.0 go ahead',
  auth: '235 2.7.0 welcome',
  mail: '250 2.1.0 ok',
  rcpt: '250 2.1.5 ok',
  data: '354 go on',
  bdat: '250 2.0.0 octets received',
  dot: '250 2.0.0 queued',
  rset: '250 2.0.0 forgotten',
}

const NO_RECIPIENT = '503 5.5.1 no valid recipients'

const NULL_CHUNK = '551 5.7.1 Null BDAT request'

/** From now on the sink has emails, but says what it makes of them when the function that is returned is called. */
export function holdAnswers(sink: SmtpSink, say = USUAL.dot): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  sink.script = { ...sink.script, dot: { say, after: promise } }
  return resolve
}

/** One server for the file, with an empty script before each test. */
export function useSmtpSink(): SmtpSink {
  const sink = new Sink()
  beforeAll(() => sink.start())
  beforeEach(() => sink.clear())
  afterAll(() => sink.stop())
  return sink
}

class Sink implements SmtpSink {
  script: Script = {}
  extensions = EXTENSIONS
  isImplicitTls = false
  dropAfterDataBytes: number | undefined
  isDeaf = false
  emails: SinkEmail[] = []
  commands: string[] = []
  wire = Buffer.alloc(0)
  connections = 0
  readonly open = new Set<Socket>()
  readonly #server: Server = createServer((socket) => this.#accept(socket))

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.clear()
    this.#server.close()
    await once(this.#server, 'close')
  }

  clear(): void {
    for (const socket of this.open) socket.destroy()
    Object.assign(this, { script: {}, extensions: EXTENSIONS, isImplicitTls: false, isDeaf: false })
    Object.assign(this, { dropAfterDataBytes: undefined, emails: [], commands: [], wire: Buffer.alloc(0) })
    this.connections = 0
  }

  #accept(socket: Socket): void {
    this.connections += 1
    this.open.add(socket)
    // Answers are written one by one. Without this each would wait for the client to acknowledge the one before: 40 ms.
    socket.setNoDelay(true)
    // A lost line is what is tested.
    socket.on('error', () => undefined).on('close', () => this.open.delete(socket))
    const client = new SinkClient(this, this.connections)
    if (this.isImplicitTls) client.secure(socket)
    else client.attach(socket)
    client.act('greeting', '')
  }
}

/** For localhost and 127.0.0.1, signed by itself, until 2120. Its key is public: it protects nothing. */
export const SINK_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHxKzYZXkaA/9wI4
1vuaoTulDM0P+B7an1nVLrI1i9U1mCcP2iZ27FtY5tHRlCOd1OHGDx8kukcZR7Kr
s0v8EmmjTjBMMA8GA1UdEwEB/wQFMAMBAf8wGgYDVR0RBBMwEYIJbG9jYWxob3N0
hwR/AAABMB0GA1UdDgQWBBSZTLkzleN6O4ZP/9Pkf8L33HHEADAKBggqhkjOPQQD
AgNHADBEAiAQSeVYoYF/vZPbwieGYN1ydqzpvMaqvmRQXcNp/I5wvgIgSctspJtH
j5fhRODccEbDqUz6NtgcNWXP2SmVv5xDhSs=
-----END CERTIFICATE-----
`
export const SINK_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgaKXKfOkDjzs/vh3n
IT8Fhw9Sr/h7r3n2apq7fbdmuHyhRANCAAR8Ss2GV5GgP/cCONb7mqE7pQzND/ge
2p9Z1S6yNYvVNZgnD9omduxbWObR0ZQjndThxg8fJLpHGUeyq7NL/BJp
-----END PRIVATE KEY-----
`
const secureContext = tls.createSecureContext({ cert: SINK_CERTIFICATE, key: SINK_KEY })

/** One conversation. Everything that comes in one packet is answered in order, so pipelining works by itself. */
class SinkClient {
  readonly #sink: Sink
  readonly #connection: number
  #socket: Socket | undefined
  readonly #cutter = createCutter({
    onCommand: (line) => this.#take(line),
    onEmail: (wire) => this.#takeEmail(wire),
    onChunk: (chunk) => this.#takeChunk(chunk),
  })
  #awaitsPassword = 0
  #awaitsTls = false
  #from = ''
  #to: string[] = []
  /** The chunks of an email so far, and the command of the one that comes. */
  #chunks: Buffer[] = []
  #chunkLine = ''
  /** Answers go out one after the other, also those that take their time. */
  #queue = Promise.resolve()

  constructor(sink: Sink, connection: number) {
    this.#sink = sink
    this.#connection = connection
  }

  attach(socket: Socket): void {
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
  }

  secure(socket: Socket): void {
    socket.removeAllListeners('data')
    const secured = new tls.TLSSocket(socket, { isServer: true, secureContext })
    secured.on('error', () => undefined)
    this.#cutter.clear()
    this.#awaitsTls = false
    this.attach(secured)
  }

  #read(chunk: Buffer): void {
    // The first bytes of a handshake are random: a line end among them does not make them a command.
    if (this.#awaitsTls) return
    const { dropAfterDataBytes: limit = Infinity } = this.#sink
    if (this.#cutter.isInData && this.#cutter.waiting + chunk.length >= limit) this.#socket?.destroy()
    else this.#cutter.feed(chunk)
  }

  #takeEmail(wire: Buffer): void {
    this.#sink.wire = Buffer.concat([this.#sink.wire, wire])
    const bytes = Buffer.from(wire.toString('latin1').replace(/(^|\r\n)\./g, '$1'), 'latin1')
    const email = {
      from: this.#from,
      to: this.#to,
      bytes,
      isEncrypted: this.#socket instanceof tls.TLSSocket,
    }
    const isTaken = this.act('dot', '')?.startsWith('2') === true
    if (isTaken) this.#sink.emails.push({ ...email, connection: this.#connection })
    this.#to = []
  }

  /** A chunk of an email, which has nothing in front of its dots. */
  #takeChunk(chunk: Buffer): void {
    this.#chunks.push(chunk)
    if (!readChunkCommand(this.#chunkLine)?.isLast) {
      this.act('bdat', this.#chunkLine, this.#to.length > 0 ? USUAL.bdat : NO_RECIPIENT)
      return
    }
    const bytes = Buffer.concat(this.#chunks.splice(0))
    const email = {
      from: this.#from,
      to: this.#to,
      bytes,
      isEncrypted: this.#socket instanceof tls.TLSSocket,
    }
    const usual = this.#to.length > 0 ? USUAL.dot : NO_RECIPIENT
    const isTaken = this.act('dot', '', usual)?.startsWith('2') === true
    if (isTaken) this.#sink.emails.push({ ...email, connection: this.#connection })
    this.#to = []
  }

  #startChunk(line: string): void {
    const chunk = readChunkCommand(line)
    if (!chunk) return this.#say('501 5.5.4 what?\r\n')
    this.#chunkLine = line
    this.#cutter.chunkBytes = chunk.bytes
    // As Postfix says.
    if (chunk.bytes === 0) this.act('bdat', line, NULL_CHUNK)
  }

  #take(line: string): void {
    this.#sink.commands.push(line)
    if (this.#awaitsPassword > 0) return this.#takeLogin(line)
    const [verb = ''] = line.toUpperCase().split(' ', 1)
    switch (verb) {
      case 'EHLO':
      case 'HELO':
      case 'RSET':
        this.#to = []
        this.act(verb.toLowerCase() as SinkStage, line)
        return
      case 'STARTTLS':
        return this.#startTls(line)
      case 'AUTH':
        return this.#startAuth(line)
      case 'MAIL':
        this.#chunks = []
        this.#from = /<(.*)>/.exec(line)?.[1] ?? ''
        this.act('mail', line)
        return
      case 'RCPT':
        if (this.act('rcpt', line)?.startsWith('2')) this.#to.push(/<(.*)>/.exec(line)?.[1] ?? '')
        return
      case 'DATA':
        return this.#startData(line)
      case 'BDAT':
        return this.#startChunk(line)
      case 'QUIT':
        this.#socket?.end('221 2.0.0 bye\r\n')
        return
      default:
        this.#say('500 5.5.2 what?\r\n')
    }
  }

  #startData(line: string): void {
    const usual = this.#to.length > 0 ? USUAL.data : NO_RECIPIENT
    this.#cutter.isInData = /^354/m.test(this.act('data', line, usual) ?? '')
    if (this.#cutter.isInData && this.#sink.isDeaf) this.#socket?.pause()
  }

  #startTls(line: string): void {
    const answer = this.act('starttls', line)
    const socket = this.#socket
    if (!answer?.startsWith('220') || !socket) return
    this.#awaitsTls = true
    this.#queue = this.#queue.then(() => this.secure(socket))
  }

  #startAuth(line: string): void {
    const [, method, initial] = line.split(' ')
    if (method === 'LOGIN' && initial === undefined) {
      this.#awaitsPassword = 2
      this.#say('334 VXNlcm5hbWU6\r\n')
    } else if (this.act('auth', line)?.startsWith('334')) this.#awaitsPassword = 1
  }

  #takeLogin(line: string): void {
    this.#awaitsPassword -= 1
    if (this.#awaitsPassword > 0) this.#say('334 UGFzc3dvcmQ6\r\n')
    else this.act('auth', line)
  }

  /** @returns the reply, if one was sent */
  act(stage: SinkStage, line: string, usual = this.#usual(stage)): string | undefined {
    const scripted = this.#sink.script[stage]
    const turn = { connection: this.#connection, email: this.#sink.emails.length + 1, line }
    const act = (typeof scripted === 'function' ? scripted(turn) : scripted) ?? usual
    if (typeof act === 'string') {
      this.#say(`${act}\r\n`)
      return act
    }
    if ('hang' in act) {
      // Not a word more, to whatever comes after it.
      this.#queue = new Promise(() => undefined)
      return undefined
    }
    if ('after' in act) {
      this.#queue = this.#queue.then(() => act.after).then(() => undefined)
      this.#say(`${act.say}\r\n`)
      return act.say
    }
    const pieces = 'pieces' in act ? act.pieces : []
    for (const piece of pieces) this.#say(piece, true)
    if (act.drop) this.#queue = this.#queue.then(() => void this.#socket?.destroy())
    return pieces.join('') || undefined
  }

  #usual(stage: SinkStage): string {
    if (stage !== 'ehlo') return USUAL[stage]
    const lines = ['sink.test', ...this.#sink.extensions]
    return lines.map((one, index) => `250${index === lines.length - 1 ? ' ' : '-'}${one}`).join('\r\n')
  }

  #say(bytes: string, isOwnPacket = false): void {
    this.#queue = this.#queue.then(async () => {
      this.#socket?.write(bytes, 'latin1')
      if (isOwnPacket) await sleep(5)
    })
  }
}
