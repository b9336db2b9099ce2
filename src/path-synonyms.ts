// Names of our resources and paths in other services, for hints in 404 responses. From the documentation of Resend, Plunk,
// Postmark, Mailgun, listmonk and Mailchimp.
import type { PathSynonyms } from './platform/http/nearest-path.ts'

export const PATH_SYNONYMS: PathSynonyms = {
  words: {
    audience: 'segments',
    audiences: 'segments',
    automations: 'workflows',
    broadcasts: 'campaigns',
    contact: 'contacts',
    email: 'emails',
    event: 'events',
    lists: 'segments',
    members: 'contacts',
    message: 'emails',
    messages: 'emails',
    newsletters: 'campaigns',
    people: 'contacts',
    subscribers: 'contacts',
    unsubscribes: 'suppressions',
    bounces: 'suppressions',
  },
  requests: {
    'POST /emails': '/v1/send',
    'POST /emails/send': '/v1/send',
    'POST /emails/batch': '/v1/send/batch',
    'POST /mail/send': '/v1/send',
    'POST /tx': '/v1/send',
    'POST /events': '/v1/track',
    'POST /event': '/v1/track',
    'POST /validate': '/v1/verify',
  },
}
