import type { z } from 'zod'
import type { ContentFinding } from '../content-checks.schema.ts'

export type ContentProblem = z.infer<typeof ContentFinding>
