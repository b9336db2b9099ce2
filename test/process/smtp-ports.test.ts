// The port for bounces of a running node.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { useNodes } from '../support/node-process.ts'

const nodes = useNodes()

async function takePort(): Promise<{ port: number; release: () => Promise<unknown> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { port, release: () => once(server.close(), 'close') }
}

async function readGreeting(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  onTestFinished(() => void socket.destroy())
  const [greeting] = (await once(socket, 'data')) as [string]
  socket.destroy()
  return greeting
}

describe('the port for bounces', () => {
  it('is answered by a node that works, under the name of the mail server, and closed when it stops', async () => {
    const { port, release } = await takePort()
    await release()
    const node = await nodes.start({ BOUNCE_PORT: String(port), MAIL_HOSTNAME: 'mail.example.com' })
    expect(await readGreeting(port)).toMatch(/^220 mail\.example\.com ESMTP/)
    expect(await node.stop()).toMatchObject({ code: 0 })
    await expect(readGreeting(port)).rejects.toThrow('ECONNREFUSED')
  })

  it('that is taken keeps no node from working, and is answered once it is free', async () => {
    const { port, release } = await takePort()
    const node = await nodes.start({ BOUNCE_PORT: String(port) })
    expect(node.stdout()).toContain(`Port ${port} of 127.0.0.1, for bounces, is taken`)
    await release()
    await eventually(async () => expect(await readGreeting(port)).toMatch(/^220 /))
    expect(await node.stop()).toMatchObject({ code: 0 })
    await expect(readGreeting(port)).rejects.toThrow('ECONNREFUSED')
  })

  it('is not waited for by a node that stops meanwhile', async () => {
    const { port } = await takePort()
    const node = await nodes.start({ BOUNCE_PORT: String(port) })
    expect(await node.stop()).toMatchObject({ code: 0 })
  })
})
