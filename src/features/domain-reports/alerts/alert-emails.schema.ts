import { z } from 'zod'

export const AlertEmailPayload = z.object({
  projectId: z.string().brand<'project'>(),
  id: z.string().brand<'email'>(),
})
export type AlertEmailPayload = z.output<typeof AlertEmailPayload>
