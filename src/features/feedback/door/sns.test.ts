// Amazon SES through SNS, with a server of ours in the place of Amazon's.
import { createSign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inFreshProject } from '../../../../test/support/factories.ts'
import { buildDomain } from '../../../../test/support/feature-steps.ts'
import { call } from '../../../../test/support/requests.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'
import { PROVIDER_BODIES } from '../../../platform/email/feedback/providers/fixtures/provider-bodies.ts'
import { isCertificateUrl, isSnsUrl } from '../../../platform/email/feedback/providers/sns-message.ts'
import { makeSelfSignedCertificate } from '../../../platform/email/smtp/server/self-signed.ts'
import { runDueWork } from '../../../platform/work/work-loop.ts'
import { makeEmailToPerson, readEmail, returnPathOf } from '../fixtures/reports.ts'
import { createReportAcceptor } from './accept-report.service.ts'
import type { ReportAcceptor } from './accept-report.service.ts'
import { findDoor } from './doors.queries.ts'
import { doorUrl, ensureDoor, setProofs } from './doors.service.ts'
import { doorPartsOf } from './fixtures/door-parts.ts'
import { reportWork } from './reports.work.ts'
import { createSns } from './sns.service.ts'

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:feedback'

const test = useTestApp({ ALLOW_PRIVATE_HOSTS: '127.0.0.0/8' })
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.end(request.url === '/cert.pem' ? certificate : 'ok')
})
let certificate: string
let key: string
let base: string
let accept: ReportAcceptor
let own: TestApp

beforeAll(async () => {
  const day = 86_400_000
  const made = await makeSelfSignedCertificate('sns.test', {
    from: new Date(Date.now() - day),
    until: new Date(Date.now() + day),
  })
  ;({ certificate, key } = made)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const isOurs = (url: string) => url.startsWith(base)
  const hosts = { isCertificate: isOurs, isSns: isOurs }
  accept = createReportAcceptor(test.deps, createSns({ http: test.deps.http, hosts }))
})
afterAll(() => void server.close())
beforeEach(async () => {
  own = await inFreshProject(test)
  asked.length = 0
  const parts = doorPartsOf(test)
  const { id } = await ensureDoor(parts)
  await setProofs(parts, { id, proofs: { 'sns-topic': undefined } })
})

const SIGNED = ['Message', 'MessageId', 'SubscribeURL', 'Subject', 'Timestamp', 'Token', 'TopicArn', 'Type']

/** A message as SNS signs it. */
function snsMessage(given: Record<string, string>, { version = '2' } = {}): Record<string, string> {
  const fields: Record<string, string> = {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: TOPIC,
    Timestamp: test.clock.now().toISOString(),
    ...given,
  }
  const names = SIGNED.filter((name) => fields[name] !== undefined)
  const text = names.map((name) => `${name}\n${fields[name]}\n`).join('')
  const signature = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    .update(text)
    .sign(key, 'base64')
  return { ...fields, SignatureVersion: version, Signature: signature, SigningCertURL: `${base}/cert.pem` }
}

async function acceptMessage(message: Record<string, string>) {
  const door = await findDoor(test.deps.database.db, undefined)
  if (!door) throw new Error('there is no door')
  return accept({ door, provider: 'ses', raw: Buffer.from(JSON.stringify(message)), headers: {} })
}

const confirmation = (url: string) =>
  snsMessage({
    Type: 'SubscriptionConfirmation',
    Message: 'You have chosen to subscribe',
    Token: 'abc',
    SubscribeURL: url,
  })

async function makeSesReport(kind: 'hard' | 'delivered') {
  const { emailId, address } = await makeEmailToPerson(own)
  const { domain } = await buildDomain(own)
  const ids = {
    recipient: address,
    reference: '',
    returnPath: returnPathOf(own, emailId, { domain }),
    messageId: 'changed@email.amazonses.com',
  }
  return { emailId, message: JSON.stringify(PROVIDER_BODIES.ses[kind]?.(ids)) }
}

