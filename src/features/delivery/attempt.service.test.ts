// One attempt: the checks before the final dot, and the outcome if one fails.
import { beforeEach, describe, expect, it } from 'vitest'
import { relayTo } from '../../../test/support/delivery.ts'
import { inFreshProject, makeEmail } from '../../../test/support/factories.ts'
import { readEmail } from '../../../test/support/send-steps.ts'
import { useSmtpSink } from '../../../test/support/servers/smtp-sink.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import type { Transport } from '../../platform/email/transport.ts'
import { claimEmails, listDueLanes } from './queue/claim.queries.ts'
import { NO_SPAN } from '../../platform/tracing/span.ts'
import type { ClaimedEmail } from './queue/claim.queries.ts'
import { attemptEmail } from './attempt.service.ts'
import type { AttemptTools } from './attempt.service.ts'
import { createGate } from '../../platform/concurrency/gate.ts'
import { createHandOverGates } from './hand-over-gates.ts'
import type { UnrecordedGate } from './hand-over-gates.ts'
import { createTransportWatch } from './transports/transport-watch.ts'
import { createInboxTransport } from './transports/inbox-transport.ts'
import { createFinalCheck } from './queue/final-check.service.ts'
import { createLeases, leaseTime } from './queue/leases.ts'
import { INSTANCE_ROUTE } from '../transports/index.ts'
import { createEmailComposer } from './compose/email-composer.service.ts'
import { createEmailRoutes } from './email-routes.service.ts'
import type { EmailComposer } from './compose/email-composer.service.ts'
import { createRecorder } from './record/record.service.ts'

const OWNER = 'this worker'
const sink = useSmtpSink()
const test = useTestApp()
let own: TestApp
beforeEach(async () => {
  own = await inFreshProject(test)
})

async function claimOne(): Promise<ClaimedEmail> {
  await makeEmail(own)
  const { db } = own.deps.database
  const lanes = await listDueLanes(db, INSTANCE_ROUTE)
  const options = {
    lanes,
    owner: OWNER,
    room: 1,
    leaseSeconds: 60,
    routeId: INSTANCE_ROUTE,
    transport: 'test',
    ratePerSecond: 0,
  }
  const { emails } = await db.transaction().execute((trx) => claimEmails(trx, options))
  const [email] = emails
  if (!email) throw new Error('nothing was claimed')
  return email
}

function buildTools(): AttemptTools {
  const { database, log, clock } = test.deps
  const composer = createEmailComposer(test.deps)
  return {
    transport: relayTo(sink),
    watch: createTransportWatch({ clock }),
    via: {},
    inbox: createInboxTransport({ db: database.db, clock, objects: test.deps.objects }),
    composer,
    routes: createEmailRoutes({
      db: database.db,
      clock,
      composer,
      routeId: INSTANCE_ROUTE,
      transportRouteId: INSTANCE_ROUTE,
    }),
    recorder: createRecorder({ ...test.deps, owner: OWNER }),
    leases: createLeases(),
    finalCheck: createFinalCheck({ ...test.deps, owner: OWNER }),
    memory: createGate(1_000_000),
    ...createHandOverGates({ connections: 1, emailsAhead: 1 }),
    clock,
    log,
    span: NO_SPAN,
  }
}

describe('an email whose lease', () => {
  it('holds is sent, and recorded when the attempt ends', async () => {
    const email = await claimOne()
    const tools = buildTools()
    tools.leases.hold([{ projectId: email.project_id, emailId: email.id }], leaseTime())
    await attemptEmail(email, tools)
    expect(sink.emails).toHaveLength(1)
    expect((await readEmail(own, email.id)).status).toBe('SENT')
  })

  it('whose lease was lost does not get its final dot', async () => {
    const email = await claimOne()
    const tools = buildTools()
    const refs = [{ projectId: email.project_id, emailId: email.id }]
    tools.leases.hold(refs, leaseTime())
    sink.script = {
      data: () => {
        tools.leases.renew(refs, { kept: new Set(), askedAt: leaseTime() })
        return undefined
      },
    }
    await attemptEmail(email, tools)
    expect(sink.commands.some((line) => line.startsWith('DATA'))).toBe(true)
    expect(sink.emails).toEqual([])
    expect((await readEmail(own, email.id)).status).toBe('DEFERRED')
  })
})

