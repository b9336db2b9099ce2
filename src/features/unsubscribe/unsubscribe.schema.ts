import { z } from 'zod'

export const TokenParams = z.object({ token: z.string() })
