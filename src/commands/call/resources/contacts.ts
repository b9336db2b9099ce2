import { NOT_SENT } from '../../command.ts'
import type { Call, CallCommand } from '../../command.ts'
import { CommandFailure, EXIT } from '../../failure.ts'
import { exportContacts, importContacts } from './contacts-csv.ts'
import { jsonObject, TRUTHS, truth } from './input.ts'
import { field, listCommand, recordsOf, text } from './listing.ts'
import type { ApiRecord, Page } from './listing.ts'

const CONTACT = { name: 'contact', summary: 'Id or address of the contact' }

const FILTERS = {
  search: text('<text>', 'Part of the address or a name'),
  subscribed: { ...text('<true|false>', 'Only subscribed contacts, or only others'), choices: TRUTHS },
  'segment-id': text('<id>', 'Only members of this segment'),
}

/** A contact by its id or its address. */
async function findContact({ api, word }: Call): Promise<ApiRecord> {
  const given = word('contact')
  if (!given.includes('@')) return api.get(`/contacts/${encodeURIComponent(given)}`)
  const page = await api.get<Page>('/contacts', { email: given, limit: '1' })
  const [contact] = recordsOf(page, 'contacts')
  if (contact) return contact
  throw new CommandFailure(`There is no contact ${given}.`, { exitStatus: EXIT.notFound })
}

const getContact: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'contacts get',
  summary: 'Show one contact',
  arguments: [CONTACT],
  run: async (call) => call.output.record(await findContact(call)),
}

const upsertContact: CallCommand = {
  family: 'call',
  effect: 'change',
  name: 'contacts upsert',
  summary: 'Create or change a contact',
  arguments: [{ name: 'email', summary: 'Address of the contact' }],
  options: {
    subscribed: { ...text('<true|false>', 'Whether it gets marketing email'), choices: TRUTHS },
    data: text('<json>', 'Fields to set; null deletes one'),
    topics: text('<json>', 'Topics to join or leave, such as {"news":true}'),
  },
  async run(call) {
    const body = {
      email: call.word('email'),
      subscribed: truth(call.text('subscribed')),
      data: jsonObject('--data', call.text('data')),
      topics: jsonObject('--topics', call.text('topics')),
    }
    const contact = await call.api.change<object>({ method: 'POST', path: '/contacts', body })
    if (contact !== NOT_SENT) call.output.record(contact)
  },
}

const deleteContact: CallCommand = {
  family: 'call',
  effect: 'destroy',
  name: 'contacts delete',
  summary: 'Delete a contact with its events',
  arguments: [CONTACT],
  async run(call) {
    const { id, email } = await findContact(call)
    const answer = await call.api.change({ method: 'DELETE', path: `/contacts/${String(id)}` })
    if (answer !== NOT_SENT) call.output.record({ id, email, deleted: true })
  },
}

export const CONTACT_COMMANDS: readonly CallCommand[] = [
  listCommand({
    resource: 'contacts',
    path: '/contacts',
    columns: [field('id'), field('email'), field('subscribed'), field('createdAt', 'CREATED'), field('data')],
    filters: FILTERS,
  }),
  getContact,
  upsertContact,
  deleteContact,
  importContacts,
  exportContacts(FILTERS),
]
