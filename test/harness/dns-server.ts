// A real DNS server on loopback (UDP, and TCP for answers that are cut off), scripted by the test:
//
//   const dns = await startDnsServer()
//   const test = useTestApp({ DNS_SERVERS: dns.address })
//   dns.set('example.org', 'MX', [{ exchange: 'mx.example.org', priority: 10 }])
//
// A name that nothing was set for does not exist (NXDOMAIN), except the root and `com`, about which clients ask to see whether they
// talk to a server that knows names; those questions are not listed. A name that has other types only has no data (NODATA), as
// has one that was set to []. Aliases are followed inside the answer, as resolvers do, unless `answersAliasOnly`.
import { createSocket } from 'node:dgram'
import type { Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server as TcpServer, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** TXT: a text, or the strings that it is split into (each ≤ 255 bytes; longer texts are split by themselves). */
type RecordData = {
  A: string
  AAAA: string
  CNAME: string
  NS: string
  PTR: string
  MX: { exchange: string; priority: number }
  SOA: { nsname: string }
  TXT: string | string[]
}
export type RecordType = keyof RecordData
type ShownRecord = {
  type: 'TXT' | 'MX' | 'CNAME'
  name: string
  value: string
  chunks: string[]
  priority?: number | undefined
}
type Failure = 'SERVFAIL' | 'REFUSED' | 'hang'
type Question = { name: string; type: string; transport: 'udp' | 'tcp' }

export type DnsServer = {
  /** For the setting DNS_SERVERS, or `createDns({ servers: [dns.address] })`. */
  address: string
  set<T extends RecordType>(name: string, type: T, records: readonly RecordData[T][]): void
  /** Sets records in the form of GET /domains/{id}, as a person pastes them: texts in their chunks. */
  publish(records: readonly ShownRecord[]): void
  /** Takes the records of one type away, or the whole name. */
  remove(name: string, type?: RecordType): void
  /** Questions about the name (all types, or one; '*': every name) fail like this until `heal`. */
  fail(name: string, how: Failure, type?: RecordType): void
  heal(): void
  /** Holds the answers about a name ('*': every name) back until the returned function is called. */
  hold(name: string): () => void
  /** Comes back when the name has been asked about (since the start or the last `clear`). */
  asked(name: string, type?: RecordType): Promise<void>
  /** Forgets all records, failures and questions. */
  clear(): void
  /** Everything that was asked, in order. A question that is sent again, because the answer takes long, is listed once. */
  questions: Question[]
  /** The questions that were sent again. */
  repeats: Question[]
  /** True: an alias is answered alone, without the records of its target. */
  answersAliasOnly: boolean
  /** True: every answer by UDP is cut off (TC), so that the client has to come by TCP. */
  truncatesUdp: boolean
  /** True: no name exists, not even the root, as behind a captive portal. */
  deniesAll: boolean
  close(): Promise<void>
}

const TYPE_CODES: Record<RecordType, number> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
}
const OPT = 41
const CODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }
// Long enough that a client which caches against its promise would be caught by the tests.
const TTL_SECONDS = 300
// RFC 1035 4.2.1: what fits into UDP when the client names no size.
const UDP_BYTES = 512

const KNOWN_TO_ALL = new Set(['', 'com'])

type Zone = Map<string, Map<RecordType, RecordData[RecordType][]>>
type State = Pick<DnsServer, 'questions' | 'repeats' | 'answersAliasOnly' | 'truncatesUdp' | 'deniesAll'> & {
  zone: Zone
  failures: Map<string, Failure>
  held: Map<string, Promise<void>>
  /** Clients send a question again with the same number. */
  seen: Set<string>
}

export async function startDnsServer(): Promise<DnsServer> {
  const state: State = {
    zone: new Map(),
    failures: new Map(),
    held: new Map(),
    questions: [],
    repeats: [],
    seen: new Set(),
    answersAliasOnly: false,
    truncatesUdp: false,
    deniesAll: false,
  }
  const open = new Set<Socket>()
  const { udp, tcp, port } = await bindBoth()
  udp.on('message', (bytes, peer) => {
    void answer(state, bytes, 'udp').then((reply) => {
      if (reply && !isClosed) udp.send(reply, peer.port, peer.address)
    })
  })
  tcp.on('connection', (socket) => {
    open.add(socket.on('error', () => socket.destroy()))
    serveTcp(state, socket)
  })
  let isClosed = false
  const controls = script(state)
  return Object.assign(state, controls, {
    address: `127.0.0.1:${port}`,
    close: async () => {
      if (isClosed) return
      isClosed = true
      for (const socket of open) socket.destroy()
      await Promise.all([once(udp.close(), 'close'), once(tcp.close(), 'close')])
    },
  })
}

