// The feed of a recurring campaign: which items a run has, and how they get into its texts.
import type { z } from 'zod'
import type { Db, Trx } from '../../../../platform/db/client.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { invalidFields } from '../../../../platform/errors.ts'
import type { ProjectId } from '../../../../platform/ids.ts'
import { MEGABYTE } from '../../../../platform/schemas/bounded.schema.ts'
import { expandBody, runTemplateTask } from '../../../templates/index.ts'
import type { RecurringRef, RecurringRow } from '../recurring.queries.ts'
import type { RunFields } from '../run-template.service.ts'
import { FeedUnavailableError, NothingToSendError } from '../run-errors.ts'
import { deleteOldHashes, listSeenHashes, upsertSeenHashes } from './feed-items.queries.ts'
import type { FeedPreviewRequest, FeedSettings } from './feed.schema.ts'
import { fillFeedTask } from './feed.threads.ts'
import type { FeedDocument, FeedText } from './feed.threads.ts'
import { fetchFeed } from './fetch-feed.service.ts'
import type { FeedTools } from './fetch-feed.service.ts'
import { keysOf, newItemsOf } from './new-items.ts'

/** The feed with the items of a run, and the hashes of all that the feed has. */
export type SelectedItems = { feed: FeedDocument; hashes: readonly string[] }

/** Undefined without a feed. @throws FeedUnavailableError, or NothingToSendError without new items */
export async function selectItems(
  tools: FeedTools & Pick<Deps, 'database'>,
  { project_id: projectId, id: recurringId, feed: settings }: RecurringRow,
): Promise<SelectedItems | undefined> {
  if (settings === null) return undefined
  const fetched = await fetchFeed(tools, { projectId, url: settings.url })
  if (!fetched.ok) throw new FeedUnavailableError(fetched.reason, fetched)
  const { feed } = fetched
  const hashes = feed.items.flatMap(keysOf)
  const known = settings.onlyNew
    ? await listSeenHashes(tools.database.db, { projectId, recurringId, hashes })
    : new Set<string>()
  const items = newItemsOf(feed.items, known)
  if (items.length === 0) {
    throw new NothingToSendError(
      feed.items.length === 0 ? 'The feed has no items.' : 'The feed has no new items.',
    )
  }
  return { feed: { ...feed, items: items.slice(0, settings.maxItems) }, hashes }
}

/** Later runs do not have these items again, nor those that did not fit. */
export async function rememberItems(
  trx: Trx,
  { selected, now, ...ref }: RecurringRef & { selected: SelectedItems; now: Date },
): Promise<void> {
  await upsertSeenHashes(trx, { ...ref, hashes: selected.hashes, now })
  await deleteOldHashes(trx, ref)
}

type FillInput = { db: Db; projectId: ProjectId; fields: RunFields; feed: FeedDocument }

/** The fields with the items filled in; what depends on the recipient stays. @throws AppError */
export async function fillIntoFields(
  { threads }: Pick<Deps, 'threads'>,
  { db, projectId, fields: given, feed }: FillInput,
): Promise<RunFields> {
  // Partials come first, because they may show items.
  const fields = await withPartials(given, (body) => expandBody(db, { threads, projectId, body }))
  const texts = textsOf(fields)
  const filling = await runTemplateTask(threads, { task: fillFeedTask, input: { texts, feed }, projectId })
  if (!filling.ok) throw invalidFields({ field: filling.field, message: filling.reason, code: 'custom' })
  const filled = new Map(texts.map(({ field }, index) => [field, filling.texts[index] ?? '']))
  const long = [...filled].find(([, text]) => Buffer.byteLength(text) > MEGABYTE)
  if (long) {
    const message = 'has more than 1 MB with the items of the feed; lower maxItems'
    throw invalidFields({ field: long[0], message, code: 'too_big' })
  }
  const textOf = (field: string, before: string | null | undefined) => filled.get(field) ?? before ?? null
  return {
    ...fields,
    subject: filled.get('subject') ?? '',
    body: filled.get('body') ?? '',
    previewText: textOf('previewText', null),
    variants:
      fields.variants &&
      fields.variants.map(({ subject, body }, index) => ({
        subject: textOf(`variants.${index}.subject`, subject),
        body: textOf(`variants.${index}.body`, body),
      })),
    translations:
      fields.translations &&
      fields.translations.map((one) => ({
        language: one.language,
        subject: filled.get(`translations.${one.language}.subject`) ?? '',
        body: filled.get(`translations.${one.language}.body`) ?? '',
        preview_text: textOf(`translations.${one.language}.previewText`, null),
      })),
  }
}