describe('an email that is retried on a fresh connection', () => {
  it('asks for its final dot again, and does not wait for itself', async () => {
    const email = await claimOne()
    const tools = buildTools()
    tools.leases.hold([{ projectId: email.project_id, emailId: email.id }], leaseTime())
    const transport: Transport = {
      ...tools.transport,
      async send(envelope, bytes, hooks) {
        expect(await hooks.isLeaseHeld()).toBe(true)
        return tools.transport.send(envelope, bytes, hooks)
      },
    }
    expect(await attemptEmail(email, { ...tools, transport })).toMatchObject({ status: 'SENT' })
    // Its place is free again.
    expect(await tools.unrecorded.enter('transactional')).toBeDefined()
  })
})

describe('an email that finds the gates closed', () => {
  it.each(['memory', 'connections'] as const)('%s: is not started, and nothing is written', async (gate) => {
    const email = await claimOne()
    const tools = buildTools()
    tools[gate].close()
    expect(await attemptEmail(email, tools)).toBeUndefined()
    expect(sink.emails).toEqual([])
    expect((await readEmail(own, email.id)).status).toBe('SENDING')
  })
})

describe('an email behind one whose result is not on disk yet', () => {
  const held = async () => {
    const email = await claimOne()
    const tools = buildTools()
    tools.leases.hold([{ projectId: email.project_id, emailId: email.id }], leaseTime())
    const recorded = await tools.unrecorded.enter('transactional')
    const asked = Promise.withResolvers<void>()
    const enter: UnrecordedGate['enter'] = (lane) => {
      asked.resolve()
      return tools.unrecorded.enter(lane)
    }
    const attempt = attemptEmail(email, { ...tools, unrecorded: { ...tools.unrecorded, enter } })
    await asked.promise
    expect(sink.commands).toContain('DATA')
    return { email, tools, recorded, attempt }
  }

  it('is started on the connection, and gets its final dot when the result is on disk', async () => {
    const { email, recorded, attempt } = await held()
    expect((await readEmail(own, email.id)).status).toBe('SENDING')
    expect(sink.emails).toEqual([])
    recorded?.()
    expect(await attempt).toMatchObject({ status: 'SENT' })
    expect(sink.emails).toHaveLength(1)
  })

  it('is released when the node stops before', async () => {
    const { email, tools, attempt } = await held()
    tools.unrecorded.close()
    expect(await attempt).toBeUndefined()
    expect(sink.emails).toEqual([])
    expect((await readEmail(own, email.id)).status).toBe('SENDING')
  })

  it('frees its place once its own result is on disk', async () => {
    const { tools, recorded, attempt } = await held()
    recorded?.()
    await attempt
    expect(await tools.unrecorded.enter('transactional')).toBeDefined()
    expect(await tools.connections.enter(1)).toBeDefined()
  })
})

describe('an email that has no connection yet', () => {
  it('is composed meanwhile, and sent when a connection is free', async () => {
    const email = await claimOne()
    const tools = buildTools()
    tools.leases.hold([{ projectId: email.project_id, emailId: email.id }], leaseTime())
    const release = await tools.connections.enter(1)
    const composed = Promise.withResolvers<void>()
    const composer: EmailComposer = {
      ...tools.composer,
      compose: async (given) => {
        const email = await tools.composer.compose(given)
        composed.resolve()
        return email
      },
    }
    const attempt = attemptEmail(email, { ...tools, composer })
    await composed.promise
    expect(sink.emails).toEqual([])
    release?.()
    expect(await attempt).toMatchObject({ status: 'SENT' })
    expect(sink.emails).toHaveLength(1)
  })
})
