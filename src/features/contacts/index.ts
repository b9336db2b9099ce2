export type { ContactEmails, ContactsOfProject } from './contact-emails.ts'
export type { ContactSegments } from './contact-segments.ts'
export { lockContacts, setSubscribed } from './bulk/bulk.queries.ts'
export { toDataChange } from './contact-data.ts'
export {
  countContacts,
  findContact,
  listAndCountContacts,
  toContact,
  updateContacts,
} from './contacts.queries.ts'
export type { ContactRow, CountedPage } from './contacts.queries.ts'
export { removeContacts, saveContact, withClearRefusals } from './contacts.service.ts'
export { DATA_KEY_LIMIT } from './data-keys.queries.ts'
export { listUnsubscribed } from './import/import.queries.ts'
export { ensureContacts, listByAddress } from './ensure-contacts.queries.ts'
export { ensureWanted } from './ensure.queries.ts'
export { GIVEN_COLUMNS, toGivenContact, upsertContacts, upsertGiven } from './upsert.queries.ts'
export type { ContactWrite, GivenContact, UpsertResult } from './upsert.queries.ts'
