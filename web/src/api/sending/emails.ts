import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  EmailContent,
  EmailList,
  Email as EmailSchema,
} from '../../../../src/features/emails/emails.schema.ts'
import type { TimeSort } from '../../../../src/platform/record-sorts.values.ts'
import type { SendAnswer } from '../../../../src/features/send/send.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type Email = z.infer<typeof EmailSchema>
export type EmailStatus = Email['status']

type EmailFilter = {
  status?: EmailStatus | undefined
  search?: string | undefined
  tag?: string | undefined
  templateId?: string | undefined
  contactId?: string | undefined
  sort?: TimeSort | undefined
}

export const emailListQuery = (api: ProjectApi, filter: EmailFilter = {}) =>
  listOptions<z.infer<typeof EmailList>>(api, '/emails', filter)

// An email reaches the inbox within a quarter of a second.
const POLL_MS = 300
// Retries, schedules, opens and clicks come later.
const SLOW_POLL_MS = 5_000

export const emailQuery = (api: ProjectApi, emailId: string) =>
  queryOptions({
    ...recordOptions<Email>(api, ['/emails', emailId]),
    refetchInterval: ({ state }) => {
      const status = state.data?.status
      if (status === undefined) return false
      return status === 'QUEUED' || status === 'SENDING' ? POLL_MS : SLOW_POLL_MS
    },
  })

export const emailContentQuery = (api: ProjectApi, emailId: string) => ({
  ...recordOptions<z.infer<typeof EmailContent>>(api, ['/emails', emailId, 'content']),
  staleTime: Infinity,
})

/** The bytes as they were sent; only the built-in inbox stores them. */
export const rawEmailQuery = (api: ProjectApi, emailId: string) =>
  queryOptions({
    queryKey: [api.projectId, '/emails', emailId, 'raw'] as const,
    queryFn: ({ signal }) => api.bytes(`/emails/${emailId}/raw`, { signal }),
    staleTime: Infinity,
  })

/** `read` parses the raw email with a library that only pages with attachments load. */
export const attachmentsQuery = <T>(
  api: ProjectApi,
  emailId: string,
  read: (bytes: ArrayBuffer) => Promise<T>,
) =>
  queryOptions({
    queryKey: [api.projectId, '/emails', emailId, 'attachments'] as const,
    queryFn: async ({ signal }) => read(await api.bytes(`/emails/${emailId}/raw`, { signal })),
    staleTime: Infinity,
  })

export const resendEmail = (api: ProjectApi, emailId: string) => api.post<Email>(`/emails/${emailId}/resend`)
export const cancelEmail = (api: ProjectApi, emailId: string) => api.post<Email>(`/emails/${emailId}/cancel`)

type NewEmail = { to: string; from: string; subject: string; body: string }

/** @returns the id of the accepted email */
export async function sendEmail(api: ProjectApi, email: NewEmail): Promise<string> {
  const { data } = await api.post<z.infer<typeof SendAnswer>>('/v1/send', email)
  return data.emails[0]?.email ?? ''
}
