import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { countByStatus, useDelivery } from '../../../../test/support/delivery.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { makeEmail, multiplyEmail } from '../../../../test/support/factories.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { createConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import type { Transport } from '../../../platform/email/transport.ts'
import { SUSPECT_FROM } from './suspects.ts'

const SUSPECTS = 50
const OTHERS = 50

const test = useTestApp({ SEND_RATE_PER_SECOND: '0' })
const delivery = useDelivery(test)

it('are tried one at a time in the whole installation, and other email is sent beside them', async () => {
  const suspects = { inFlight: 0, most: 0 }
  const transport: Transport = {
    name: 'counting',
    limit: createConnectionLimit(),
    async send({ to }) {
      const weight = to.startsWith('suspect') ? 1 : 0
      suspects.inFlight += weight
      suspects.most = Math.max(suspects.most, suspects.inFlight)
      await sleep(2)
      suspects.inFlight -= weight
      return { kind: 'accepted', reply: { code: 250, enhancedCode: null, text: 'OK' }, isDelivered: false }
    },
    close: () => Promise.resolve(),
  }
  const address = sql`'suspect' || n || '@example.com'`
  await multiplyEmail(test, { id: await makeEmail(test), count: SUSPECTS, columns: { address } })
  await sql`update email_queue set lost_claims = ${SUSPECT_FROM}`.execute(test.deps.database.db)
  await multiplyEmail(test, { id: await makeEmail(test), count: OTHERS })
  await Promise.all([delivery.start(transport), delivery.start(transport)])
  await eventually(async () => expect(await countByStatus(test)).toEqual({ SENT: SUSPECTS + OTHERS }))
  expect(suspects).toEqual({ inFlight: 0, most: 1 })
})
