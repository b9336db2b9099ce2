export type { ContactEmails, ContactsOfProject } from './contact-emails.ts'
export type { ContactSegments } from './contact-segments.ts'
export { lockContacts, setSubscribed } from './bulk/bulk.queries.ts'
export { toDataChange } from './data/contact-data.ts'
export {
  countContacts,
  findContact,
  listAndCountContacts,
  toContact,
  updateContacts,
} from './record/contacts.queries.ts'
export type { ContactRow, CountedPage } from './record/contacts.queries.ts'
export { removeContacts, saveContact, withClearRefusals } from './record/contacts.service.ts'
export { DATA_KEY_LIMIT } from './data/data-keys.queries.ts'
export { listUnsubscribed } from './import/import.queries.ts'
export { ensureContacts, listByAddress } from './upsert/ensure-contacts.queries.ts'
export { ensureWanted } from './upsert/ensure.queries.ts'
export { GIVEN_COLUMNS, toGivenContact, upsertContacts, upsertGiven } from './upsert/upsert.queries.ts'
export type { ContactWrite, GivenContact, UpsertResult } from './upsert/upsert.queries.ts'
