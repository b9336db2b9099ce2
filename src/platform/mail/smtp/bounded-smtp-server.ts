// An SMTP server that one caller cannot keep from others: connections per network, sessions that end, and a price on
// everything that is asked, also on what the library answers by itself (NOOP, RSET, a handshake). Callers are counted by
// network, since whoever has one IPv6 address has all of its /64. What a newcomer gets wrong: the limit of clients that
// the library has knows one number for everybody, and its hooks see a connection only after 100 ms.
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js'
import { networkOf } from '../../addresses/ip-network.ts'

export type SmtpBounds = {
  connections: number
  connectionsPerNetwork: number
  /** From the first byte to the last, however busy the caller is meanwhile. */
  sessionMs: number
  /** Takes the cost from what the network may use, in milliseconds of work; false when it is not there. */
  take: (network: string, costMs: number) => boolean
  /** A connection was ended, or not taken at all, for the sake of the others. */
  onEnded: (reason: EndReason) => void
}

export type EndReason = 'connections' | 'connections_of_network' | 'work_of_network' | 'session_time'

// Half of it is the handshake that most callers ask for: a signature with a key of 2048 bits takes 1 to 2 ms.
const CONNECTION_COST_MS = 5
// Measured: 16 microseconds for a NOOP, with its answer.
const COMMAND_COST_MS = 0.02

/** RFC 3463 code and words of the 421 that ends a connection. */
const ANSWERS: Record<EndReason, [code: string, words: string]> = {
  connections: ['4.3.2', 'Too many connections. Try again later.'],
  connections_of_network: ['4.7.0', 'Too many connections from your network. Use fewer, or try again later.'],
  work_of_network: ['4.7.0', 'Too much work for your network. Try again in a minute.'],
  session_time: ['4.4.2', 'This session has lasted long enough. Connect again.'],
}

export class BoundedSmtpServer extends SMTPServer {
  readonly #bounds: SmtpBounds
  readonly #networks = new Map<Socket, string>()

  constructor(options: SMTPServerOptions, bounds: SmtpBounds) {
    super(options)
    this.#bounds = bounds
  }

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const reason = this.#reasonAgainst(network)
    if (reason) return this.#turnAway(socket, reason)
    this.#networks.set(socket, network)
    // As the library does it.
    const connection = new BoundedConnection(this, socket, { options, network, bounds: this.#bounds })
    this.connections.add(connection)
    connection.on('error', (error: Error) => this.emit('error', error))
    connection.init()
  }

  #reasonAgainst(network: string): EndReason | undefined {
    const { connections, connectionsPerNetwork, take } = this.#bounds
    // Looked at when somebody comes, because the library takes listeners off a socket that is encrypted.
    for (const socket of this.#networks.keys()) if (socket.destroyed) this.#networks.delete(socket)
    if (!take(network, CONNECTION_COST_MS)) return 'work_of_network'
    const ofNetwork = this.#networks
      .values()
      .filter((one) => one === network)
      .toArray().length
    if (ofNetwork >= connectionsPerNetwork) return 'connections_of_network'
    return this.#networks.size >= connections ? 'connections' : undefined
  }

  #turnAway(socket: Socket, reason: EndReason): void {
    this.#bounds.onEnded(reason)
    // It may be gone already.
    socket.on('error', () => undefined)
    socket.write(`421 ${ANSWERS[reason].join(' ')}\r\n`)
    // Not with `end`, which waits until the caller hangs up, too.
    socket.destroySoon()
  }
}

type Caller = { options: SMTPConnectionOptions | null | undefined; network: string; bounds: SmtpBounds }

// Asked again this soon while a report is being worked on: who sent it shall have its answer.
const LATE_MS = 1_000

class BoundedConnection extends SMTPConnection {
  readonly #network: string
  readonly #bounds: SmtpBounds
  #timer: NodeJS.Timeout

  constructor(server: SMTPServer, socket: Socket, { options, network, bounds }: Caller) {
    super(server, socket, options)
    this.#network = network
    this.#bounds = bounds
    this.#timer = setTimeout(() => this.#endSession(), bounds.sessionMs).unref()
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    if (this.#bounds.take(this.#network, COMMAND_COST_MS)) return super._onCommand(command, callback)
    this.#endFor('work_of_network')
  }

  override _onClose(): void {
    clearTimeout(this.#timer)
    super._onClose()
  }

  #endFor(reason: EndReason): void {
    if (this._closing) return
    this.#bounds.onEnded(reason)
    // The library writes an enhanced code of its own, and closes the connection behind a 421.
    this.send(421, ANSWERS[reason][1])
  }

  #endSession(): void {
    // The caller waits for us, and not we for the caller: the same question as for a caller that is silent.
    const isOurTurn = this._handlerPending || (this._dataStream && this._parser && !this._parser._dataMode)
    if (isOurTurn) this.#timer = setTimeout(() => this.#endSession(), LATE_MS).unref()
    else this.#endFor('session_time')
  }
}
