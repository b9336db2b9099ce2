import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { useReceiver } from '../../../../test/support/servers/webhook-receiver.ts'
import {
  createWebhook,
  flush,
  listDeliveries,
  LOOPBACK_ALLOWED,
  readDelivery,
  track,
} from '../../../../test/support/webhooks.ts'
import { makeSelfSignedCertificate } from '../../../platform/email/smtp/server/self-signed.ts'

const HOUR_MS = 3_600_000

const certificateFor = async (name: string) => {
  const from = new Date(Date.now() - HOUR_MS)
  const { certificate, key } = await makeSelfSignedCertificate(name, {
    from,
    until: new Date(Date.now() + HOUR_MS),
  })
  return { cert: certificate, key }
}

const own = await certificateFor('127.0.0.1')
const foreign = await certificateFor('other.example')
const receiver = await useReceiver(own)
const misnamed = await useReceiver(foreign)
const test = useTestApp(LOOPBACK_ALLOWED)

// As NODE_EXTRA_CA_CERTS does it for a process that starts.
const usual = getCACertificates('default')
afterEach(() => setDefaultCACertificates(usual))

async function sendTo(url: string) {
  const app = await inFreshProject(test)
  const { id } = await createWebhook(app, { url, events: ['bought'] })
  await track(app, 'bought')
  await flush(app)
  const [delivery] = await listDeliveries(app, id)
  return { status: delivery?.status, details: await readDelivery(app, id, delivery?.id) }
}

describe('a receiver over https', () => {
  it('gets nothing if its certificate is not trusted, and the log says why', async () => {
    const url = receiver.newUrl()
    const { status, details } = await sendTo(url)
    expect([status, receiver.at(url)]).toEqual(['PENDING', []])
    expect(details).toMatchObject({
      answers: [{ error: expect.stringMatching(/self-signed certificate/) as string }],
    })
  })

  it('gets nothing if its certificate is for another name', async () => {
    setDefaultCACertificates([...usual, foreign.cert])
    const url = misnamed.newUrl()
    const { status, details } = await sendTo(url)
    expect([status, misnamed.at(url)]).toEqual(['PENDING', []])
    expect(details).toMatchObject({ answers: [{ error: expect.stringMatching(/127\.0\.0\.1/) as string }] })
  })

  // Last: a connection that is open is used again, whatever is trusted by then.
  it('gets its events if its certificate is trusted', async () => {
    setDefaultCACertificates([...usual, own.cert])
    const url = receiver.newUrl()
    expect((await sendTo(url)).status).toBe('DELIVERED')
    expect(receiver.at(url)).toHaveLength(1)
  })
})
