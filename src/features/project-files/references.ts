import { invalidFields, MOST_PROBLEMS } from '../../platform/errors.ts'
import { referenceKey } from './file-kind.ts'
import type { Reference, SaveContext } from './file-kind.ts'

const LONGEST_SHOWN = 100

/** The way in which files name a record. Other kinds are known by their keys. */
const KNOWN_BY: Partial<Record<Reference['kind'], string>> = {
  segment: 'its name, not its id',
  template: 'its alias, or for one without an alias the name of its file',
  workflow: 'its name, not its id',
}

/** @throws AppError that names the references without a record */
export function requireReferences(references: readonly Reference[], ids: SaveContext['ids']): void {
  const missing = references.filter(({ kind, name }) => !ids.has(referenceKey(kind, name)))
  if (missing.length === 0) return
  throw invalidFields(
    ...missing.slice(0, MOST_PROBLEMS).map(({ kind, name, field }) => ({
      field,
      message: `names the ${kind} "${name.slice(0, LONGEST_SHOWN)}", which neither the project nor the folder has; write ${KNOWN_BY[kind] ?? 'its key'}`,
      code: 'custom' as const,
    })),
  )
}

/** The ids of references that were checked. */
export const idsBy =
  (ids: SaveContext['ids']) =>
  ({ kind, name }: Omit<Reference, 'field'>): string =>
    ids.get(referenceKey(kind, name)) ?? ''
