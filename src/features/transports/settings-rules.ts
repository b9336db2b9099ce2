// The parts that the rules of all types share.
import { invalidFields } from '../../platform/errors.ts'
import type { AppError, FieldProblem } from '../../platform/errors.ts'

export const invalidSettings = (
  field: string,
  message: string,
  code: FieldProblem['code'] = 'invalid_string',
): AppError => invalidFields({ field: `settings.${field}`, message, code })

export type SettingsChange<Settings, Secrets> = {
  settings: Settings
  /** Undefined: there are none any more. Null: as they were. */
  secrets: Secrets | undefined | null
}
