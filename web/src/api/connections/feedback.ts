// The feedback URLs of transports, and that of the server.
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  TransportFeedback as TransportFeedbackSchema,
  TransportFeedbackPatch,
} from '../../../../src/features/feedback/door/transport-door.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { recordOptions } from '../client/records.ts'

export type TransportFeedback = z.infer<typeof TransportFeedbackSchema>
export type Provider = NonNullable<TransportFeedback['provider']>
export type KeyName = TransportFeedback['keys'][number]

export type FeedbackProbe = TransportFeedback['probes'][number]

/** The path of a feedback URL in the API, in parts. */
export type FeedbackPath = readonly [string, ...string[]]

export const feedbackOf = (transportId: string): FeedbackPath => ['/transports', transportId, 'feedback']

/** The feedback URL of MAIL_TRANSPORT, for the owner of the installation. */
export const INSTANCE_FEEDBACK: FeedbackPath = ['/instance', 'feedback']

// The stream does not announce reports.
const POLL_MS = 4_000

export const feedbackQuery = (api: ProjectApi, path: FeedbackPath) =>
  queryOptions({ ...recordOptions<TransportFeedback>(api, path), refetchInterval: POLL_MS })

type Keys = z.input<typeof TransportFeedbackPatch>['keys']

/** null removes a key. */
export const changeFeedbackKeys = (api: ProjectApi, path: FeedbackPath, keys: Keys) =>
  api.patch<TransportFeedback>(path.join('/'), { keys })

export const rotateFeedback = (api: ProjectApi, path: FeedbackPath, graceSeconds: number) =>
  api.post<TransportFeedback>(`${path.join('/')}/rotate`, { graceSeconds })

export const proveFeedback = (api: ProjectApi, path: FeedbackPath) =>
  api.post<TransportFeedback>(`${path.join('/')}/prove`, {})
