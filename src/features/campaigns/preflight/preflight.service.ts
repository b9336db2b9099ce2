// What would go wrong if a campaign were sent now. Reads only; what takes long runs in a thread, or in a statement that is
// ended in time and when the caller goes away.
import { isInbox } from '../../../platform/config.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ProjectId } from '../../../platform/ids.ts'
import { requireSender } from '../../domains/index.ts'
import type { Filters } from '../../filters/index.ts'
import { findProject, trackingOf } from '../../projects/index.ts'
import {
  createTemplateRenderer,
  inspectBody,
  previewVariables,
  templateVariables,
} from '../../templates/index.ts'
import type { TemplateRenderer } from '../../templates/index.ts'
import { findCampaign } from '../campaigns.queries.ts'
import type { CampaignRef, CampaignRow } from '../campaigns.queries.ts'
import { requireCampaign } from '../campaigns.service.ts'
import { audienceCondition } from '../sending/audience.service.ts'
import { createCampaignContents, variantsOf } from '../sending/campaign-content.service.ts'
import type { CampaignContents } from '../sending/campaign-content.service.ts'
import {
  audienceProblems,
  checkProblems,
  emptyVariable,
  inOrder,
  noOneClick,
  noPostalAddress,
  problem,
  recordProblem,
  sizeProblems,
  untracked,
} from './preflight-problems.ts'
import type { Preflight, Problem } from './preflight-problems.ts'
import { countAudience, findSample } from './preflight.queries.ts'
import type { SampleContact } from './preflight.queries.ts'
import { pathOf } from './variable-paths.ts'

// Each is one more count over the audience; who has more of them sees it from these.
const MOST_VARIABLES = 50

type Project = NonNullable<Awaited<ReturnType<typeof findProject>>>
type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'threads' | 'publicUrl'>
type Tools = Parts & {
  filters: Filters
  makeContent: CampaignContents['makeContent']
  render: TemplateRenderer
}
type Checking = CampaignRef & { signal: AbortSignal }

export type RunPreflight = (db: Db, checking: Checking) => Promise<Preflight>

export function createPreflight(parts: Parts, { filters }: { filters: Filters }): RunPreflight {
  const { makeContent } = createCampaignContents(parts)
  const tools = { ...parts, filters, makeContent, render: createTemplateRenderer(parts.threads) }
  return async (db, { signal, ...ref }) => {
    const campaign = requireCampaign(await findCampaign(db, ref))
    const sender = await senderProblems(db, { campaign, config: parts.config })
    const project = await findProject(db, ref)
    const variants = testProblems(campaign, project)
    const body = await inspect(tools, campaign, project)
    const counted = await count(tools, { campaign, bare: body.bare, signal })
    const sample = await renderSample(tools, { campaign, project, contact: counted.sample })
    const publicUrl = await parts.publicUrl.find()
    const isOneClick = publicUrl.startsWith('https:') || isInbox(parts.config)
    const problems = inOrder([
      ...sender,
      ...(isOneClick ? [] : [noOneClick(publicUrl)]),
      ...(project?.postal_address === null ? [noPostalAddress] : []),
      ...variants,
      ...counted.problems,
      ...body.problems,
      ...sample.problems,
    ])
    return {
      ready: !problems.some(({ severity }) => severity === 'error'),
      problems,
      audience: counted.audience,
      htmlBytes: sample.htmlBytes,
    }
  }
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
    return [refusal(error, { code: 'SENDER_NOT_VERIFIED', field: 'from' })]
  }
}

/** What was refused with an answer to its caller; anything else is thrown on. */
function refusal(error: unknown, { code, field }: Pick<Problem, 'code' | 'field'>): Problem {
  if (!(error instanceof AppError)) throw error
  const { message, suggestion } = error
  return problem({ code, severity: 'error', message, suggestion: suggestion ?? null, field })
}

type Inspected = { problems: Problem[]; bare: string[] }

/** What its variants say as well. Syntax is checked on saving; what MJML makes of it may have changed with a new version. */
async function inspect(
  tools: Tools,
  campaign: CampaignRow,
  project: Project | undefined,
): Promise<Inspected> {
  const all: Inspected = { problems: [], bare: [] }
  for (const [index, variant] of variantsOf(campaign).entries()) {
    // What only has another subject has the body of the campaign, which was looked at.
    const isSameBody = index > 0 && variant.body === campaign.body
    const field = index === 0 ? 'body' : `variants.${index - 1}.body`
    const { problems, bare } = await inspectOne(tools, { campaign: variant, project, field })
    all.problems.push(...(isSameBody ? [] : problems))
    all.bare.push(...bare)
  }
  return { problems: all.problems, bare: [...new Set(all.bare)] }
}

