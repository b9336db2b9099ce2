// An SMTP server that one client cannot monopolize: it limits connections per network and the length of sessions, and
// charges for everything a client asks for, including what the library answers by itself (NOOP, RSET, a handshake). Clients
// are counted by network, since an owner of one IPv6 address has all of its /64. A newcomer gets this wrong: the library's
// own limit of clients is one number for all, and its hooks see a connection only after 100 ms.
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js'
import { networkOf } from '../../../addresses/ip-network.ts'

export type SmtpBounds = {
  connections: number
  connectionsPerNetwork: number
  /** From the first byte to the last, even if the client is busy. */
  sessionMs: number
  /** Charges the network's budget, in milliseconds of work; false when the budget is used up. */
  take: (network: string, costMs: number) => boolean
  /** A connection was closed or rejected to protect the others. */
  onEnded: (reason: EndReason) => void
  /** For servers where callers sign in. */
  signIn?: SignInBounds
}

/** Clients that have signed in are known, keep their place, and may stay. */
export type SignInBounds = {
  /**
   * Whether clients at this address may send a password without encryption. They are not charged before they sign in
   * either.
   */
  isTrusted: (address: string) => boolean
  /** Whether the greeting hides STARTTLS from clients at this address; asking for it still works. */
  hidesStartTls?: (address: string) => boolean
  /** Time for one command of a client that has signed in, with its email; `sessionMs` is for all others. */
  commandMs: number
  /** How long a client that has signed in may be idle. */
  idleMs: number
  /** Charges the cost of a command to the session's user; while the budget is used up, the command waits. */
  take: (user: unknown, costMs: number) => boolean
}

export type EndReason = 'connections' | 'connections_of_network' | 'work_of_network' | 'session_time'

// Half of it is the TLS handshake that most clients ask for: a signature with a key of 2048 bits takes 1 to 2 ms.
const CONNECTION_COST_MS = 5
// Measured: 16 microseconds for a NOOP and its answer.
const COMMAND_COST_MS = 0.02

/** The RFC 3463 code and the text of the 421 that ends a connection. */
const ANSWERS: Record<EndReason, [code: string, words: string]> = {
  connections: ['4.3.2', 'Too many connections. Try again later.'],
  connections_of_network: ['4.7.0', 'Too many connections from your network. Use fewer, or try again later.'],
  work_of_network: ['4.7.0', 'Too much work for your network. Try again in a minute.'],
  session_time: ['4.4.2', 'This session has lasted long enough. Connect again.'],
}

// RFC 5321 section 4.5.3.1.4 asks for 512 octets, and its extensions add a few hundred.
const LONGEST_COMMAND = 2_000

const SETTINGS: SMTPServerOptions = {
  rejectOversized: true,
  maxCommandLength: LONGEST_COMMAND,
  hideENHANCEDSTATUSCODES: false,
  // The client's host name is not needed, and DNS must not delay it.
  disableReverseLookup: true,
  // Whether a password is accepted is decided per connection, see SignInBounds.
  allowInsecureAuth: true,
  logger: false,
}

export class BoundedSmtpServer extends SMTPServer {
  readonly #bounds: SmtpBounds
  /** In order of arrival. */
  readonly #clients = new Map<Socket, { network: string; connection: BoundedConnection }>()

