// An SMTP server that one caller cannot keep from others: connections per network, sessions that end, and a price on
// everything that is asked, also on what the library answers by itself (NOOP, RSET, a handshake). Callers are counted by
// network, since whoever has one IPv6 address has all of its /64. What a newcomer gets wrong: the limit of clients that
// the library has knows one number for everybody, and its hooks see a connection only after 100 ms.
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import type { SMTPConnectionOptions } from 'smtp-server/lib/smtp-connection.js'
import { networkOf } from '../../../addresses/ip-network.ts'

export type SmtpBounds = {
  connections: number
  connectionsPerNetwork: number
  /** From the first byte to the last, however busy the caller is meanwhile. */
  sessionMs: number
  /** Takes the cost from what the network may use, in milliseconds of work; false when it is not there. */
  take: (network: string, costMs: number) => boolean
  /** A connection was ended, or not taken at all, for the sake of the others. */
  onEnded: (reason: EndReason) => void
  /** For servers where callers sign in. */
  signIn?: SignInBounds
}

/** Who has signed in is known, so nobody else can take its place, and it may stay. */
export type SignInBounds = {
  /** Whether a password may be sent without encryption from there. Such callers cost nothing before they sign in, too. */
  isTrusted: (address: string) => boolean
  /** Whether STARTTLS stays out of the greeting of callers from there; who asks for it gets it all the same. */
  hidesStartTls?: (address: string) => boolean
  /** For one command of a caller that has signed in, with the email behind it; `sessionMs` is for all others. */
  commandMs: number
  /** Silence that is allowed to callers that have signed in. */
  idleMs: number
  /** Takes the cost of a command from what the user of the session may use; while it is not there, the command waits. */
  take: (user: unknown, costMs: number) => boolean
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

// RFC 5321 section 4.5.3.1.4 asks for 512 octets, and its extensions add some hundred.
const LONGEST_COMMAND = 2_000

const SETTINGS: SMTPServerOptions = {
  rejectOversized: true,
  maxCommandLength: LONGEST_COMMAND,
  hideENHANCEDSTATUSCODES: false,
  // Nobody needs the name of a caller, and DNS must not hold one up.
  disableReverseLookup: true,
  // Whether a password may be sent is decided for each connection, see SignInBounds.
  allowInsecureAuth: true,
  logger: false,
}

export class BoundedSmtpServer extends SMTPServer {
  readonly #bounds: SmtpBounds
  /** In the order in which they came. */
  readonly #callers = new Map<Socket, { network: string; connection: BoundedConnection }>()

  constructor(options: SMTPServerOptions, bounds: SmtpBounds) {
    super({ ...SETTINGS, ...options })
    this.#bounds = bounds
  }

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const reason = this.#reasonAgainst(network, socket.remoteAddress)
    if (reason && !this.#makeRoom(reason, network)) return this.#turnAway(socket, reason)
    // As the library does it.
    const connection = new BoundedConnection(this, socket, { options, network, bounds: this.#bounds })
    this.#callers.set(socket, { network, connection })
    this.connections.add(connection)
    connection.on('error', (error: Error) => this.emit('error', error))
    connection.init()
  }

  /** Who has nothing under way is told at once; the others have `closeTimeout`. */
  override close(callback?: () => void): void {
    super.close(callback)
    for (const { connection } of this.#callers.values()) connection.endIfIdle()
  }

  #reasonAgainst(network: string, address = ''): EndReason | undefined {
    const { connections, connectionsPerNetwork, take, signIn } = this.#bounds
    // Looked at when somebody comes, because the library takes listeners off a socket that is encrypted.
    for (const socket of this.#callers.keys()) if (socket.destroyed) this.#callers.delete(socket)
    const isFree = signIn?.isTrusted(address) === true
    if (!isFree && !take(network, CONNECTION_COST_MS)) return 'work_of_network'
    if (this.#countOf(network) >= connectionsPerNetwork) return 'connections_of_network'
    return this.#callers.size >= connections ? 'connections' : undefined
  }

  #countOf(network: string): number {
    let count = 0
    for (const caller of this.#callers.values()) if (caller.network === network) count += 1
    return count
  }

  /**
   * Where callers sign in, a newcomer takes the place of the one that has been there for longest without doing so, of the same
   * network if that is what is full. So idle connections, however many, keep nobody out who signs in.
   */
  #makeRoom(reason: EndReason, network: string): boolean {
    if (!this.#bounds.signIn || reason === 'work_of_network') return false
    const isOfNetwork = reason === 'connections_of_network'
    for (const [socket, caller] of this.#callers) {
      if (caller.connection.session.user || (isOfNetwork && caller.network !== network)) continue
      this.#callers.delete(socket)
      caller.connection.endFor(reason)
      return true
    }
    return false
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

const ENHANCED_CODE = /^[245]\.\d{1,3}\.\d{1,3} /

// A crowd of commands of one user waits for so long, again and again, and lets the others have their turn.
const PAUSE_MS = 20

// Asked again this soon while a report is being worked on: who sent it shall have its answer.
const LATE_MS = 1_000

class BoundedConnection extends SMTPConnection {
  readonly #network: string
  readonly #bounds: SmtpBounds
  #timer: NodeJS.Timeout
  #isGreeting = false

  constructor(server: SMTPServer, socket: Socket, { options, network, bounds }: Caller) {
    super(server, socket, options)
    this.#network = network
    this.#bounds = bounds
    this.#timer = setTimeout(() => this.#endSession(), bounds.sessionMs).unref()
  }

  /** The library keeps everybody waiting to find out who talks too soon, which is a sign of spam. */
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

  /** RFC 5321 section 4.1.2 has no NUL anywhere. Whoever reads a command with one may stop there, or skip it. */
  #refuseNul(callback = () => {}): void {
    this.send(500, '5.5.2 The command contains a NUL byte.')
    callback()
  }

  /** A text with an enhanced code of its own keeps it. */
  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    super.send(code, data, typeof data === 'string' && ENHANCED_CODE.test(data) ? false : context)
  }

  /** AUTH is not offered where a password must not be sent yet, and STARTTLS not where it would only keep mailers away. */
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
    // The library closes the connection behind a 421.
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
    // The caller waits for us, and not we for the caller: the same question as for a caller that is silent.
    const isOurTurn = this._handlerPending || (this._dataStream && this._parser && !this._parser._dataMode)
    if (isOurTurn) this.#timer = setTimeout(() => this.#endSession(), LATE_MS).unref()
    else this.endFor('session_time')
  }
}
