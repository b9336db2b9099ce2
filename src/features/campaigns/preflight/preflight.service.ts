// Finds the problems that a campaign would have if it were sent now. Only reads. Long work runs in a thread, or in a statement
// with a time limit that is cancelled when the caller disconnects.
import { isInbox } from '../../../platform/config.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { capWarnings } from '../../../platform/schemas/frequency-cap.schema.ts'
import { pathOf } from '../../contacts/index.ts'
import { readContentOf, renderAsSent, sizeFindings } from '../../content-checks/index.ts'
import { listCouponKeys, listCouponListsByKey } from '../../coupons/index.ts'
import { findSilentProvider } from '../../delivery/index.ts'
import { requireSender } from '../../domains/index.ts'
import type { Filters } from '../../filters/index.ts'
import { findProject, limitsOf, trackingOf } from '../../projects/index.ts'
import { couponKeysOf, createTemplateRenderer, inspectBody } from '../../templates/index.ts'
import type { TemplateRenderer } from '../../templates/index.ts'
import { listKnownTopics } from '../../topics/index.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.service.ts'
import {
  audienceCondition,
  controlCondition,
  recipientCondition,
  topicCondition,
} from '../sending/audience.service.ts'
import { createCampaignContents, variantsOf } from '../sending/campaign-content.service.ts'
import type { CampaignContents } from '../sending/campaign-content.service.ts'
import { countBestHours, heldContacts } from '../sending/recipients.queries.ts'
import {
  audienceProblems,
  bestHourKnown,
  bestHourUntracked,
  capLongerThanHold,
  couponListMissing,
  couponListShort,
  checkProblems,
  emptyVariable,
  holdoutProblems,
  bySeverity,
  noFeedback,
  noOneClick,
  noPostalAddress,
  contentProblem,
  problem,
  recordProblem,
  translationMissing,
  untracked,
} from './preflight-problems.ts'
import type { BestHourCounts, Preflight, Problem } from './preflight-problems.ts'
import { countAudience, countLanguages, findSample } from './preflight.queries.ts'
import type { SampleContact } from './preflight.queries.ts'

// Each is one more count over the audience.
const MOST_VARIABLES = 50

type Project = NonNullable<Awaited<ReturnType<typeof findProject>>>
type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'publicUrl'>
type Tools = Parts & {
  filters: Filters
  contents: CampaignContents
  render: TemplateRenderer
}

export type RunPreflight = (db: Db, input: CampaignRef & { signal: AbortSignal }) => Promise<Preflight>

export function createPreflight(parts: Parts, { filters }: { filters: Filters }): RunPreflight {
  const contents = createCampaignContents(parts)
  const tools = { ...parts, filters, contents, render: createTemplateRenderer(parts.threads) }
  return async (db, { signal, ...ref }) => {
    const campaign = requireCampaign(await findCampaign(db, ref))
    const sender = await senderProblems(db, { campaign, config: parts.config })
    const project = await findProject(db, ref)
    const variants = testProblems(campaign, project)
    const body = await inspect(tools, campaign, project)
    const counted = await reportAudience(tools, { campaign, project, bare: body.bare, signal })
    const bestHour = await countHours(tools, { campaign, project, signal })
    const sample = await renderSample(tools, { campaign, project, contact: counted.sample })
    const publicUrl = await parts.publicUrl.find()
    const isOneClick = publicUrl.startsWith('https:') || isInbox(parts.config)
    const { config } = parts
    const silent = await findSilentProvider(db, { ...ref, address: campaign.from_email, config })
    const problems = bySeverity([
      ...sender,
      ...(silent === undefined ? [] : [noFeedback(silent)]),
      ...(isOneClick ? [] : [noOneClick(publicUrl)]),
      ...(project?.postal_address === null ? [noPostalAddress] : []),
      ...(project ? (await listCapWarnings(db, { campaign, project })).map(capLongerThanHold) : []),
      ...variants,
      ...counted.problems,
      ...hourProblems(campaign, bestHour),
      ...(await couponProblems(db, { campaign, recipients: counted.audience?.recipients ?? 0 })),
      ...body.problems,
      ...sample.problems,
    ])
    return {
      ready: !problems.some(({ severity }) => severity === 'error'),
      problems,
      audience: counted.audience,
      bestHour,
      htmlBytes: sample.htmlBytes,
    }
  }
}

/** Warnings about the frequency caps of the project and of the topic. */
async function listCapWarnings(
  db: Db,
  { campaign, project }: { campaign: CampaignRow; project: Project },
): Promise<string[]> {
  const limits = limitsOf(project)
  const topics = campaign.topic === null ? [] : await listKnownTopics(db, { projectId: project.id })
  const frequencyCap = topics.find(({ key }) => key === campaign.topic)?.frequencyCap ?? null
  return [...new Set([...capWarnings(limits), ...capWarnings({ ...limits, frequencyCap })])]
}

