// A cable between a TCP port and the test server, which listens on a socket only. It can be cut, and it can go dead
// without notice, as a frozen machine or a network that drops packets does.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export type Cable = {
  /** The database at the other end, reached through the cable. */
  readonly url: string
  plugIn(): Promise<void>
  /** Ends all connections and takes no new ones. */
  cut(): void
  /** Passes nothing on from now on, in either direction; connections stay open and new ones are taken. */
  freeze(): void
  thaw(): void
}

export async function openCable(databaseUrl: string): Promise<Cable> {
  const { username, password, pathname, port, searchParams } = new URL(databaseUrl)
  const path = `${searchParams.get('host')}/.s.PGSQL.${port || '5432'}`
  const open = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(path)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    near.pipe(far).pipe(near)
    if (isFrozen) for (const socket of [near, far]) socket.pause()
  })
  const listen = async (where: number) => {
    server.listen(where, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const found = await listen(0)
  return {
    url: `postgres://${username}:${password}@localhost:${found}${pathname}`,
    plugIn: async () => void (await listen(found)),
    cut: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
    freeze: () => {
      isFrozen = true
      for (const socket of open) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of open) socket.resume()
    },
  }
}