type Controls = Pick<DnsServer, 'set' | 'publish' | 'remove' | 'fail' | 'heal' | 'hold' | 'asked' | 'clear'>

function script(state: State): Controls {
  const { zone, failures, held, questions } = state
  const set: Controls['set'] = (name, type, records) => {
    const known = zone.get(fold(name)) ?? new Map<RecordType, RecordData[RecordType][]>()
    zone.set(fold(name), known.set(type, [...records]))
  }
  return {
    set,
    publish: (records) => {
      for (const { type, name, value, chunks, priority = 10 } of records) {
        if (type === 'TXT') set(name, type, [chunks])
        else if (type === 'MX') set(name, type, [{ exchange: value, priority }])
        else set(name, type, [value])
      }
    },
    remove: (name, type) => {
      const known = zone.get(fold(name))
      if (type !== undefined) known?.delete(type)
      if (type === undefined || known?.size === 0) zone.delete(fold(name))
    },
    fail: (name, how, type) => void failures.set(`${fold(name)} ${type ?? '*'}`, how),
    heal: () => failures.clear(),
    hold: (name) => {
      const gate = Promise.withResolvers<void>()
      held.set(fold(name), gate.promise)
      return () => {
        held.delete(fold(name))
        gate.resolve()
      }
    },
    asked: async (name, type) => {
      const isIt = (one: Question) => one.name === fold(name) && (type === undefined || one.type === type)
      while (!questions.some(isIt)) await sleep(2)
    },
    clear: () => {
      zone.clear()
      failures.clear()
      questions.length = 0
      state.repeats.length = 0
    },
  }
}

/** Both on the same port, as clients expect; a port that only one of them could have is given back. */
async function bindBoth(): Promise<{ udp: UdpSocket; tcp: TcpServer; port: number }> {
  for (;;) {
    const tcp = createServer().listen(0, '127.0.0.1')
    await once(tcp, 'listening')
    const { port } = tcp.address() as { port: number }
    const udp = createSocket('udp4').bind(port, '127.0.0.1')
    try {
      await once(udp, 'listening')
      return { udp, tcp, port }
    } catch {
      tcp.close()
    }
  }
}

/** RFC 1035 4.2.2: each message behind its length in two bytes; a client may send several. */
function serveTcp(state: State, socket: Socket): void {
  let waiting = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE(0)) {
      const end = 2 + waiting.readUInt16BE(0)
      const message = waiting.subarray(2, end)
      waiting = waiting.subarray(end)
      void answer(state, message, 'tcp').then((reply) => {
        if (reply && !socket.destroyed) socket.write(Buffer.concat([uint16(reply.length), reply]))
      })
    }
  })
}

function listQuestion({ questions, repeats, seen }: State, number: number, question: Question): void {
  const key = [number, ...Object.values(question)].join(' ')
  if (seen.has(key)) repeats.push(question)
  else questions.push(question)
  seen.add(key)
}

/** The reply to one message, or undefined for none. */
async function answer(state: State, message: Buffer, transport: 'udp' | 'tcp'): Promise<Buffer | undefined> {
  const { name, type, end } = readQuestion(message)
  if (!KNOWN_TO_ALL.has(name)) listQuestion(state, message.readUInt16BE(0), { name, type, transport })
  await (state.held.get(name) ?? state.held.get('*'))
  const failure = [`${name} ${type}`, `${name} *`, `* ${type}`, '* *']
    .map((key) => state.failures.get(key))
    .find(Boolean)
  if (failure === 'hang') return undefined
  const question = message.subarray(12, end)
  if (failure) return packet(message, { question, code: CODES[failure], answers: [] })
  const { answers, isKnown } = state.deniesAll ? { answers: [], isKnown: false } : lookUp(state, name, type)
  const code = isKnown ? CODES.NOERROR : CODES.NXDOMAIN
  const whole = packet(message, { question, code, answers })
  const isCut = transport === 'udp' && (state.truncatesUdp || whole.length > udpLimit(message, end))
  return isCut ? packet(message, { question, code, answers: [], isCut }) : whole
}

