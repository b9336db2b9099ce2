// The public pages with the campaigns that a project shows.
import { z } from 'zod'
import { lineUpTo } from '../../platform/schemas/bounded.schema.ts'

const LONGEST_TITLE = 100

const ENABLED = 'Whether the pages are public. They list the campaigns with `archived: true`. Default: false.'
const TITLE = 'Title of the list and of the RSS feed. null: a title in the language of the project.'

export const Archive = z
  .object({
    enabled: z.boolean().describe(ENABLED),
    title: z.string().nullable().describe(TITLE),
    path: z
      .string()
      .describe(
        'Path of the list below PUBLIC_URL. It cannot be guessed, and never changes. Its RSS feed is at {path}/feed.xml.',
      ),
  })
  .meta({ id: 'Archive' })

export const ArchivePatch = z
  .object({
    enabled: z.boolean().describe(ENABLED),
    title: lineUpTo(LONGEST_TITLE).trim().min(1, 'must not be empty').nullable().describe(TITLE),
  })
  .partial()
  .meta({ id: 'ArchivePatch' })