describe('a notification of SES', () => {
  it.each(['1', '2'])('signed by version %s is applied to the email of its return path', async (version) => {
    for (const [kind, status] of [
      ['hard', 'BOUNCED'],
      ['delivered', 'DELIVERED'],
    ] as const) {
      const { emailId, message } = await makeSesReport(kind)
      expect(await acceptMessage(snsMessage({ Message: message }, { version }))).toEqual({
        events: 1,
        matched: 1,
      })
      for (const work of reportWork(test.deps)) await runDueWork(test.deps, work)
      expect(await readEmail(own, emailId)).toMatchObject({ status })
    }
    // The certificate is fetched once.
    expect(asked.filter((path) => path === '/cert.pem').length).toBeLessThanOrEqual(1)
  })

  it.each<[string, (message: Record<string, string>) => Record<string, string>]>([
    ['altered', (message) => ({ ...message, Message: `${message['Message']} ` })],
    ['unsigned', ({ Signature: _signature, ...message }) => message],
    [
      'old',
      () =>
        snsMessage({
          Message: '{}',
          Timestamp: new Date(test.clock.now().getTime() - 7_200_000).toISOString(),
        }),
    ],
    [
      'signed by a certificate elsewhere',
      (message) => ({ ...message, SigningCertURL: 'https://sns.evil.test/cert.pem' }),
    ],
    ['delivered raw', (message) => JSON.parse(message['Message'] ?? '{}') as Record<string, string>],
  ])('that is %s is refused', async (_how, change) => {
    const { message } = await makeSesReport('hard')
    await expect(acceptMessage(change(snsMessage({ Message: message })))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  it('of another topic is refused once a topic is known', async () => {
    await acceptMessage(confirmation(`${base}/confirm`))
    const { message } = await makeSesReport('hard')
    const foreign = snsMessage({ Message: message, TopicArn: 'arn:aws:sns:eu-west-1:999999999999:other' })
    await expect(acceptMessage(foreign)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('the confirmation of a subscription', () => {
  it('calls the URL of SNS', async () => {
    expect(await acceptMessage(confirmation(`${base}/?Action=ConfirmSubscription`))).toEqual({
      events: 0,
      matched: 0,
    })
    expect(asked).toContain('/?Action=ConfirmSubscription')
  })

  it('calls no other URL', async () => {
    await expect(acceptMessage(confirmation('http://127.0.0.2:9/'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(asked.filter((path) => path !== '/cert.pem')).toEqual([])
  })
})

it('the door itself trusts only the hosts of Amazon', async () => {
  const door = await ensureDoor(doorPartsOf(test))
  const path = doorUrl(test.deps.secrets, { door, publicUrl: '' }).replace('{provider}', 'ses')
  const reply = await call(test, ['POST', path], { key: null, body: snsMessage({ Message: '{}' }) })
  expect(reply.statusCode).toBe(403)
  expect(asked).toEqual([])
})

describe('URLs of SNS', () => {
  it.each([
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-7ff5318490ec183fbaddaa2a969abfda.pem',
    'https://sns.us-gov-west-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-1.pem',
  ])('%s is one', (url) => {
    expect(isCertificateUrl(url)).toBe(true)
  })

  it.each([
    'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-west-1.amazonaws.com.evil.test/SimpleNotificationService-1.pem',
    'https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-1.pem',
    'https://user@sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem',
    'https://evil.s3.amazonaws.com/SimpleNotificationService-1.pem',
    'https://sns.eu-west-1.amazonaws.com/?Action=Publish',
    'https://127.0.0.1/SimpleNotificationService-1.pem',
    'not a url',
  ])('%s is none of a certificate', (url) => {
    expect(isCertificateUrl(url)).toBe(false)
  })

  it('a SubscribeURL may have any path', () => {
    expect(isSnsUrl('https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=1')).toBe(true)
  })
})