async function withPartials(
  fields: RunFields,
  expand: (body: string) => Promise<string>,
): Promise<RunFields> {
  const variants = []
  for (const variant of fields.variants ?? []) {
    variants.push({
      ...variant,
      ...(typeof variant.body === 'string' && { body: await expand(variant.body) }),
    })
  }
  const translations = []
  for (const one of fields.translations ?? []) translations.push({ ...one, body: await expand(one.body) })
  return {
    ...fields,
    body: await expand(fields.body),
    variants: fields.variants && variants,
    translations: fields.translations && translations,
  }
}

function textsOf({ subject, body, previewText, variants, translations }: RunFields): FeedText[] {
  const all = [
    { field: 'subject', isHtml: false, source: subject },
    { field: 'body', isHtml: true, source: body },
    { field: 'previewText', isHtml: false, source: previewText },
    ...(variants ?? []).flatMap((variant, index) => [
      { field: `variants.${index}.subject`, isHtml: false, source: variant.subject },
      { field: `variants.${index}.body`, isHtml: true, source: variant.body },
    ]),
    ...(translations ?? []).flatMap(({ language, ...texts }) => [
      { field: `translations.${language}.subject`, isHtml: false, source: texts.subject },
      { field: `translations.${language}.body`, isHtml: true, source: texts.body },
      { field: `translations.${language}.previewText`, isHtml: false, source: texts.preview_text },
    ]),
  ]
  return all.flatMap(({ source, ...text }) => (typeof source === 'string' ? [{ ...text, source }] : []))
}

const SAMPLE: FeedDocument = {
  title: 'Feed',
  url: 'https://example.com/',
  description: 'A feed',
  items: ['One', 'Two'].map((title) => ({
    id: title,
    title,
    url: 'https://example.com/item',
    summary: 'A summary',
    image: 'https://example.com/item.png',
    author: 'Ada',
    publishedAt: '2026-01-01T09:00:00.000Z',
  })),
}

type FeedCheck = Omit<FillInput, 'feed'> & { feed: z.output<typeof FeedSettings> | null }

/** Finds a URL that is refused, and Liquid that cannot be filled in. @throws AppError */
export async function checkFeed(
  { http, threads }: FeedTools,
  { db, projectId, fields, feed }: FeedCheck,
): Promise<void> {
  if (feed === null) return
  const problem = await http.check(feed.url)
  if (problem !== undefined) {
    throw invalidFields({ field: 'feed.url', message: problem, code: 'invalid_string' })
  }
  await fillIntoFields({ threads }, { db, projectId, fields, feed: SAMPLE })
}

type PreviewInput = z.output<typeof FeedPreviewRequest> & { projectId: ProjectId }

/** @throws AppError VALIDATION_ERROR with the reason if it cannot be read */
export async function previewFeed(
  tools: FeedTools,
  { projectId, url, maxItems }: PreviewInput,
): Promise<FeedDocument> {
  const fetched = await fetchFeed(tools, { projectId, url })
  if (!fetched.ok) {
    throw invalidFields({ field: 'url', message: `cannot be read: ${fetched.reason}`, code: 'custom' })
  }
  return { ...fetched.feed, items: fetched.feed.items.slice(0, maxItems) }
}