type Inspecting = { campaign: CampaignRow; project: Project | undefined; field: string }

async function inspectOne({ threads }: Tools, { campaign, project, field }: Inspecting): Promise<Inspected> {
  const { project_id: projectId, subject, body, preview_text: previewText, from_name: fromName } = campaign
  const fields = { subject, body, previewText, fromName, text: null, type: 'MARKETING' }
  try {
    const { checks, bare } = await inspectBody(threads, { projectId, fields })
    const postalAddress = project?.postal_address ?? null
    return { problems: checkProblems(checks, { field, body, postalAddress }), bare }
  } catch (error) {
    return { problems: [refusal(error, { code: 'TEMPLATE_BROKEN', field })], bare: [] }
  }
}

/** A test that nobody can win. */
function testProblems({ test }: CampaignRow, project: Project | undefined): Problem[] {
  if (test === null || !project) return []
  const isTracked = trackingOf(project, { isMarketing: true })[test.metric]
  return isTracked ? [] : [untracked(test.metric)]
}

type Counted = { problems: Problem[]; audience: Preflight['audience']; sample: SampleContact | undefined }

async function count(
  { database: { db }, filters, clock }: Tools,
  { campaign, bare, signal }: { campaign: CampaignRow; bare: readonly string[]; signal: AbortSignal },
): Promise<Counted> {
  const { project_id: projectId } = campaign
  const looked = bare
    .flatMap((name) => {
      const path = pathOf(name)
      return path ? [{ name, path }] : []
    })
    .slice(0, MOST_VARIABLES)
  try {
    const matching = await audienceCondition(db, { campaign, filters, now: clock.now() })
    const paths = looked.map(({ path }) => path)
    const run = async (trx: Parameters<typeof countAudience>[0]) => ({
      counted: await countAudience(trx, { projectId, matching, paths }),
      sample: await findSample(trx, { projectId, matching }),
    })
    const { counted, sample } = await filters.run(db, { projectId, run, signal })
    const { empty, ...audience } = counted
    const variables = looked.flatMap(({ name }, index) => {
      const many = empty[index] ?? 0
      return many === 0 ? [] : [emptyVariable(name, many, audience.recipients)]
    })
    return { problems: [...audienceProblems(audience), ...variables], audience, sample }
  } catch (error) {
    return { problems: [uncounted(error)], audience: null, sample: undefined }
  }
}

/** A count that was stopped says nothing about the campaign, which is not sent by a request that must end soon. */
function uncounted(error: unknown): Problem {
  const told = refusal(error, { code: 'AUDIENCE_BROKEN', field: 'audienceFilter' })
  const isStopped =
    error instanceof AppError && error.fields === undefined && error.code !== 'SEGMENT_NOT_FOUND'
  return isStopped ? { ...told, code: 'AUDIENCE_NOT_COUNTED', severity: 'warning' } : told
}

type Sample = { campaign: CampaignRow; project: Project | undefined; contact: SampleContact | undefined }
type Rendered = { problems: Problem[]; htmlBytes: number | null }

// As long as the links of an email are: a token of three ids, the MAC, and the address of this installation.
const LINK = `https://mail.example.com/c/${'x'.repeat(90)}`

/** The email as one recipient would get it. Of what a thread has to end, or a filter cannot work with, authors hear here. */
async function renderSample(
  { makeContent, render, publicUrl }: Tools,
  { campaign, project, contact }: Sample,
): Promise<Rendered> {
  const projectId: ProjectId = campaign.project_id
  try {
    const content = await makeContent(campaign)
    const links = Object.fromEntries(content.links.map((_, number) => [`lm_link_${number}`, LINK]))
    const system = { ...previewVariables(await publicUrl.find(), project), lm_open: LINK, ...links }
    const variables = templateVariables({ contact, data: {}, system })
    const row = {
      project_id: projectId,
      is_plain: content.isPlain,
      subject: content.subject,
      html: content.html,
      text_part: content.text,
      key: content.id,
    }
    const { html } = await render(row, variables)
    return { problems: sizeProblems(html.byteLength), htmlBytes: html.byteLength }
  } catch (error) {
    return { problems: [refusal(error, { code: 'TEMPLATE_BROKEN', field: 'body' })], htmlBytes: null }
  }
}
