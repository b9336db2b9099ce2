// The receivers of own delivery, of a transport or of the server.
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { DestinationList as DestinationListSchema } from '../../../../src/features/delivery/mx/destinations.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { recordOptions } from '../client/records.ts'

type DestinationList = z.infer<typeof DestinationListSchema>
export type Destination = DestinationList['destinations'][number]

/** The path of a list of destinations in the API, in parts. */
export type DestinationsPath = readonly [string, ...string[]]

export const destinationsOf = (transportId: string): DestinationsPath => [
  '/transports',
  transportId,
  'destinations',
]

/** Those of MAIL_TRANSPORT, for the owner of the installation. */
export const INSTANCE_DESTINATIONS: DestinationsPath = ['/instance', 'destinations']

// The stream does not announce the state of a destination, which changes within seconds.
const POLL_MS = 4_000

export const destinationsQuery = (api: ProjectApi, path: DestinationsPath) =>
  queryOptions({ ...recordOptions<DestinationList>(api, path), refetchInterval: POLL_MS })
