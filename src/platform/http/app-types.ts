import type { IncomingHttpHeaders } from 'node:http'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Db, Trx } from '../db/client.ts'
import type { LateDb } from '../db/transactions/late-db.ts'
import type { StrictBody } from './validation/body-shape.ts'
import type { RequestTransaction } from '../db/transactions/request-transaction.ts'
import type { KeyId, ProjectId, SessionId, UserId } from '../ids.ts'
import type { KeyScope } from '../access/key-access.ts'
import type { Role } from '../access/member-role.values.ts'
import type { RunningSpan } from '../tracing/span.ts'

/** A Fastify instance whose handlers are typed by the zod schemas of their route. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/**
 * The callers of a route. `open`: no key. `track`: any key, public ones too. `send`, `read`, `full`: a secret key with that
 * scope (`full` covers all), or a signed-in person whose role in the project allows it. `secret`: any secret key, and no session. `member`: only such a person.
 * `session`: a signed-in person, without a project. `operator`: the operator of this server, see operator-access.ts; no key
 * of a project.
 */
export type Access =
  | 'open'
  | 'track'
  | 'send'
  | 'read'
  | 'full'
  | 'secret'
  | 'member'
  | 'session'
  | 'operator'

export type AuthenticatedKey = {
  id: KeyId
  name: string
  projectId: ProjectId
  kind: 'secret' | 'public'
  scopes: readonly KeyScope[]
  isProjectDisabled: boolean
}

export type SignedInUser = {
  id: UserId
  email: string
  name: string
  sessionId: SessionId
  sessionExpiresAt: Date
}

/** A signed-in person, in the project that the request names. */
export type AuthenticatedMember = {
  user: SignedInUser
  projectId: ProjectId
  role: Role
  isProjectDisabled: boolean
}

/** Where the caller of a route that stands for another one puts the key. `Authorization: Bearer <key>` works everywhere. */
export type ForwardedKey = {
  /** The name in the API description (openapi-access.ts). */
  scheme: 'secretKey' | 'postmarkToken' | 'mailgunKey'
  /** Undefined if the request has none there. */
  keyOf: (headers: IncomingHttpHeaders) => string | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The lowest role that may call it. Default: viewer for access `read`, member for the rest. */
    role?: Role
    /**
     * The query may name the project of a session (`?project=`), for requests that a browser makes without our headers. GET
     * only.
     */
    projectInQuery?: boolean
    /** The action in the audit log if the request succeeds, which may depend on the body; without this it is not logged. */
    audit?: string | ((body: unknown) => string | undefined)
    /** Browsers of any origin may call it; without this only the dashboard's origin may. */
    anyOrigin?: boolean
    /** The body is a file, spooled to disk instead of parsed: with its own media type, or as one part of a form. */
    upload?: boolean
    /** Largest file of an upload; defaults to IMPORT_LIMIT_MB. */
    uploadBytes?: number
    /**
     * Any body is accepted. `ignored`: the call alone says what is wanted (RFC 8058). `kept`: request.body is a Buffer.
     */
    anyBody?: 'ignored' | 'kept'
    /**
     * The handler first works elsewhere, in a thread or with DNS: it runs without an open transaction, which would hold a
     * connection meanwhile, and opens it with request.late afterwards. A handler that never does has no effect that could
     * be doubled; with an Idempotency-Key its answer is stored afterwards.
     */
    beginsLate?: boolean
    /** The handler only reads, by request.db: with READ_DATABASE_URL a standby may answer. */
    readsReplica?: boolean
    /** Unknown fields of the body are refused instead of ignored. */
    strictBody?: StrictBody
    /** Made for the dashboard, or called by programs of others: the API description marks it, and SDKs have no method for it. */
    isInternal?: boolean
    /**
     * The handler calls another route with the key of the caller, which must be a key: idempotency and audit are those of that
     * route (inner-calls/inner-call.ts).
     */
    forwards?: ForwardedKey
    /** It accepts email: the header `traceparent` is kept with it. */
    isTraced?: boolean
    /** Fields of the response that are shown once: a replayed response has null there. */
    secretFields?: readonly string[]
  }
  interface FastifyRequest {
    key: AuthenticatedKey | undefined
    /** Set instead of `key` for a request of a signed-in person. */
    member: AuthenticatedMember | undefined
    /** Set on routes of access `session` and for members. */
    user: SignedInUser | undefined
    /** The tenant of this request, from its key or its session. Throws on routes that have none. */
    projectId: ProjectId
    /** Set by a handler for the audit log: the changed record, if it is not the id in the path. */
    auditTarget: string | undefined
    /** The database, its standby (`replica`), or the open transaction of the request (`transaction`). Pass it to services and queries. */
    db: Db | Trx
    /** For handlers that first work elsewhere (config.beginsLate), instead of `db`. */
    late: LateDb
    bodyDigest: Buffer | undefined
    /** Set on routes that accept email (`isTraced`). */
    span: RunningSpan | undefined
    /** The transaction of a request with an Idempotency-Key or an entry in the audit log. */
    transaction: RequestTransaction | undefined
    /** The standby of the database, for a request that it answers. */
    replica: Db | undefined
  }
}
