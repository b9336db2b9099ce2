import { z } from 'zod'

export const Health = z.object({ status: z.string(), version: z.string() }).meta({ id: 'Health' })

export const MetricsText = z.string().describe('Prometheus text format')
