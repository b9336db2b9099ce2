import type { Definition } from '../definition.schema.ts'

/** Why no step runs for a contact that is held back. */
export const heldBackReason = ({ holdout }: Pick<Definition, 'holdout'>): string =>
  `Held back: the contact is one of the ${holdout?.percent ?? 0} % that get nothing, to compare with.`
