import { z } from 'zod'

export const Health = z
  .object({
    status: z.string().describe('ok, or ready.'),
    version: z.string(),
    warnings: z
      .array(z.string())
      .optional()
      .describe(
        'Problems that the operator should look at although the service works, for example that emails are waiting.',
      ),
  })
  .meta({ id: 'Health', examples: [{ status: 'ok', version: '0.2.0' }] })

export const MetricsText = z
  .string()
  .meta({ examples: ['# TYPE lettermill_connections gauge\nlettermill_connections{state="open"} 3\n'] })
  .describe('Metrics in the Prometheus text format.')
