// Settings that name a server: host, or host:port. IPv6 addresses stand in brackets.
import { z } from 'zod'

export type ServerAddress = { host: string; port: number }

const SERVER = /^(?:\[([0-9a-fA-F:.]{2,45})\]|([\w.-]{1,253}))(?::(\d{1,5}))?$/

export const serverSetting = ({ port: usual, example }: { port: number; example: string }) =>
  z
    .string()
    .regex(SERVER, `must be host or host:port, such as ${example}`)
    .transform((text): ServerAddress => {
      const [, address, name = '', port = usual] = SERVER.exec(text) ?? []
      return { host: address ?? name, port: Number(port) }
    })
    .refine(({ port }) => port >= 1 && port <= 65_535, 'must have a port from 1 to 65535')
