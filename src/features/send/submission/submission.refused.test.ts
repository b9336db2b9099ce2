// Emails that SMTP submission refuses, with a reply that says what to do.
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cutConnections } from '../../../../test/support/database/cut-connections.ts'
import { buildKey, inFreshProject, newAddress } from '../../../../test/support/factories.ts'
import { buildTemplate } from '../../../../test/support/feature-steps.ts'
import { countStored } from '../../../../test/support/send-steps.ts'
import { buildTestDeps, useTestApp } from '../../../../test/support/test-app.ts'
import { idIn, plainAuth, simpleEmail, submit, useSubmission } from './fixtures/submission-server.ts'

const test = useTestApp()
const submission = useSubmission(test)

const setDisabled = (projectId: string, isDisabled: boolean) =>
  sql`update projects set disabled_at = ${isDisabled ? new Date() : null} where id = ${projectId}`.execute(
    test.deps.database.db,
  )

describe('a caller', () => {
  it('has to sign in before anything else', async () => {
    const talk = await submission.talk()
    await talk.say('EHLO mailer.test')
    expect(await talk.say('MAIL FROM:<shop@shop.test>')).toMatch(/^530 5\.7\.0 Sign in first: any user name/)
    expect(await talk.say('DATA')).toMatch(/^530/)
  })

  it('is not asked for a password without encryption, unless its network is trusted', async () => {
    const { port } = await submission.start({ isTrusted: () => false })
    const talk = await submission.talk({ port })
    expect(await talk.say('EHLO mailer.test')).not.toContain('AUTH')
    expect(await talk.say(plainAuth(test.project.secretKey))).toMatch(/^538 5\.7\.11/)
    await talk.say('STARTTLS')
    await talk.encrypt()
    expect(await talk.say('EHLO mailer.test')).toContain('AUTH PLAIN LOGIN')
    expect(await talk.say(plainAuth(test.project.secretKey))).toMatch(/^235/)
  })

  it('is not offered STARTTLS on this machine while the certificate is our own, and gets it when it asks', async () => {
    const talk = await submission.talk()
    expect(await talk.say('EHLO mailer.test')).not.toContain('STARTTLS')
    expect(await talk.say('STARTTLS')).toMatch(/^220/)
  })

  it('signs in with LOGIN as well', async () => {
    const talk = await submission.talk()
    await talk.say('EHLO mailer.test')
    expect(await talk.say('AUTH LOGIN')).toMatch(/^334/)
    expect(await talk.say(Buffer.from('anybody').toString('base64'))).toMatch(/^334/)
    expect(await talk.say(Buffer.from(test.project.secretKey).toString('base64'))).toMatch(/^235/)
  })

  it('gets the reason if its key is refused', async () => {
    const readOnly = await buildKey(test, { scopes: ['read'] })
    const sending = await buildKey(test, { scopes: ['send'] })
    const own = await inFreshProject(test)
    await setDisabled(own.project.projectId, true)
    const answerTo = async (key: string) => {
      const talk = await submission.talk()
      await talk.say('EHLO mailer.test')
      return talk.say(plainAuth(key))
    }
    expect(await answerTo('sk_wrong')).toMatch(/^535 5\.7\.8 The password is not a valid API key\. .*sk_/)
    expect(await answerTo('')).toMatch(/^535 5\.7\.8/)
    expect(await answerTo(test.project.publicKey)).toMatch(/^535 5\.7\.8 This is a public key/)
    expect(await answerTo(readOnly)).toMatch(/^535 5\.7\.8 This key lacks the scope "send"/)
    expect(await answerTo(own.project.secretKey)).toMatch(/^550 5\.7\.1 This project is disabled\. .*enable/)
    expect(await answerTo(sending)).toMatch(/^235/)
  })

  it('may send no more once its project is disabled, though it is signed in', async () => {
    const own = await inFreshProject(test)
    const talk = await submission.signedIn({ key: own.project.secretKey })
    expect(await submit(talk, simpleEmail('One'))).toMatch(/^250/)
    await setDisabled(own.project.projectId, true)
    expect(await submit(talk, simpleEmail('Two'))).toMatch(/^550 5\.7\.1 This project is disabled/)
    await setDisabled(own.project.projectId, false)
    expect(await submit(talk, simpleEmail('Three'))).toMatch(/^250/)
  })

  it('shares the request limit of its project with HTTP, and gets the time to wait', async () => {
    const deps = buildTestDeps(test.url, { API_RATE_PER_MINUTE: '2' })
    onTestFinished(async () => {
      await deps.threads.close()
      await deps.database.close()
    })
    const { port } = await submission.start({ deps: { config: deps.config } })
    const own = await inFreshProject(test)
    const talk = await submission.signedIn({ port, key: own.project.secretKey })
    expect(await submit(talk, simpleEmail('One'))).toMatch(/^250/)
    expect(await submit(talk, simpleEmail('Two'))).toMatch(/^250/)
    expect(await submit(talk, simpleEmail('Three'))).toMatch(
      /^451 4\.7\.0 Too many requests\. Send it again in \d+ sec/,
    )
    expect(await talk.say('RSET')).toMatch(/^250/)
  })
})

