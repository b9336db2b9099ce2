// The URL that an operator gives to a provider. The token in it is the key, so everything else about it is public.
import type { z } from 'zod'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { clientKey, createRateLimiter } from '../../../platform/http/access/rate-limit.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { ignoreBodyType } from '../../../platform/http/body/json-body.ts'
import { PROVIDERS } from '../../../platform/email/feedback/providers/providers.values.ts'
import { createReportAcceptor } from './accept-report.service.ts'
import { AcceptedReport, DoorParams } from './door.schema.ts'
import { findDoorOfToken } from './doors.queries.ts'
import type { DoorRow } from './doors.queries.ts'
import { digestOfToken } from './doors.service.ts'

const MOST_BODY_BYTES = 5 * 1024 * 1024
// A provider has the right URL; somebody who tries tokens needs 2^127 requests.
const UNKNOWN_PER_MINUTE = 60
// Tokens that were right lately are not counted as attempts.
const MOST_KNOWN = 100

type DoorRequest = FastifyRequest<{ Params: z.infer<typeof DoorParams> }>

const unknownDoor = () =>
  new AppError('RESOURCE_NOT_FOUND', {
    message: 'There is no such feedback URL.',
    suggestion: 'Show the right one: npx lettermill feedback show',
  })

export function doorRoutes(app: App, deps: Deps): void {
  const { clock, database } = deps
  const accept = createReportAcceptor(deps)
  const limiter = createRateLimiter(database.db)
  const known = new Set<string>()
  const doors = new WeakMap<FastifyRequest, DoorRow>()

  /** Before the body is read. */
  const findDoor = async (request: FastifyRequest) => {
    const { token } = (request as DoorRequest).params
    const digest = digestOfToken(token)
    const name = digest.toString('base64')
    if (!known.has(name)) {
      const { isAllowed } = await limiter.consume(clientKey('feedback', request), UNKNOWN_PER_MINUTE)
      if (!isAllowed) throw new AppError('RATE_LIMIT_EXCEEDED')
    }
    const door = await findDoorOfToken(database.db, { digest, now: clock.now() })
    if (!door) {
      known.delete(name)
      throw unknownDoor()
    }
    const [oldest] = known
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    known.add(name)
    doors.set(request, door)
  }

  app.post(
    '/feedback/:provider/:token',
    {
      config: { access: 'open', anyBody: 'kept' },
      schema: {
        tags: ['Feedback'],
        operationId: 'acceptProviderReport',
        summary: 'Accept the report of an email provider',
        description:
          'Providers call this URL when an email was delivered, bounced or reported as spam: docs/providers.md says how to set it up for each of them. ' +
          'The body is that of the provider, at most 5 MB.',
        params: DoorParams,
        response: answers({ 200: AcceptedReport }, [404, 413]),
      },
      bodyLimit: MOST_BODY_BYTES,
      onRequest: [findDoor, ignoreBodyType],
    },
    async (request) => {
      const door = doors.get(request)
      const provider = PROVIDERS.find((one) => one === request.params.provider)
      if (!door || !provider) throw unknownDoor()
      const raw = request.body as unknown as Buffer
      return accept({ door, provider, raw, headers: headersOf(request) })
    },
  )
}

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
