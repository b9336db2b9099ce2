import type { z } from 'zod'
import { printCommentedJson } from '../../../platform/json/commented-json.ts'
import type { FrequencyCapSetting } from '../../../platform/schemas/frequency-cap.schema.ts'
import type { TopicId } from '../../../platform/ids.ts'
import { changeTopic, createTopic, listTopics, MOST_TOPICS, removeTopic } from '../../topics/index.ts'
import { TopicCreate } from '../../topics/topics.schema.ts'
import { requireUnused } from '../../uses/index.ts'
import type { FileKind } from '../file-kind.ts'
import { changedFields } from '../changed-fields.ts'
import { pathOf } from '../file-names.ts'
import { checkFields, readJsonFile, refuseUnknown } from '../read-fields.ts'
import { theFile } from '../the-file.ts'

type Fields = {
  name: string
  description: string | null
  isPublic: boolean
  optIn: z.output<typeof TopicCreate>['optIn']
  frequencyCap: FrequencyCapSetting | null
}

const KNOWN = ['name', 'description', 'isPublic', 'optIn', 'frequencyCap']

export const topicKind: FileKind<Fields> = {
  name: 'topic',
  label: 'topic',
  async load(db, { projectId }) {
    const { rows } = await listTopics(db, { projectId, limit: MOST_TOPICS, before: undefined })
    const records = rows.map((row) => ({
      id: row.id,
      stem: row.key,
      name: row.name,
      updatedAt: null,
      fields: {
        name: row.name,
        description: row.description,
        isPublic: row.is_public,
        optIn: row.opt_in as Fields['optIn'],
        frequencyCap: row.frequency_cap as Fields['frequencyCap'],
      },
    }))
    return { records, skipped: [] }
  },
  print: ({ stem, fields }) => [{ path: pathOf('topic', stem, '.jsonc'), text: printCommentedJson(fields) }],
  parse(files) {
    const file = theFile(files, ['.jsonc'])
    const { path } = file
    const given = readJsonFile(file)
    refuseUnknown(given, { path, known: KNOWN })
    const topic = checkFields(TopicCreate, { ...given, key: files.stem }, path)
    const { name, description = null, optIn, frequencyCap = null } = topic
    return { name, description, isPublic: topic.isPublic ?? true, optIn, frequencyCap }
  },
  nameOf: ({ name }) => name,
  async save({ trx, projectId, now }, { stem, fields, before }) {
    const row = before
      ? await changeTopic(trx, {
          projectId,
          topicId: before.id as TopicId,
          patch: changedFields(before.fields, fields),
        })
      : await createTopic(trx, { projectId, topic: { ...fields, key: stem }, now })
    return row.id
  },
  remove: ({ trx, projectId, source }, { id }) =>
    removeTopic(trx, { projectId, topicId: id as TopicId, source, requireUnused }),
}
