import type { z } from 'zod'
import type { SendAnswer } from '../../../src/features/send/send.schema.ts'
import type { ProjectApi } from './client/client.ts'

type Message = { to: string; from: string; subject: string; body: string }

/** @returns the id of the accepted email */
export async function sendEmail(api: ProjectApi, message: Message): Promise<string> {
  const { data } = await api.post<z.infer<typeof SendAnswer>>('/v1/send', message)
  return data.emails[0]?.email ?? ''
}
