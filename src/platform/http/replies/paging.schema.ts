import { z } from 'zod'
import { NAME_SORTS, NEWEST_FIRST, RECORD_SORTS, TIME_SORTS } from '../../record-sorts.values.ts'
import { isUuid } from '../../uuid.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** An id in a path. A malformed id becomes one that no record has, so the response is 404, as for any unknown id. */
export const PathId = z
  .string()
  .transform((text) => (isUuid(text) ? text.toLowerCase() : NO_ID))
  .describe('Id of the record.')

export const idParams = <Kind extends string>() => z.object({ id: PathId.brand<Kind>() })

/** The token of a public link; its reader validates it. */
export const TokenParams = z.object({ token: z.string() })

/** A query parameter that is true or false; other words are rejected, not guessed. */
export const QueryBoolean = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Items per page by default. */
export const DEFAULT_LIMIT = 20

export const PageQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number from 1 to 100')
    .transform(Number)
    .pipe(z.int().min(1, 'must be at least 1').max(100, 'must be at most 100'))
    .prefault(String(DEFAULT_LIMIT))
    .meta({ type: 'integer', minimum: 1, maximum: 100 })
    .describe('Items per page.'),
  // Any length: an invalid one is a 400, and the headers of a request have 16 kB at most.
  cursor: z
    .string()
    // Loops of callers send it empty for their first page.
    .transform((text) => (text === '' ? undefined : text))
    .optional()
    .describe('The `cursor` of the previous page. Without it, or empty: the first page.'),
  total: QueryBoolean.prefault('true').describe(
    'false leaves out the total (null), which makes searches faster.',
  ),
})

/** The fields that follow the items of every list. */
export const listFields = {
  cursor: z.string().nullable().describe('Pass it to get the next page; null on the last page.'),
  hasMore: z.boolean().describe('Whether there is another page.'),
  total: z.int().nullable().describe('Exact number of matching records; null with total=false.'),
}

/** Searches lists for a text that may be a whole address. */
export const addressSearch = z.string().max(254, 'must have at most 254 characters').optional()

/** Search and order of lists of records that have a name. */
export const recordListFields = {
  search: z
    .string()
    .max(100, 'must have at most 100 characters')
    .optional()
    .describe('Part of the name; case-insensitive.'),
  sort: z
    .enum(RECORD_SORTS)
    .default(NEWEST_FIRST)
    .describe(
      'The order: by creation, by name (case-insensitive) or by the last change; a hyphen reverses it. A cursor belongs to one order.',
    ),
}

/** As `recordListFields`, for records whose last change is not stored. */
export const nameListFields = {
  search: recordListFields.search,
  sort: z
    .enum(NAME_SORTS)
    .default(NEWEST_FIRST)
    .describe(
      'The order: by creation or by name (case-insensitive); a hyphen reverses it. A cursor belongs to one order.',
    ),
}

/** The order of lists that only time orders. */
export const timeSort = z
  .enum(TIME_SORTS)
  .default(NEWEST_FIRST)
  .describe('The order: newest first, or with `createdAt` oldest first. A cursor belongs to one order.')

/** For lists whose pages also have numbers. A cursor takes precedence over a number. */
export const NumberedPageQuery = PageQuery.extend({
  page: z
    .string()
    .regex(/^\d{1,7}$/, 'must be a whole number from 1 to 9999999')
    .transform(Number)
    .pipe(z.int().min(1, 'must be at least 1'))
    .prefault('1')
    .meta({ type: 'integer', minimum: 1, maximum: 9_999_999 })
    .describe('Number of the page; ignored if a cursor is given.'),
  pageSize: PageQuery.shape.limit
    .unwrap()
    .optional()
    .meta({ type: 'integer', minimum: 1, maximum: 100 })
    .describe('Another name for limit; it takes precedence if both are given.'),
})

/** The fields that follow the items of a list with numbered pages. */
export const numberedListFields = {
  ...listFields,
  page: z.int().describe('Number of this page, from 1.'),
  pageSize: z.int().describe('Items per page.'),
  totalPages: z.int().nullable().describe('null with total=false.'),
}

/** 204: there is no body. */
export const NoContent = z.undefined().describe('No content')
