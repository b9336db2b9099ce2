// Lists, tags and groups of the source as topics and static segments. A topic is found again by its key, a segment by its name.
import type { Call } from '../../../command.ts'
import { NOT_SENT } from '../../../command.ts'
import { CommandFailure } from '../../../failure.ts'
import { readAll } from '../../resources/listing.ts'
import type { ReceiptBuilder } from '../receipt.ts'
import type { GroupRecord } from '../records.ts'
import { refusalOf } from './refusal.ts'

const LONGEST_KEY = 50
const LONGEST_TOPIC_NAME = 100
const LONGEST_SEGMENT_NAME = 200
const LONGEST_DESCRIPTION = 500

export type Groups = {
  add(group: GroupRecord): Promise<void>
  /** The key of the topic that the group has become; undefined if it is not one. */
  topicOf(id: string): string | undefined
  segmentOf(id: string): string | undefined
  topicKeys(): string[]
}

type GroupsOptions = { call: Call; receipt: ReceiptBuilder; isDryRun: boolean }

type KnownSegment = { id: string; isStatic: boolean }

export function createGroups({ call, receipt, isDryRun }: GroupsOptions): Groups {
  const topics = new Map<string, string>()
  const segments = new Map<string, string>()
  let known: Promise<KnownGroups> | undefined
  const create = async (group: GroupRecord): Promise<void> => {
    const { topicKeys, segmentNames } = await (known ??= readKnown(call))
    const kind = group.as === 'topic' ? 'topics' : 'segments'
    const name = nameOf(group)
    if (group.as === 'topic') {
      const key = freeKey(group, [...topics.values()])
      const isHere = topicKeys.has(key)
      if (!isHere && !isDryRun) await createTopic(call, { key, name, group })
      receipt.taken(kind, isHere ? { existing: 1 } : { created: 1 })
      topics.set(group.id, key)
      return
    }
    const found = segmentNames.get(name)
    if (found && !found.isStatic) {
      receipt.leftOut(kind, { reason: 'a segment with conditions has this name', example: name })
      return
    }
    const id = found?.id ?? (isDryRun ? '' : await createSegment(call, { name, group }))
    segmentNames.set(name, { id, isStatic: true })
    receipt.taken(kind, found ? { existing: 1 } : { created: 1 })
    segments.set(group.id, id)
  }
  return {
    async add(group) {
      const kind = group.as === 'topic' ? 'topics' : 'segments'
      receipt.read(kind)
      try {
        await create(group)
      } catch (error) {
        if (!(error instanceof CommandFailure)) throw error
        receipt.leftOut(kind, { reason: refusalOf(error), example: group.name })
      }
    },
    topicOf: (id) => topics.get(id),
    segmentOf: (id) => segments.get(id),
    topicKeys: () => [...new Set(topics.values())],
  }
}

type KnownGroups = { topicKeys: Set<string>; segmentNames: Map<string, KnownSegment> }

async function readKnown({ api }: Call): Promise<KnownGroups> {
  const topicKeys = new Set<string>()
  for await (const { key } of readAll({ api, path: '/topics', resource: 'topics' })) {
    topicKeys.add(String(key))
  }
  const segmentNames = new Map<string, KnownSegment>()
  for await (const { id, name, type } of readAll({ api, path: '/segments', resource: 'segments' })) {
    segmentNames.set(String(name), { id: String(id), isStatic: type === 'STATIC' })
  }
  return { topicKeys, segmentNames }
}

function nameOf({ name, id, as }: GroupRecord): string {
  const longest = as === 'topic' ? LONGEST_TOPIC_NAME : LONGEST_SEGMENT_NAME
  return name.replaceAll(/\s+/g, ' ').trim().slice(0, longest).trim() || id
}

/** Like the name, as far as a key can be; with the id of the group if another group has that key already. */
function freeKey(group: GroupRecord, taken: readonly string[]): string {
  const key = keyOf(group.name) || keyOf(`group ${group.id}`)
  return taken.includes(key) ? keyOf(`${key.slice(0, LONGEST_KEY / 2)} ${group.id}`) : key
}

export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_KEY)
    .replaceAll(/^-+|-+$/g, '')

async function createTopic(
  call: Call,
  { key, name, group }: { key: string; name: string; group: GroupRecord },
) {
  const description = group.description?.slice(0, LONGEST_DESCRIPTION) || null
  // Explicit: the source knows who is in. Implied: it knows who has left.
  const body = { key, name, description, optIn: group.isImplied ? 'implied' : 'explicit' }
  await call.api.change({ method: 'POST', path: '/topics', body })
}

async function createSegment(
  call: Call,
  { name, group }: { name: string; group: GroupRecord },
): Promise<string> {
  const description = group.description?.slice(0, LONGEST_DESCRIPTION) || null
  const body = { name, description, type: 'STATIC' }
  const created = await call.api.change<{ id: string }>({ method: 'POST', path: '/segments', body })
  return created === NOT_SENT ? '' : created.id
}
