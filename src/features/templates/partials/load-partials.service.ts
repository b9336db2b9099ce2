import type { Db, Trx } from '../../../platform/db/client.ts'
import type { PartialId, ProjectId } from '../../../platform/ids.ts'
import type { PartialSet } from './expand-partials.ts'
import { mayNamePartials, partialKeysIn } from './partial-tags.ts'
import { listPartialKeys, listPartialsByKey } from './partials.queries.ts'

/** A partial at the version that a text was prepared with. */
export type NamedPartial = { id: PartialId; key: string; version: number }

export type LoadedPartials = { set: PartialSet; partials: readonly NamedPartial[] }

// Far more than an email has. Expanding it has a limit of its own.
const MOST_LOADED = 200

type PartialQuestion = {
  projectId: ProjectId
  texts: readonly string[]
  unsaved?: { key: string; body: string } | undefined
}

/** The partials that the texts name, and those that these name. Undefined if they name none: then nothing is read. */
export async function loadPartials(
  db: Db | Trx,
  { projectId, texts, unsaved }: PartialQuestion,
): Promise<LoadedPartials | undefined> {
  if (!texts.some(mayNamePartials)) return undefined
  const bodies: Record<string, string> = unsaved ? { [unsaved.key]: unsaved.body } : {}
  const partials: NamedPartial[] = []
  const asked = new Set<string>()
  let wanted = keysIn([...texts, ...Object.values(bodies)])
  while (wanted.length > 0 && asked.size < MOST_LOADED) {
    for (const key of wanted) asked.add(key)
    const found = await listPartialsByKey(db, { projectId, keys: wanted })
    for (const { id, key, version, body } of found) {
      partials.push({ id, key, version })
      if (key !== unsaved?.key) bodies[key] = body
    }
    wanted = keysIn(found.map(({ body }) => body)).filter((key) => !asked.has(key))
  }
  const isComplete = [...asked].every((key) => Object.hasOwn(bodies, key))
  const known = isComplete ? [] : await listPartialKeys(db, { projectId })
  return { set: { bodies, known }, partials }
}

const keysIn = (texts: readonly string[]): string[] => [...new Set(texts.flatMap(partialKeysIn))]
