// The ports for bounces and for SMTP submission of a running node.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { SECRET_KEY, useNodes } from '../support/node-process.ts'
import { openNodeHere, startHere } from '../support/run-command.ts'
import { useSharedDatabase } from '../support/database/shared-database.ts'

const nodes = useNodes()
const database = useSharedDatabase()

async function takePort(): Promise<{ port: number; release: () => Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { port, release: () => once(server.close(), 'close') }
}

async function readGreeting(port: number, host = '127.0.0.1'): Promise<string> {
  const socket = connect(port, host).setEncoding('latin1')
  onTestFinished(() => void socket.destroy())
  const [greeting] = (await once(socket, 'data')) as [string]
  socket.destroy()
  return greeting
}

describe('the port for bounces', () => {
  it('is answered by a node that works, under the name of the mail server, and closed when it stops', async () => {
    const { port, release } = await takePort()
    await release()
    const node = await openNodeHere('all', {
      ...database.settings,
      BOUNCE_PORT: String(port),
      MAIL_HOSTNAME: 'mail.example.com',
    })
    expect(await readGreeting(port)).toMatch(/^220 mail\.example\.com ESMTP/)
    await node.stop()
    await expect(readGreeting(port)).rejects.toThrow('ECONNREFUSED')
  })

  it('is not waited for by a node that stops meanwhile', async () => {
    const { port } = await takePort()
    const exit = await startHere('all', { ...database.settings, BOUNCE_PORT: String(port) })
    expect(exit).toMatchObject({ code: 0 })
  })
})

it('SMTP_HOST and BOUNCE_HOST open their ports elsewhere than HTTP', async () => {
  const [bounces, submission] = [await takePort(), await takePort()]
  await Promise.all([bounces.release(), submission.release()])
  const node = await openNodeHere('all', {
    ...database.settings,
    BOUNCE_PORT: String(bounces.port),
    BOUNCE_HOST: '127.0.0.2',
    SMTP_PORT: String(submission.port),
    SMTP_HOST: '127.0.0.3',
  })
  expect(new URL(node.url).hostname).toBe('127.0.0.1')
  expect(await readGreeting(bounces.port, '127.0.0.2')).toMatch(/^220 /)
  expect(await readGreeting(submission.port, '127.0.0.3')).toMatch(/^220 /)
  await expect(readGreeting(bounces.port)).rejects.toThrow('ECONNREFUSED')
})

describe('ports that are taken', () => {
  it('keep no node from working, and are answered once they are free', async () => {
    const { port, release } = await takePort()
    const bounces = await takePort()
    const node = await nodes.start({
      ...database.settings,
      SMTP_PORT: String(port),
      BOUNCE_PORT: String(bounces.port),
      LOG_LEVEL: 'info',
    })
    expect(node.output()).toContain(`Port ${port} of 127.0.0.1, for SMTP submission, is taken`)
    expect(node.output()).toContain(`Port ${bounces.port} of 127.0.0.1, for bounces, is taken`)
    expect(node.output()).toContain('SMTP submission uses a self-signed certificate')
    await Promise.all([release(), bounces.release()])
    for (const one of [port, bounces.port]) {
      await eventually(async () => expect(await readGreeting(one)).toMatch(/^220 /))
    }
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      requireTLS: true,
      tls: { rejectUnauthorized: false },
      auth: { user: 'x', pass: SECRET_KEY },
    })
    const email = { from: 'me@shop.test', to: 'ada@example.com', subject: 'Hello', text: 'It works' }
    const { response } = await transport.sendMail(email)
    const id = /Accepted as (\S+)/.exec(response ?? '')?.[1]
    const headers = { authorization: `Bearer ${SECRET_KEY}` }
    await eventually(async () => {
      const reply = await fetch(`${node.url}/emails/${id}`, { headers })
      expect(await reply.json()).toMatchObject({
        to: 'ada@example.com',
        subject: 'Hello',
        status: 'DELIVERED',
      })
    })
    expect(await node.stop()).toMatchObject({ code: 0 })
    await expect(readGreeting(port)).rejects.toThrow('ECONNREFUSED')
  })
})
