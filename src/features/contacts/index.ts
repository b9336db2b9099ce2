export type { ContactEmails, ContactsOfProject } from './contact-emails.ts'
export type { SignUpContact } from './contact-sign-up.ts'
export type { ContactSegments } from './contact-segments.ts'
export { ledgerOf } from './consent/consent.queries.ts'
export { countSignedUp, listSignedUp } from './consent/signed-up.queries.ts'
export type { SignedUpRow } from './consent/signed-up.queries.ts'
export { lockContacts, setSubscribed, setTopics } from './bulk/bulk.queries.ts'
export { isTopicChosen } from './topics/forget-topic.queries.ts'
export { requireChoices } from './topics/topic-choices.service.ts'
export { toDataChange } from './data/contact-data.ts'
export {
  countContacts,
  findContact,
  listAndCountContacts,
  stateOf,
  toContact,
  updateContacts,
} from './record/contacts.queries.ts'
export type { ContactRow, CountedPage } from './record/contacts.queries.ts'
export { findByPartOfAddress, isAboutAddress } from './record/address-search.queries.ts'
export { activePause } from './record/pauses.ts'
export { setPause } from './record/pauses.queries.ts'
export { endPending, lockContact, markPending } from './record/pending.queries.ts'
export type { StateBeforePending } from './record/pending.queries.ts'
export { removeContacts, saveContact, mapConstraintErrors } from './record/contacts.service.ts'
export { isEmptyAt } from './data/empty-value.ts'
export { pathOf } from './data/variable-path.ts'
export { DATA_KEY_LIMIT } from './data/data-keys.queries.ts'
export { listUnsubscribed } from './import/import.queries.ts'
export { ensureContacts, listByAddress } from './upsert/ensure.queries.ts'
export { ensureContactsSql } from './upsert/ensure.queries.ts'
export {
  CONTACT_INPUT_COLUMNS,
  toContactInputRow,
  upsertContacts,
  upsertContactsSql,
} from './upsert/upsert.queries.ts'
export type { ContactWrite, ContactInputRow, UpsertResult } from './upsert/upsert.queries.ts'
