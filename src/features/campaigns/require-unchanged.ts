import { AppError } from '../../platform/errors.ts'

const PATHS = { campaign: '/campaigns/{id}', 'recurring campaign': '/recurring-campaigns/{id}' } as const

/** @throws AppError if the record was saved since the caller read it */
export function requireUnchanged(
  { updated_at: updatedAt }: { updated_at: Date },
  { kind, expected }: { kind: keyof typeof PATHS; expected: Date | undefined },
): void {
  if (expected === undefined || expected.getTime() === updatedAt.getTime()) return
  throw new AppError('CONFLICT', {
    message: `The ${kind} was changed at ${updatedAt.toISOString()}, after ifUpdatedAt (${expected.toISOString()}).`,
    suggestion: `Read it again with GET ${PATHS[kind]}, and repeat your change on the current version.`,
  })
}
