import type { Trx } from '../../../platform/db/client.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { replaceUses } from '../../uses/index.ts'
import type { UsingRecord } from '../../uses/index.ts'
import type { NamedPartial } from './load-partials.service.ts'
import { partialKeysIn } from './partial-tags.ts'
import { holdPartials } from './partials.queries.ts'

type PartialUser = { projectId: ProjectId; user: UsingRecord; texts: readonly (string | null | undefined)[] }

/**
 * Prevents deleting the partials that the texts of a record name. One that does not exist any more is left out: whatever prepares
 * the texts again reports it.
 */
export async function recordPartialUses(trx: Trx, { projectId, user, texts }: PartialUser): Promise<void> {
  const keys = keysIn(texts)
  const held = keys.length === 0 ? [] : await holdPartials(trx, { projectId, keys })
  await replaceUses(trx, { projectId, user, kind: 'partial', ids: held.map(({ id }) => id) })
}

/** Like recordPartialUses, for texts prepared with these partials. False if one of them was changed or deleted since. */
export async function recordPreparedUses(
  trx: Trx,
  { projectId, user, texts, partials }: PartialUser & { partials: readonly NamedPartial[] },
): Promise<boolean> {
  const keys = partials.map(({ key }) => key)
  const held = keys.length === 0 ? [] : await holdPartials(trx, { projectId, keys })
  const versions = new Map(held.map(({ id, version }) => [id, version]))
  if (partials.some(({ id, version }) => versions.get(id) !== version)) return false
  const named = new Set(keysIn(texts))
  const ids = held.filter(({ key }) => named.has(key)).map(({ id }) => id)
  await replaceUses(trx, { projectId, user, kind: 'partial', ids })
  return true
}

const keysIn = (texts: PartialUser['texts']): string[] => [
  ...new Set(texts.flatMap((text) => partialKeysIn(text ?? ''))),
]
