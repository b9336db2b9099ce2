import type { z } from 'zod'
import type { ZoneRecordList } from './dkim-zone.schema.ts'

const DKIM = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo'

const list: z.output<typeof ZoneRecordList> = {
  zone: 'dkim.mailer.example',
  records: [
    {
      type: 'TXT',
      name: 'k3vnq8rtw5hx2mzd-1.dkim.mailer.example',
      value: DKIM,
      chunks: [DKIM],
      ttl: 3600,
      keyState: 'ACTIVE',
      domain: 'shop.example',
      project: 'Shop',
      createdAt: '2026-02-02T10:40:00.000Z',
      removeAt: null,
    },
  ],
  cursor: null,
  hasMore: false,
  total: 1,
}

export const dkimZoneExamples = { ZoneRecordList: list }
