import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { ControlledTransaction } from 'kysely'
import type { Db, Trx } from '../db/client.ts'
import type { DB } from '../db/tables.ts'
import type { ErrorCode } from '../errors.ts'
import type { KeyId, ProjectId } from '../ids.ts'

/** A Fastify instance whose handlers are typed by the zod schemas of their route. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/**
 * Who may call a route. `open`: no key. `track`: any key, public ones too. `send`, `read`, `full`: a secret key
 * with that scope (`full` covers all). `operator`: whoever runs this server, see operator-access.ts; no key of a project.
 */
export type Access = 'open' | 'track' | 'send' | 'read' | 'full' | 'operator'

export type KeyScope = 'full' | 'send' | 'read' | 'track'

export type AuthenticatedKey = {
  id: KeyId
  projectId: ProjectId
  kind: 'secret' | 'public'
  scopes: readonly KeyScope[]
  isProjectDisabled: boolean
}

/** The open transaction of a request with an Idempotency-Key. */
export type IdempotentWork = {
  /** None where the handler waits for the world outside. */
  trx: ControlledTransaction<DB, ['before_work']> | undefined
  key: string
  fingerprint: Buffer
  /** Set when the handler refused; a refusal that records decided is stored too. */
  refusedWith?: ErrorCode
  isReplay: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Browsers of any origin may call it; without this only the dashboard's origin may. */
    anyOrigin?: boolean
    /** The body is a file, spooled to disk instead of parsed: a media type of its own, or one part of a form. */
    upload?: boolean
    /** Whatever the body is, it is read and not looked at: the call alone says what is wanted (RFC 8058). */
    anyBody?: boolean
    /**
     * The handler waits for the world outside (DNS), and doing it twice does no harm: with an Idempotency-Key it runs
     * without an open transaction, which would hold a connection for seconds, and its answer is stored afterwards.
     */
    waitsOutside?: boolean
    /** Fields of the answer that are shown once: a replayed answer has null there. */
    secretFields?: readonly string[]
  }
  interface FastifyRequest {
    key: AuthenticatedKey | undefined
    /** The tenant of this request, from its key. Throws on routes without a key. */
    projectId: ProjectId
    /** The database, or the open transaction of an idempotent request. Pass it to services and queries. */
    db: Db | Trx
    bodyDigest: Buffer | undefined
    idempotentWork: IdempotentWork | undefined
  }
}