/** Coupon lists that do not exist, or have too few codes. */
async function couponProblems(
  db: Db,
  { campaign, recipients }: { campaign: CampaignRow; recipients: number },
): Promise<Problem[]> {
  const keys = couponKeysOf(variantsOf(campaign).flatMap(({ variables }) => variables))
  if (keys.length === 0) return []
  const lists = await listCouponListsByKey(db, { projectId: campaign.project_id, keys })
  const known = lists.length < keys.length ? await listCouponKeys(db, { projectId: campaign.project_id }) : []
  return keys.flatMap((key) => {
    const list = lists.find((one) => one.key === key)
    return list ? couponListShort(list, recipients) : [couponListMissing(key, known)]
  })
}

async function senderProblems(
  db: Db,
  { campaign, config }: { campaign: CampaignRow; config: Parts['config'] },
): Promise<Problem[]> {
  const { project_id: projectId, from_email: address } = campaign
  try {
    const sender = await requireSender(db, { projectId, address, config })
    return isInbox(config) ? [] : sender.recordProblems.map(recordProblem)
  } catch (error) {
    return [problemFromError(error, { code: 'SENDER_NOT_VERIFIED', field: 'from' })]
  }
}

/** Turns an AppError into a problem; other errors are rethrown. */
function problemFromError(error: unknown, { code, field }: Pick<Problem, 'code' | 'field'>): Problem {
  if (!(error instanceof AppError)) throw error
  const { message, suggestion } = error
  return problem({ code, severity: 'error', message, suggestion: suggestion ?? null, field })
}

type BodyInspection = { problems: Problem[]; bare: string[] }

/** Inspects the bodies of all variants. Saving checks the syntax, but a new version may compile MJML differently. */
async function inspect(
  tools: Tools,
  campaign: CampaignRow,
  project: Project | undefined,
): Promise<BodyInspection> {
  const found: BodyInspection = { problems: [], bare: [] }
  for (const [index, variant] of variantsOf(campaign).entries()) {
    // The body of the campaign itself was inspected first.
    const isSameBody = index > 0 && variant.body === campaign.body
    const field = index === 0 ? 'body' : `variants.${index - 1}.body`
    const { problems, bare } = await inspectVariant(tools, { campaign: variant, project, field })
    found.problems.push(...(isSameBody ? [] : problems))
    found.bare.push(...bare)
  }
  for (const { language, ...texts } of campaign.translations ?? []) {
    const translation = { ...campaign, ...texts }
    const { problems, bare } = await inspectVariant(tools, { campaign: translation, project, field: 'body' })
    // The line is one of the translation, which no field of the campaign shows.
    const told = problems.map((one) => ({ ...one, line: null, message: `${language}: ${one.message}` }))
    found.problems.push(...told)
    found.bare.push(...bare)
  }
  return { problems: found.problems, bare: [...new Set(found.bare)] }
}

async function inspectVariant(
  { database: { db }, threads }: Tools,
  { campaign, project, field }: { campaign: CampaignRow; project: Project | undefined; field: string },
): Promise<BodyInspection> {
  const { project_id: projectId, subject, body, preview_text: previewText, from_name: fromName } = campaign
  const fields = { subject, body, previewText, fromName, text: null, type: 'MARKETING' }
  try {
    const inspection = await inspectBody(db, { threads, projectId, fields })
    const { findings } = await readContentOf(db, { threads, projectId, fields, inspection })
    const postalAddress = project?.postal_address ?? null
    return { problems: checkProblems(findings, { field, body, postalAddress }), bare: inspection.bare }
  } catch (error) {
    return { problems: [problemFromError(error, { code: 'TEMPLATE_BROKEN', field })], bare: [] }
  }
}

/** Reports a comparison by a metric that is not tracked. */
function testProblems({ test, best_hour: bestHour }: CampaignRow, project: Project | undefined): Problem[] {
  if (bestHour !== null && project && !trackingOf(project, { isMarketing: true }).opens) {
    return [bestHourUntracked]
  }
  if (test === null || test.metric === 'conversions' || !project) return []
  const isTracked = trackingOf(project, { isMarketing: true })[test.metric]
  return isTracked ? [] : [untracked(test.metric)]
}

type AudienceQuestion = {
  campaign: CampaignRow
  project: Project | undefined
  bare: readonly string[]
  signal: AbortSignal
}

type AudienceReport = {
  problems: Problem[]
  audience: Preflight['audience']
  sample: SampleContact | undefined
}

