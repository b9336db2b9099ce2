// SPAMD_HOST: the SpamAssassin of the operator.
import { z } from 'zod'

const SPAMD_PORT = 783
const SERVER = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/

const spamdServer = z
  .string()
  .regex(SERVER, 'must be host or host:port, such as localhost:783')
  .transform((text) => {
    const [, address, name = '', port = SPAMD_PORT] = SERVER.exec(text) ?? []
    return { host: address ?? name, port: Number(port) }
  })
  .refine(({ port }) => port >= 1 && port <= 65_535, 'must have a port from 1 to 65535')

export const spamSettings = {
  SPAMD_HOST: spamdServer
    .optional()
    .describe(
      'The spamd of SpamAssassin, as host or host:port (783 by default), to judge emails on request before they are sent. It may be a private host. Default: none.',
    ),
}
