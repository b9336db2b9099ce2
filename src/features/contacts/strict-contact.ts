// In other services a contact has a status, attributes or custom fields at the top level. Ignoring such a field would lose
// data or a withdrawn consent, so it is refused with a hint where it belongs.
import type { StrictBody } from '../../platform/http/validation/body-shape.ts'
import { UpsertedContact } from './contacts.schema.ts'

const CONSENT =
  'send "subscribed", true or false, if it says whether marketing email may be sent; other data belongs in "data"'
const REFUSAL = 'send "subscribed": false for a contact who has unsubscribed'
const DATA = 'put its keys and values into "data"'
const MEMBERSHIP = 'add the contact to a static segment with POST /segments/{id}/members'

const same = (advice: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, advice]))

/** For POST and PATCH. */
export const strictContact: StrictBody = {
  records: [UpsertedContact],
  hints: {
    ...same(CONSENT, [
      'status',
      'subscription',
      'subscriptionStatus',
      'consent',
      'optIn',
      'optedIn',
      'marketingConsent',
    ]),
    ...same(REFUSAL, ['unsubscribed', 'unsubscribe', 'isUnsubscribed', 'optOut', 'optedOut', 'doNotEmail']),
    ...same(DATA, [
      'attribs',
      'attributes',
      'properties',
      'fields',
      'customFields',
      'customData',
      'mergeFields',
      'metadata',
      'meta',
      'traits',
      'variables',
      'vars',
    ]),
    ...same(MEMBERSHIP, ['lists', 'listIds', 'groups', 'segments', 'segmentIds', 'segmentId']),
  },
  adviceForOthers: (name) => `to store it with the contact, send it inside data, as data.${name}`,
}
