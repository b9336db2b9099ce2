import { z } from 'zod'

export const Health = z
  .object({
    status: z.string(),
    version: z.string(),
    warnings: z
      .array(z.string())
      .optional()
      .describe(
        'What the operator should look at although the service answers, for example that email waits.',
      ),
  })
  .meta({ id: 'Health' })

export const MetricsText = z.string().describe('Prometheus text format')
