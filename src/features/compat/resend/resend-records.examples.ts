const id = '019c2f52-40aa-7b1e-9a3c-0d6f2b8e1177'
const created_at = '2026-02-02T09:28:11.217Z'

const domain = {
  id,
  name: 'news.shop.example',
  status: 'pending',
  created_at,
  region: null,
  capabilities: { sending: 'enabled', receiving: 'disabled' },
}

const audience = { id, name: 'Customers', created_at }

const person = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', unsubscribed: false }
const contact = { id, ...person, created_at }

export const resendRecordExamples = {
  ResendDomainCreate: { name: 'news.shop.example' },
  ResendDomain: {
    object: 'domain',
    ...domain,
    records: [
      {
        record: 'DKIM',
        name: 'lm1._domainkey.news.shop.example',
        type: 'TXT',
        value: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo',
        ttl: '3600',
        status: 'pending',
      },
    ],
  },
  ResendDomainList: { object: 'list', data: [domain], has_more: false },
  ResendDomainChanged: { object: 'domain', id },
  ResendAudienceCreate: { name: 'Customers' },
  ResendAudience: { object: 'audience', ...audience },
  ResendAudienceList: { object: 'list', data: [audience], has_more: false },
  ResendAudienceDeleted: { object: 'audience', id, deleted: true },
  ResendAudienceMember: person,
  ResendContactCreate: { ...person, properties: { plan: 'pro' } },
  ResendContactPatch: { unsubscribed: true },
  ResendContact: {
    object: 'contact',
    ...contact,
    properties: { firstName: 'Ada', lastName: 'Lovelace', plan: 'pro' },
  },
  ResendContactList: { object: 'list', data: [contact], has_more: false },
  ResendContactChanged: { object: 'contact', id },
  ResendMembership: { id },
  ResendMembershipDeleted: { id, audienceId: '019c2f53-7d10-7c4e-8b21-6a0e5f9c3d42', deleted: true },
  ResendContactDeleted: { object: 'contact', contact: id, deleted: true },
}
