// `lettermill import <service>`, a command for each service.
import type { Call, CallCommand } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { jsonObject } from '../resources/input.ts'
import { text } from '../resources/listing.ts'
import {
  basic,
  bearer,
  FILE_OPTIONS,
  fileOptions,
  importCommand,
  openClient,
  refuseOptions,
  sourceUrl,
} from './import-command.ts'
import type { Source, SourceRecord } from './records.ts'
import { secretOptions } from './sources/secret.ts'

const importCsv = importCommand({
  service: 'csv',
  summary: 'Move contacts in from a CSV file of any service',
  arguments: [{ name: 'file', summary: 'CSV file with a header' }],
  options: {
    map: text('<json>', 'Meaning of columns, such as {"Mail":"email","State":"status","Plan":"data.plan"}'),
    ...FILE_OPTIONS,
  },
  async open(call) {
    const { openCsvSource } = await import('./csv/read-csv.ts')
    const map = jsonObject('--map', call.text('map')) ?? {}
    return openCsvSource({ file: call.word('file'), map, ...fileOptions(call) })
  },
})

const importListmonk = importCommand({
  service: 'listmonk',
  summary: 'Move subscribers, lists and templates in from listmonk, by its API or its export',
  options: {
    ...sourceUrl('Address of listmonk'),
    user: text('<name>', 'API user of listmonk'),
    ...secretOptions('LISTMONK_TOKEN'),
    file: text('<file>', 'Export of subscribers, instead of the API'),
    ...FILE_OPTIONS,
  },
  async open(call) {
    const file = call.text('file')
    if (file === undefined) return openListmonkApi(call)
    refuseOptions(call, {
      names: ['source-url', 'user', 'token-file', 'token-env'],
      because: 'a file is read',
    })
    const { openListmonkFile } = await import('./listmonk/read-listmonk-file.ts')
    return openListmonkFile({ file, ...fileOptions(call) })
  },
})

async function openListmonkApi(call: Call): Promise<Source> {
  refuseOptions(call, { names: Object.keys(FILE_OPTIONS), because: 'the API says it' })
  const user = call.text('user')
  if (user === undefined || call.text('source-url') === undefined) {
    throw new UsageError(
      'Give --source-url and --user, an API user of listmonk, or --file, to read an export.',
    )
  }
  const { client, from } = await openClient(call, {
    name: 'listmonk',
    variable: 'LISTMONK_TOKEN',
    url: () => '',
    headers: (token) => basic(user, token),
  })
  const { readListmonkApi } = await import('./listmonk/read-listmonk-api.ts')
  return { name: 'listmonk', from, records: readListmonkApi(client) }
}

const importMailchimp = importCommand({
  service: 'mailchimp',
  summary: 'Move audiences, tags, groups and templates in from Mailchimp, by its API or its export',
  options: {
    ...sourceUrl('Address of the API; that of the data center in the key by default'),
    ...secretOptions('MAILCHIMP_API_KEY'),
    file: { ...text('<file>', 'CSV file of an export, instead of the API'), isMany: true },
    segment: text('<name>', 'Segment for all contacts of the files, made if there is none'),
    templates: text('<folder>', 'Folder with templates, exported as HTML'),
  },
  async open(call) {
    const files = call.texts('file')
    const folder = call.text('templates')
    const { openAudienceFiles, readAudienceFiles, readTemplateFolder } =
      await import('./mailchimp/read-mailchimp-files.ts')
    const templates = folder === undefined ? [] : [readTemplateFolder(folder)]
    if (files.length > 0) {
      refuseOptions(call, { names: ['source-url', 'token-file', 'token-env'], because: 'files are read' })
      const audience = readAudienceFiles(await openAudienceFiles(files), call.text('segment'))
      return { name: 'Mailchimp', from: files.join(', '), records: joined([audience, ...templates]) }
    }
    refuseOptions(call, { names: ['segment'], because: 'each audience is a segment' })
    const { client, from } = await openClient(call, {
      name: 'Mailchimp',
      variable: 'MAILCHIMP_API_KEY',
      url: mailchimpUrl,
      headers: (token) => basic('lettermill', token),
    })
    const { readMailchimpApi } = await import('./mailchimp/read-mailchimp-api.ts')
    return { name: 'Mailchimp', from, records: joined([readMailchimpApi(client), ...templates]) }
  },
})

async function* joined(sources: readonly AsyncIterable<SourceRecord>[]): AsyncGenerator<SourceRecord> {
  for (const records of sources) yield* records
}

/** Keys end with their data center: …-us6. */
function mailchimpUrl(key: string): string {
  const [, center] = /-([a-z]{2,4}\d{1,4})$/.exec(key) ?? []
  if (center === undefined) {
    throw new UsageError(
      'The key of Mailchimp has no data center at its end, such as -us6; name the API with --source-url.',
    )
  }
  return `https://${center}.api.mailchimp.com/3.0`
}

const importSendgrid = importCommand({
  service: 'sendgrid',
  summary: 'Move contacts, lists, suppressions, unsubscribe groups and templates in from SendGrid',
  options: {
    ...sourceUrl('Address of the API; https://api.sendgrid.com by default'),
    ...secretOptions('SENDGRID_API_KEY'),
    subscribed: {
      ...text('<true|false>', 'Whether contacts that have not unsubscribed get email; true by default'),
      choices: ['true', 'false'],
    },
  },
  async open(call) {
    const { client, from } = await openClient(call, {
      name: 'SendGrid',
      variable: 'SENDGRID_API_KEY',
      url: () => 'https://api.sendgrid.com',
      headers: bearer,
    })
    const { readSendgridApi } = await import('./sendgrid/read-sendgrid-api.ts')
    const state = call.text('subscribed') === 'false' ? 'NEVER_ASKED' : 'SUBSCRIBED'
    return { name: 'SendGrid', from, records: readSendgridApi({ client, signal: call.signal, state }) }
  },
})

const importResend = importCommand({
  service: 'resend',
  summary: 'Move audiences, contacts and templates in from Resend',
  options: {
    ...sourceUrl('Address of the API; https://api.resend.com by default'),
    ...secretOptions('RESEND_API_KEY'),
  },
  async open(call) {
    const { client, from } = await openClient(call, {
      name: 'Resend',
      variable: 'RESEND_API_KEY',
      url: () => 'https://api.resend.com',
      headers: bearer,
    })
    const { readResendApi } = await import('./resend/read-resend-api.ts')
    return { name: 'Resend', from, records: readResendApi(client) }
  },
})

const importPlunk = importCommand({
  service: 'plunk',
  summary: 'Move contacts, templates and workflows in from Plunk; workflows are switched off',
  options: {
    ...sourceUrl('Address of the API; https://next-api.useplunk.com by default'),
    ...secretOptions('PLUNK_SECRET_KEY'),
  },
  async open(call) {
    const { client, from } = await openClient(call, {
      name: 'Plunk',
      variable: 'PLUNK_SECRET_KEY',
      url: () => 'https://next-api.useplunk.com',
      headers: bearer,
    })
    const { readPlunkApi } = await import('./plunk/read-plunk-api.ts')
    return { name: 'Plunk', from, records: readPlunkApi(client) }
  },
})

export const IMPORT_COMMANDS: readonly CallCommand[] = [
  importPlunk,
  importListmonk,
  importMailchimp,
  importSendgrid,
  importResend,
  importCsv,
]
