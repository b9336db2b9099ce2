import type { z } from 'zod'
import type { Domain, DomainCreate, DomainKeyCreate, DomainList, DomainPatch } from './domains.schema.ts'

const DKIM = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo'

const domain: z.output<typeof Domain> = {
  id: '019c2f80-9be4-7d77-8c06-e52a1f3d9b40',
  domain: 'mail.shop.example',
  asciiDomain: 'mail.shop.example',
  verified: false,
  status: 'PENDING',
  records: [
    {
      purpose: 'dkim',
      type: 'TXT',
      name: 'lm1._domainkey.mail.shop.example',
      value: DKIM,
      chunks: [DKIM],
      ttl: 3600,
      required: true,
      keyState: 'ACTIVE',
      status: 'pending',
      found: [],
      detail: null,
    },
    {
      purpose: 'return-path',
      type: 'MX',
      name: 'bounces.mail.shop.example',
      value: 'lettermill.shop.example',
      chunks: ['lettermill.shop.example'],
      priority: 10,
      ttl: 3600,
      required: true,
      status: 'pending',
      found: [],
      detail: null,
    },
  ],
  dkim: 'txt',
  dkimZone: 'dkim.mailer.example',
  transports: [],
  warning: null,
  createdAt: '2026-02-02T10:40:00.000Z',
  verifiedAt: null,
  lastCheckedAt: null,
}

const list: z.output<typeof DomainList> = { domains: [domain], cursor: null, hasMore: false, total: 1 }

const create: z.input<typeof DomainCreate> = { domain: 'mail.shop.example' }

const createKey: z.input<typeof DomainKeyCreate> = { dkim: 'txt', selector: 'news-2026' }

const patch: z.input<typeof DomainPatch> = { transports: [] }

export const domainExamples = {
  Domain: domain,
  DomainList: list,
  DomainCreate: create,
  DomainKeyCreate: createKey,
  DomainPatch: patch,
}
