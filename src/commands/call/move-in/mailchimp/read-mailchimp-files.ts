// Files of an export of Mailchimp: one for each state of contacts, as CSV, and templates as HTML.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../../../usage-error.ts'
import { unreadable } from '../../resources/input.ts'
import type { CsvTarget } from '../csv/csv-mapping.ts'
import { createFileGroups, readContacts } from '../csv/read-csv.ts'
import { openCsv } from '../csv/csv-rows.ts'
import type { CsvFile } from '../csv/csv-rows.ts'
import { statusOf } from '../csv/status-words.ts'
import type { Status } from '../csv/status-words.ts'
import type { SourceRecord } from '../records.ts'
import { translateMergeTags } from '../templates/merge-tags.ts'
import { keyOf } from '../writer/groups.ts'

type AudienceFile = { csv: CsvFile; status: Status; columns: Map<string, CsvTarget> }

const ADDRESS = 'Email Address'

/** Columns that Mailchimp computes. Those that prove consent (OPTIN_TIME, CONFIRM_TIME) become fields. */
const SKIPPED = new Set([
  'LEID', 'EUID', 'MEMBER_RATING', 'LATITUDE', 'LONGITUDE', 'GMTOFF', 'DSTOFF', 'CC', 'REGION', 'NOTES', 'LAST_CHANGED',
  'UNSUB_CAMPAIGN_TITLE', 'UNSUB_CAMPAIGN_ID', 'CLEAN_CAMPAIGN_TITLE', 'CLEAN_CAMPAIGN_ID',
]) // prettier-ignore

/** All files are opened at once, so that a wrong one is found before anything is sent. */
export async function openAudienceFiles(files: readonly string[]): Promise<AudienceFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const csv = await openCsv(file)
      if (!csv.headers.includes(ADDRESS)) {
        throw new UsageError(
          `${file} is not an export of Mailchimp: it has no column "${ADDRESS}". Use lettermill import csv.`,
        )
      }
      const columns = new Map(
        csv.headers.filter(Boolean).map((header) => [header, targetOf(header)] as const),
      )
      return { csv, status: stateOfFile(file, csv.headers), columns }
    }),
  )
}

function targetOf(header: string): CsvTarget {
  if (header === ADDRESS) return { to: 'email' }
  if (header === 'TAGS') return { to: 'tags' }
  if (SKIPPED.has(header)) return null
  if (header === 'First Name') return { to: 'data', key: 'firstName' }
  if (header === 'Last Name') return { to: 'data', key: 'lastName' }
  // A field of one word mostly has the merge tag of that name.
  return { to: 'data', key: /^[A-Za-z]+$/.test(header) ? header.toLowerCase() : header }
}

/** Mailchimp begins the name of each file with the state, such as subscribed_email_audience_export_….csv. */
function stateOfFile(file: string, headers: readonly string[]): Status {
  const [, word = ''] = /^(subscribed|unsubscribed|cleaned|non-?subscribed)/i.exec(path.basename(file)) ?? []
  if (headers.includes('CLEAN_TIME')) return known('cleaned')
  if (headers.includes('UNSUB_TIME')) return known('unsubscribed')
  if (/^non/i.test(word)) return known('non-subscribed')
  if (word !== '') return known(word)
  throw new UsageError(
    `The name of ${file} must begin with subscribed, unsubscribed, nonsubscribed or cleaned, as Mailchimp names its files: it says the state of the contacts.`,
  )
}

const known = (word: string): Status => statusOf(word) ?? { state: 'NEVER_ASKED' }

export async function* readAudienceFiles(
  files: readonly AudienceFile[],
  segment: string | undefined,
): AsyncGenerator<SourceRecord> {
  const groups = createFileGroups(segment)
  for (const { csv, status, columns } of files) {
    yield* readContacts(csv.rows(ADDRESS), { columns, fallback: status, groups })
  }
}

/** Every HTML file of the folder becomes a template of its name. */
export async function* readTemplateFolder(folder: string): AsyncGenerator<SourceRecord> {
  const names = await readdir(folder).catch((error: Error) => {
    throw unreadable(folder, error)
  })
  for (const file of names.filter((name) => /\.html?$/i.test(name)).toSorted()) {
    const name = path.parse(file).name
    const { text, untranslated } = translateMergeTags(await readFile(path.join(folder, file), 'utf8'))
    // The subject is that of a campaign there.
    yield {
      kind: 'template',
      alias: `mailchimp-${keyOf(name)}`,
      name,
      subject: name,
      body: text,
      type: 'MARKETING',
      untranslated,
    }
  }
}
