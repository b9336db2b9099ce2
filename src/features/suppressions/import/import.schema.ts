import { z } from 'zod'
import { csvMapOption } from '../../../platform/csv/csv-map.schema.ts'
import { SuppressionReason } from '../suppressions.schema.ts'

export const SuppressionImportMap = z
  .record(z.string(), z.enum(['email', 'reason'], 'must be email, reason or null').nullable())
  .describe('Maps a header to "email", "reason" or null (skip the column).')

/** Query parameters, or fields of the form. */
export const SuppressionImportOptions = z.object({
  map: csvMapOption(SuppressionImportMap).describe(
    'JSON object that maps headers: {header: "email" | "reason" | null}. Without it, the columns named email and reason are used, case-insensitively. All other columns are skipped.',
  ),
  reason: SuppressionReason.optional().describe('The reason for rows without one. Default: manual.'),
})

/** Stored with the operation. */
export const SuppressionImportRequest = z.object({
  columns: z.array(z.object({ to: z.enum(['email', 'reason']) }).nullable()),
  delimiter: z.string(),
  reason: SuppressionReason,
})