  constructor(options: SMTPServerOptions, bounds: SmtpBounds) {
    super({ ...SETTINGS, ...options })
    this.#bounds = bounds
  }

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const reason = this.#refusalReason(network, socket.remoteAddress)
    if (reason && !this.#makeRoom(reason, network)) return this.#reject(socket, reason)
    // The library does the same.
    const connection = new BoundedConnection(this, socket, { options, network, bounds: this.#bounds })
    this.#clients.set(socket, { network, connection })
    this.connections.add(connection)
    connection.on('error', (error: Error) => this.emit('error', error))
    connection.init()
  }

  /** Idle clients are told at once; the others have `closeTimeout`. */
  override close(callback?: () => void): void {
    super.close(callback)
    for (const { connection } of this.#clients.values()) connection.endIfIdle()
  }

  #refusalReason(network: string, address = ''): EndReason | undefined {
    const { connections, connectionsPerNetwork, take, signIn } = this.#bounds
    // Closed sockets are removed when the next client arrives, because the library removes listeners from a socket that is
    // upgraded to TLS.
    for (const socket of this.#clients.keys()) if (socket.destroyed) this.#clients.delete(socket)
    const isFree = signIn?.isTrusted(address) === true
    if (!isFree && !take(network, CONNECTION_COST_MS)) return 'work_of_network'
    if (this.#countOf(network) >= connectionsPerNetwork) return 'connections_of_network'
    return this.#clients.size >= connections ? 'connections' : undefined
  }

  #countOf(network: string): number {
    let count = 0
    for (const client of this.#clients.values()) if (client.network === network) count += 1
    return count
  }

  /**
   * Where clients sign in, a new one replaces the client that has been connected for longest without signing in, from the
   * same network if that one is full. So idle connections never keep out a client that signs in.
   */
  #makeRoom(reason: EndReason, network: string): boolean {
    if (!this.#bounds.signIn || reason === 'work_of_network') return false
    const isOfNetwork = reason === 'connections_of_network'
    for (const [socket, client] of this.#clients) {
      if (client.connection.session.user || (isOfNetwork && client.network !== network)) continue
      this.#clients.delete(socket)
      client.connection.endFor(reason)
      return true
    }
    return false
  }

  #reject(socket: Socket, reason: EndReason): void {
    this.#bounds.onEnded(reason)
    // The socket may be closed already.
    socket.on('error', () => undefined)
    socket.write(`421 ${ANSWERS[reason].join(' ')}\r\n`)
    // `end` would wait until the client closes its side, too.
    socket.destroySoon()
  }
}

type ClientOptions = {
  options: SMTPConnectionOptions | null | undefined
  network: string
  bounds: SmtpBounds
}

const ENHANCED_CODE = /^[245]\.\d{1,3}\.\d{1,3} /

// Commands of a user over budget wait this long, repeatedly, so that others get a turn.
const PAUSE_MS = 20

// Retried this soon while a report is being processed, so that its sender gets an answer.
const REPORT_RETRY_MS = 1_000

class BoundedConnection extends SMTPConnection {
  readonly #network: string
  readonly #bounds: SmtpBounds
  #timer: NodeJS.Timeout
  #isGreeting = false

  constructor(server: SMTPServer, socket: Socket, { options, network, bounds }: ClientOptions) {
    super(server, socket, options)
    this.#network = network
    this.#bounds = bounds
    this.#timer = setTimeout(() => this.#endSession(), bounds.sessionMs).unref()
  }

  /** The library delays every client to detect those that talk too soon, a sign of spam. */
  override init(): void {
    if (this.#bounds.signIn) this._setListeners(() => this.connectionReady())
    else super.init()
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    const { signIn, take } = this.#bounds
    const user = this.session.user as unknown
    if (signIn && user) {
      if (!signIn.take(user, COMMAND_COST_MS)) {
        const again = () => (this._closed ? undefined : this._onCommand(command, callback))
        setTimeout(again, PAUSE_MS).unref()
        return
      }
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#endSession(), signIn.commandMs).unref()
      this._socket.setTimeout(signIn.idleMs)
    } else if (!this.#isTrusted && !take(this.#network, COMMAND_COST_MS)) {
      return this.endFor('work_of_network')
    }
    if (command.includes(0)) return this.#refuseNul(callback)
    return super._onCommand(command, callback)
  }

  /** RFC 5321 section 4.1.2 allows no NUL. A parser may stop at one, or skip it. */
  #refuseNul(callback = () => {}): void {
    this.send(500, '5.5.2 The command contains a NUL byte.')
    callback()
  }

  /** Keeps the enhanced code of a text that has one. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    super.send(code, data, typeof data === 'string' && ENHANCED_CODE.test(data) ? false : context)
  }

  /** Hides AUTH where a password must not be sent yet, and STARTTLS where it would only deter mailers. */
  override handler_EHLO(command: Buffer, callback: () => void): void {
    this.#isGreeting = true
    super.handler_EHLO(command, callback)
    this.#isGreeting = false
  }

  override _isSupported(command: string): boolean {
    if (this.#isGreeting && command === 'AUTH' && !this.#maySignIn) return false
    if (this.#isGreeting && command === 'STARTTLS' && this.#hidesStartTls) return false
    return super._isSupported(command)
  }

  override handler_AUTH(command: Buffer, callback: () => void): void {
    if (this.#maySignIn) return super.handler_AUTH(command, callback)
    this.send(538, '5.7.11 Encrypt the connection first: say STARTTLS, or turn on TLS in your mailer.')
    callback()
  }

  override _onClose(): void {
    clearTimeout(this.#timer)
    super._onClose()
  }

  endFor(reason: EndReason): void {
    if (this._closing) return
    this.#bounds.onEnded(reason)
    // The library closes the connection after a 421.
    this.send(421, ANSWERS[reason].join(' '))
  }

  endIfIdle(): void {
    if (this._closing || this._closed || this._handlerPending || this._dataStream) return
    this.send(421, '4.3.2 This server is shutting down. Connect again in a moment.')
  }

  get #isTrusted(): boolean {
    return this.#bounds.signIn?.isTrusted(this.remoteAddress) === true
  }

  get #hidesStartTls(): boolean {
    return this.#bounds.signIn?.hidesStartTls?.(this.remoteAddress) === true
  }

  get #maySignIn(): boolean {
    return this.secure || this.#isTrusted
  }

  #endSession(): void {
    // The client waits for us: the same test as for an idle client.
    const isOurTurn = this._handlerPending || (this._dataStream && this._parser && !this._parser._dataMode)
    if (isOurTurn) this.#timer = setTimeout(() => this.#endSession(), REPORT_RETRY_MS).unref()
    else this.endFor('session_time')
  }
}
