import type { Transport } from '../../api/connections/transports.ts'
import { transports } from './transports.texts.ts'

/** The server of a transport, in short. */
export function serverOf(transport: Transport): string {
  switch (transport.type) {
    case 'smtp':
      return `${transport.settings.host}:${transport.settings.port}`
    case 'ses':
      return `${transports.types.ses}, ${transport.settings.region}`
    case 'mx':
      return transports.types.mx
  }
}
