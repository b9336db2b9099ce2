import { z } from 'zod'
import {
  bytesUpTo,
  lineUpTo,
  listUpTo,
  MEGABYTE,
  recordUpTo,
  textUpTo,
} from '../../platform/schemas/bounded.schema.ts'

/** In the order in which they are saved: a record refers to those of earlier kinds, and to workflows, which are reserved. */
export const KINDS = [
  'topic',
  'brand',
  'partial',
  'template',
  'settings',
  'segment',
  'workflow',
  'form',
] as const
export type KindName = (typeof KINDS)[number]

// A project of several hundred templates with their translations.
export const MOST_FILES = 1_000
/** The size of all files together. A request has 16 MB for them, and JSON takes up to twice the room. */
export const MOST_BYTES = 8 * MEGABYTE
// A template's body has up to a megabyte; its fields are above it.
const MOST_FILE_BYTES = MEGABYTE + 16 * 1_024
const LONGEST_PATH = 250
const MOST_SECRETS = 500
// As long as a header may be.
const LONGEST_SECRET = 2_000
const HASH = /^[0-9a-f]{64}$/

const Path = textUpTo(LONGEST_PATH)
  .min(1, 'must not be empty')
  .describe('Path in the folder, such as topics/news.jsonc.')
const Hash = z.string().describe('SHA-256 of the text that the project has for this path, in hexadecimal.')

const FileText = bytesUpTo(MOST_FILE_BYTES).describe('The content of the file.')

export const ProjectFileList = z
  .object({
    files: z.array(
      z.object({
        path: z.string().describe('Path in the folder.'),
        text: z.string().describe('The content of the file.'),
        hash: Hash,
      }),
    ),
    skipped: z
      .array(
        z.object({
          kind: z.enum(KINDS),
          id: z.string(),
          name: z.string(),
          reason: z.string().describe('Why files cannot express it, and what to do.'),
        }),
      )
      .describe('Records that are not among the files. Applying files never changes them.'),
    cursor: z.string().nullable().describe('For `cursor` of the next request; null on the last page.'),
    hasMore: z.boolean(),
  })
  .meta({ id: 'ProjectFileList' })

export const ProjectFilesQuery = z.object({
  cursor: textUpTo(LONGEST_PATH).optional().describe('The `cursor` of the previous page.'),
})

export const ProjectApply = z
  .object({
    files: listUpTo(MOST_FILES, z.object({ path: Path, text: FileText })).describe(
      `The files of the folder, at most ${MOST_FILES} and 8 MB together.`,
    ),
    base: recordUpTo(MOST_FILES * 2, z.string().regex(HASH, 'must be a hash of GET /project/files'))
      .nullish()
      .describe(
        'The hashes of all paths as `GET /project/files` or the last call of this one returned them. A record that has changed since is a conflict. null: nothing is compared, and the files win.',
      ),
    dryRun: z.boolean().nullish().describe('Whether to undo everything in the end. Default: false.'),
    secrets: recordUpTo(MOST_SECRETS, lineUpTo(LONGEST_SECRET))
      .nullish()
      .describe(
        'Values for the placeholders of webhooks, by their names: `ORDERS__CRM__AUTHORIZATION` for `${secret.ORDERS__CRM__AUTHORIZATION}`. Those left out keep the value that the project has.',
      ),
    prune: z
      .boolean()
      .nullish()
      .describe('Whether to delete records whose files are missing, unless they are in use. Default: false.'),
  })
  .meta({ id: 'ProjectApply' })

export const ProjectApplied = z
  .object({
    dryRun: z.boolean().describe('Whether everything was undone.'),
    changes: z
      .array(
        z.object({
          kind: z.enum(KINDS),
          path: z.string().describe('The first file of the record.'),
          name: z.string(),
          action: z
            .enum(['created', 'changed', 'deleted', 'kept'])
            .describe('kept: it would have been deleted, but it is in use.'),
          fields: z.array(z.string()).describe('The changed fields.'),
          words: z.string().describe('The change as a sentence.'),
          effects: z
            .array(z.string())
            .describe(
              'Sentences that say what the change would do to people, such as how many would enter a segment. Empty unless it is a dry run.',
            ),
        }),
      )
      .describe('In the order in which they were made. Records without a change are left out.'),
    unchanged: z.int().describe('Number of records that were like their files.'),
    base: z
      .record(z.string(), z.string())
      .describe('The hashes of all paths afterwards, for `base` of the next call.'),
  })
  .meta({ id: 'ProjectApplied' })