function lookUp(state: State, name: string, type: string): { answers: Buffer[]; isKnown: boolean } {
  const answers: Buffer[] = []
  const seen = new Set<string>()
  for (let at = name; ;) {
    const records = state.zone.get(at)
    const found = records?.get(type as RecordType) ?? []
    answers.push(...found.map((data) => resource(at, type as RecordType, data)))
    const alias = records?.get('CNAME')?.[0] as string | undefined
    seen.add(at)
    if (alias === undefined || type === 'CNAME') return { answers, isKnown: isKnownName(state.zone, at) }
    answers.push(resource(at, 'CNAME', alias))
    at = fold(alias)
    if (state.answersAliasOnly || seen.has(at)) return { answers, isKnown: true }
  }
}

/** RFC 8020: a name above an existing one exists too. */
function isKnownName(zone: Zone, name: string): boolean {
  return KNOWN_TO_ALL.has(name) || zone.has(name) || [...zone.keys()].some((key) => key.endsWith(`.${name}`))
}

function readQuestion(message: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const code = message.readUInt16BE(at + 1)
  const [type] = Object.entries(TYPE_CODES).find(([, one]) => one === code) ?? [`TYPE${code}`]
  return { name: fold(labels.join('.')), type, end: at + 5 }
}

/** RFC 6891 6.1.2: the OPT record, alone behind the question, says in its class what the client can take. */
function udpLimit(message: Buffer, end: number): number {
  const hasOpt = message.readUInt16BE(10) === 1 && message.readUInt16BE(end + 1) === OPT
  return hasOpt ? Math.max(UDP_BYTES, message.readUInt16BE(end + 3)) : UDP_BYTES
}

type Reply = { question: Buffer; code: number; answers: Buffer[]; isCut?: boolean }

function packet(message: Buffer, { question, code, answers, isCut = false }: Reply): Buffer {
  // QR, RD and RA; TC where it is cut.
  const flags = 0x8180 | (isCut ? 0x0200 : 0) | code
  const header = [message.readUInt16BE(0), flags, 1, answers.length, 0, 0].map(uint16)
  return Buffer.concat([...header, question, ...answers])
}

function resource(name: string, type: RecordType, data: RecordData[RecordType]): Buffer {
  const bytes = recordBytes(type, data)
  const ttl = [uint16(0), uint16(TTL_SECONDS)]
  return Buffer.concat([
    nameBytes(name),
    uint16(TYPE_CODES[type]),
    uint16(1),
    ...ttl,
    uint16(bytes.length),
    bytes,
  ])
}

function recordBytes(type: RecordType, data: RecordData[RecordType]): Buffer {
  if (type === 'TXT') return Buffer.concat(textStrings(data as RecordData['TXT']))
  if (type === 'A') return Buffer.from((data as string).split('.').map(Number))
  if (type === 'AAAA') return ipv6Bytes(data as string)
  if (type === 'MX') {
    const { exchange, priority } = data as RecordData['MX']
    return Buffer.concat([uint16(priority), nameBytes(exchange)])
  }
  if (type === 'SOA') {
    const { nsname } = data as RecordData['SOA']
    return Buffer.concat([nameBytes(nsname), nameBytes(`hostmaster.${nsname}`), Buffer.alloc(20, 1)])
  }
  return nameBytes(data as string)
}

function textStrings(text: string | string[]): Buffer[] {
  const whole = Buffer.from(typeof text === 'string' ? text : '')
  const parts =
    typeof text === 'string'
      ? Array.from({ length: Math.max(1, Math.ceil(whole.length / 255)) }, (_, i) =>
          whole.subarray(i * 255, (i + 1) * 255),
        )
      : text.map((part) => Buffer.from(part))
  return parts.map((part) => Buffer.concat([Buffer.from([part.length]), part]))
}

function ipv6Bytes(text: string): Buffer {
  const [head = '', tail] = text.split('::')
  const words = (part: string) => (part === '' ? [] : part.split(':').map((word) => parseInt(word, 16)))
  const [front, back] = [words(head), words(tail ?? '')]
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => 0)
  return Buffer.concat([...front, ...zeros, ...back].map(uint16))
}

function nameBytes(name: string): Buffer {
  const labels = fold(name)
    .split('.')
    .filter((label) => label !== '')
  const parts = labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...parts, Buffer.from([0])])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

const fold = (name: string): string => name.toLowerCase().replace(/\.$/, '')