describe('an email', () => {
  const answerTo = async (lines: string[], to?: string[]) =>
    submit(await submission.signedIn(), lines, to ? { to } : {})
  const withHeader = (...headers: string[]) => [...headers, ...simpleEmail('Hello')]

  it('needs a sender whose domain is verified', async () => {
    const own = await inFreshProject(test)
    const talk = await submission.signedIn({ key: own.project.secretKey })
    const lines = simpleEmail('Hello').with(0, 'From: me@elsewhere.com')
    expect(await submit(talk, lines)).toMatch(/^550 5\.7\.1 .*elsewhere\.com.*POST \/domains/)
    expect(await countStored(own)).toMatchObject({ emails: 0, contents: 0 })
  })

  it.each([
    ['two senders', ['From: a@shop.test, b@shop.test'], /^554 5\.6\.0 From: must be one address/],
    ['no address as a sender', ['From: nobody'], /^554 5\.6\.0 From email: /],
    ['data that is not JSON', ['X-Lettermill-Data: {nope'], /^554 5\.6\.0 X-Lettermill-Data is not JSON/],
    ['data that is a list', ['X-Lettermill-Data: [1]'], /^554 5\.6\.0 X-Lettermill-Data: /],
    [
      'a header that we do not know',
      ['X-Lettermill-Tag: a'],
      /^554 5\.6\.0 The header X-Lettermill-tag does not exist/,
    ],
    [
      'a template that does not exist',
      ['X-Lettermill-Template: nope'],
      /^554 5\.6\.0 There is no such template/,
    ],
    ['too many tags', [`X-Lettermill-Tags: ${'a,'.repeat(21)}`], /^554 5\.6\.0 X-Lettermill-Tags: /],
    ['Liquid that is broken', ['X-Lettermill-Data: {}', 'Subject: {% nope'], /^554 5\.6\.0 /],
  ])('is refused with %s', async (_what, headers, answer) => {
    const names = headers.map((header) => header.split(':')[0])
    const rest = simpleEmail('Hello').filter((line) => !names.includes(line.split(':')[0] ?? ''))
    expect(await answerTo([...headers, ...rest])).toMatch(answer)
  })

  it('is refused with too many attachments, or too large ones', async () => {
    const send = (attachments: { filename: string; content: Buffer }[]) =>
      submission.send({ from: 'shop@shop.test', to: newAddress(), subject: 'Files', text: 'x', attachments })
    const file = (bytes: number) => ({ filename: 'a.bin', content: Buffer.alloc(bytes, 7) })
    await expect(send(Array.from({ length: 11 }, () => file(1)))).rejects.toThrow(
      /554 5\.6\.0 attachments: .*10/,
    )
    await expect(send([file(5_500_000), file(5_500_000)])).rejects.toThrow(
      /attachments: must have at most 10 MB/,
    )
    expect(await send([file(5_000_000), file(5_000_000)])).toMatch(/^250/)
  })

  it('is refused when it is larger than the limit, announced or not', async () => {
    const { port } = await submission.start({
      deps: { config: { ...test.deps.config, JSON_LIMIT_MB: 1 } },
    })
    const talk = await submission.signedIn({ port })
    expect(await talk.say('MAIL FROM:<shop@shop.test> SIZE=2000000')).toMatch(/^552 /)
    const large = [...simpleEmail('Large'), ...Array.from({ length: 20_000 }, () => 'x'.repeat(70))]
    expect(await submit(talk, large)).toMatch(/^552 5\.3\.4/)
    expect(await submit(talk, simpleEmail('Small'))).toMatch(/^250/)
  })

  it('has at most 50 recipients, all of them addresses', async () => {
    const talk = await submission.signedIn()
    await talk.say('MAIL FROM:<shop@shop.test>')
    const answers: string[] = []
    for (let count = 0; count < 51; count += 1) {
      answers.push((await talk.say(`RCPT TO:<p${count}@example.com>`)).slice(0, 3))
    }
    expect(answers).toEqual([...Array.from({ length: 50 }, () => '250'), '452'])
    await talk.say('RSET')
    await talk.say('MAIL FROM:<shop@shop.test>')
    expect(await talk.say('RCPT TO:<a@localhost>')).toMatch(/^553 5\.1\.3 /)
    expect(await talk.say('RCPT TO:<ä@example.com>')).toMatch(/^55\d /)
  })

  it('is refused with SMTPUTF8, which is not supported, and accepted with 8BITMIME', async () => {
    const talk = await submission.talk()
    const offers = await talk.say('EHLO mailer.test')
    expect(offers).not.toContain('SMTPUTF8')
    expect(offers).toContain('8BITMIME')
    await talk.say(plainAuth(test.project.secretKey))
    expect(await talk.say('MAIL FROM:<shop@shop.test> SMTPUTF8')).toMatch(
      /^555 5\.6\.7 SMTPUTF8 is not supported/,
    )
    expect(await talk.say('MAIL FROM:<shop@shop.test> BODY=8BITMIME')).toMatch(/^250/)
    await talk.say('RCPT TO:<ann@example.com>')
    await talk.say('DATA')
    const lines = [
      'From: shop@shop.test',
      'Content-Type: text/plain; charset=utf-8',
      'Subject: 8 bit',
      '',
      'Grüße',
    ]
    expect(await talk.say(Buffer.from(`${lines.join('\r\n')}\r\n.`))).toMatch(/^250/)
  })

  it('of a marketing template is refused if a recipient is not in To', async () => {
    const template = await buildTemplate(test, { type: 'MARKETING' })
    const lines = withHeader(`X-Lettermill-Template: ${template.id}`)
    expect(await answerTo(lines, ['ann@example.com', 'bob@example.com'])).toMatch(
      /^554 5\.6\.0 cc: must be left out/,
    )
    expect(await answerTo(lines)).toMatch(/^250 .*1 suppressed: not_subscribed/)
  })

  it('is accepted without a subject or a body, as scanners and cron send it', async () => {
    expect(idIn(await answerTo(['From: shop@shop.test', '', '']))).toBeDefined()
  })
})

describe('while the database is away', () => {
  it('emails are deferred, and accepted on the next attempt', async () => {
    const deps = buildTestDeps(test.url)
    onTestFinished(async () => {
      await deps.threads.close()
      await deps.database.close()
    })
    const { port } = await submission.start({ deps })
    const talk = await submission.signedIn({ port })
    const begin = ['MAIL FROM:<shop@shop.test>', 'RCPT TO:<ann@example.com>', 'DATA']
    for (const words of begin) await talk.say(words)
    await deps.database.connectTo(['postgres://nobody@127.0.0.1:1/nothing'])
    await cutConnections(test.deps.database.db)
    expect(await talk.say(`${simpleEmail('Later').join('\r\n')}\r\n.`)).toMatch(/^451 4\.3\.[02]/)
    expect(await talk.say('MAIL FROM:<shop@shop.test>')).toMatch(/^451 4\.3\.[02]/)
    await deps.database.connectTo([test.url])
    expect(await submit(talk, simpleEmail('Later'))).toMatch(/^250/)
  })
})