async function reportAudience(
  { database: { db }, filters, clock }: Tools,
  { campaign, project, bare, signal }: AudienceQuestion,
): Promise<AudienceReport> {
  const { project_id: projectId } = campaign
  const variables = bare
    .flatMap((name) => {
      const path = pathOf(name)
      return path ? [{ name, path }] : []
    })
    .slice(0, MOST_VARIABLES)
  try {
    const query = { campaign, filters, now: clock.now() }
    const matching = await audienceCondition(db, query)
    const inTopic = await topicCondition(db, query)
    const isControlled = await controlCondition(db, { campaign })
    const isHeld = heldContacts(campaign)
    const paths = variables.map(({ path }) => path)
    const translated = languagesOf(campaign, project)
    const run = async (trx: Parameters<typeof countAudience>[0]) => ({
      counted: await countAudience(trx, { projectId, matching, inTopic, isControlled, isHeld, paths }),
      sample: await findSample(trx, { projectId, matching, inTopic }),
      others: translated
        ? await countLanguages(trx, { projectId, matching, inTopic, except: translated })
        : [],
    })
    const { counted, sample, others } = await filters.run(db, { projectId, run, signal })
    const { empty, ...audience } = counted
    const emptyVariables = variables.flatMap(({ name }, index) => {
      const recipients = empty[index] ?? 0
      return recipients === 0 ? [] : [emptyVariable(name, recipients, audience.recipients)]
    })
    const problems = [
      ...audienceProblems(audience),
      ...holdoutProblems(audience, campaign.holdout),
      ...emptyVariables,
      ...translationMissing(others),
    ]
    return { problems, audience, sample }
  } catch (error) {
    return { problems: [audienceError(error)], audience: null, sample: undefined }
  }
}

type HoursInput = { campaign: CampaignRow; project: Project | undefined; signal: AbortSignal }

/** null without a best hour, and if the audience cannot be counted, which reportAudience reports. */
async function countHours(
  { database: { db }, filters, clock }: Tools,
  { campaign, project, signal }: HoursInput,
): Promise<BestHourCounts | null> {
  if (campaign.best_hour === null) return null
  const { project_id: projectId } = campaign
  const now = clock.now()
  try {
    const matching = await recipientCondition(db, { campaign, filters, now })
    const isHeld = heldContacts(campaign)
    const query = { projectId, matching, isHeld, zone: project?.timezone ?? 'UTC', now }
    const run = (trx: Parameters<typeof countBestHours>[0]) => countBestHours(trx, query)
    const { recipients, known } = await filters.run(db, { projectId, run, signal })
    return { known, unknown: recipients - known }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const hourProblems = ({ best_hour: bestHour }: CampaignRow, counts: BestHourCounts | null): Problem[] =>
  bestHour && counts ? [bestHourKnown(counts, bestHour.fallback)] : []

/** The languages that recipients can read; undefined if the campaign is in one language. */
function languagesOf(
  { translations }: CampaignRow,
  project: Project | undefined,
): readonly string[] | undefined {
  if (translations === null || translations.length === 0) return undefined
  const tags = [project?.locale ?? '', ...translations.map(({ language }) => language)]
  return tags.map((tag) => tag.split('-')[0]?.toLowerCase() ?? '')
}

/** A count that timed out is only a warning: sending has no such time limit. */
function audienceError(error: unknown): Problem {
  const isTopicDeleted = error instanceof AppError && error.code === 'INVALID_STATE'
  const field = isTopicDeleted ? 'topic' : 'audienceFilter'
  const found = problemFromError(error, { code: 'AUDIENCE_BROKEN', field })
  const isStopped =
    error instanceof AppError &&
    error.fields === undefined &&
    error.code !== 'SEGMENT_NOT_FOUND' &&
    !isTopicDeleted
  return isStopped ? { ...found, code: 'AUDIENCE_NOT_COUNTED', severity: 'warning' } : found
}

type Sample = { campaign: CampaignRow; project: Project | undefined; contact: SampleContact | undefined }

/** Renders the email for one recipient, which also finds templates that take too long or apply a filter to a wrong value. */
async function renderSample(
  { contents, render, publicUrl }: Tools,
  { campaign: stored, project, contact }: Sample,
): Promise<{ problems: Problem[]; htmlBytes: number | null }> {
  const projectId: ProjectId = stored.project_id
  try {
    const campaign = await contents.current(stored)
    const content = await contents.makeContent(campaign)
    const { html } = await renderAsSent(
      { render, publicUrl },
      { ...content, projectId, key: content.id, variables: campaign.variables },
      { project, contact, data: {} },
    )
    const htmlBytes = html.byteLength
    return { problems: sizeFindings(htmlBytes).map((one) => contentProblem(one, 'body')), htmlBytes }
  } catch (error) {
    return {
      problems: [problemFromError(error, { code: 'TEMPLATE_BROKEN', field: 'body' })],
      htmlBytes: null,
    }
  }
}
