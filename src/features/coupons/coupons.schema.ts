import { z } from 'zod'
import { addressSearch, listFields, PageQuery, PathId } from '../../platform/http/replies/paging.schema.ts'
import { lineUpTo, textUpTo } from '../../platform/schemas/bounded.schema.ts'

// As in the table (migrations/0077).
const LONGEST_KEY = 50
const LONGEST_NAME = 100
const LONGEST_CODE = 100

/** A statement that inserts this many takes about 0.2 s. */
export const MOST_CODES_AT_ONCE = 10_000

const key = textUpTo(LONGEST_KEY)
  .min(1, 'must not be empty')
  .regex(/^[a-z0-9_-]*$/, 'must have lower-case letters, digits, hyphens and underscores only')
  .describe(
    '1 to 50 of a-z, 0-9, - and _, unique in the project. Emails name the list by it: `{{ coupons.spring }}`.',
  )
const name = lineUpTo(LONGEST_NAME).min(1, 'must not be empty').describe('For people.')

const CouponListUse = z.object({
  kind: z.enum(['template', 'partial', 'campaign', 'recurring_campaign', 'workflow']),
  id: z.string().describe('Id of the record.'),
  name: z.string().describe('Its name; of a partial the key.'),
})

export const CouponList = z
  .object({
    id: z.string(),
    key: z.string().describe('The name of the list in emails: `{{ coupons.spring }}`. It never changes.'),
    name,
    codes: z
      .object({
        total: z.int().describe('Codes of the list.'),
        free: z.int().describe('Codes that nobody has.'),
        taken: z.int().describe('Codes that contacts got, also contacts that were deleted since.'),
      })
      .describe('Exact numbers of codes.'),
    usedBy: z
      .array(CouponListUse)
      .describe(
        'Templates, partials, campaigns that are not over, enabled recurring campaigns and enabled workflows that name it, at most 20. While there is one, it cannot be deleted.',
      ),
    usedByCount: z.int().describe('How many records use it.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'CouponList' })

export const CouponLists = z
  .object({ couponLists: z.array(CouponList), ...listFields })
  .meta({ id: 'CouponLists' })

export const CouponListsQuery = PageQuery

export const CouponListCreate = z.object({ key, name }).meta({ id: 'CouponListCreate' })

export const CouponListPatch = z
  .object({
    key: key.optional().describe('The key of the list. It cannot change.'),
    name: name.optional(),
  })
  .meta({ id: 'CouponListPatch' })

const code = textUpTo(LONGEST_CODE)
  .min(1, 'must not be empty')
  .regex(/^(?! )[ -~]*(?<! )$/, 'must have printable ASCII characters only, without blanks around them')

export const CouponCodesAdd = z
  .object({
    codes: z
      .array(code)
      .min(1, 'must have at least 1 code')
      .max(MOST_CODES_AT_ONCE, `must have at most ${MOST_CODES_AT_ONCE} codes; add the rest with more calls`)
      .describe('1 to 10,000 codes of at most 100 printable ASCII characters.'),
  })
  .meta({ id: 'CouponCodesAdd' })

export const CouponCodesAdded = z
  .object({
    added: z.int().describe('Codes that were added.'),
    skipped: z.int().describe('Codes that the list had already, or that were named twice.'),
  })
  .meta({ id: 'CouponCodesAdded' })

export const CouponCode = z
  .object({
    id: z.string(),
    code: z.string(),
    status: z.enum(['free', 'taken']),
    contactId: z
      .string()
      .nullable()
      .describe('The contact who has the code; null if it is free, and after the contact was deleted.'),
    email: z.string().nullable().describe('The address of the contact.'),
    takenAt: z.iso.datetime().nullable().describe('When the first email with the code was accepted.'),
    emailId: z
      .string()
      .nullable()
      .describe(
        'The email that took the code; null if the code is free, or was taken before this was recorded.',
      ),
    campaignId: z.string().nullable().describe('The campaign of that email.'),
    workflowId: z.string().nullable().describe('The workflow of that email.'),
    templateId: z.string().nullable().describe('The template of that email.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'CouponCode' })

export const CouponCodeList = z
  .object({ codes: z.array(CouponCode), ...listFields })
  .meta({ id: 'CouponCodeList' })

const codeFilters = {
  status: z.enum(['free', 'taken']).optional().describe('Only codes with this status.'),
  contactId: PathId.brand<'contact'>().optional().describe('Only the code of this contact.'),
  campaignId: PathId.optional().describe('Only codes that emails of this campaign took.'),
  workflowId: PathId.optional().describe('Only codes that emails of this workflow took.'),
  search: addressSearch.describe(
    'Part of the code, or of the address of the contact who has it; case-insensitive.',
  ),
}

export const CouponCodesQuery = PageQuery.extend(codeFilters)

export const CouponReportQuery = z.object(codeFilters)

export const CouponReport = z
  .any()
  .meta({
    type: 'string',
    examples: [
      'code,status,contactId,email,takenAt,emailId,campaignId,workflowId,templateId,createdAt\r\nSPRING-7H2K-QX,free,,,,,,,,2026-03-02T09:21:12.000Z\r\n',
    ],
  })
  .describe('CSV with a header row and one row per code, in the order in which they are given out.')
