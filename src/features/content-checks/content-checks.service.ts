// Checks the content of one email without sending it. Everything that reads HTML runs in a thread; no connection to the database is
// held meanwhile.
import { hash } from 'node:crypto'
import type { Db } from '../../platform/db/client.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { ContactId, ProjectId } from '../../platform/ids.ts'
import { findContact } from '../contacts/index.ts'
import { finishForWire } from '../delivery/index.ts'
import { findProject, trackingOf } from '../projects/index.ts'
import {
  createTemplateRenderer,
  expandBody,
  inspectBody,
  previewVariables,
  runTemplateTask,
  sampleCoupons,
  templateVariables,
} from '../templates/index.ts'
import type { TemplateContact, TemplateInspection, TemplateRenderer } from '../templates/index.ts'
import { readContentTask } from './content-checks.threads.ts'
import type { FixedLink, ReadContent } from './content-checks.threads.ts'
import { CANIEMAIL_DATE } from './markup/caniemail.values.ts'
import type { ContentProblem } from './markup/finding.ts'
import { createSpamCheck } from './spam/spam-check.service.ts'
import type { SpamVerdict } from './spam/spam-check.service.ts'
import type { SpamReport } from './spam/spamd-client.ts'
import { sizeFindings } from './sent-size.ts'

type Project = NonNullable<Awaited<ReturnType<typeof findProject>>>
type Parts = Pick<Deps, 'threads' | 'publicUrl' | 'config' | 'clock'>

type InspectedEmail = Parameters<typeof inspectBody>[1] & { inspection: TemplateInspection }

/** Adds lines to what the inspection of a body found, and what email clients do not show. */
export async function readContentOf(
  db: Db,
  { threads, projectId, fields: { body }, inspection }: InspectedEmail,
): Promise<ReadContent> {
  const expanded = await expandBody(db, { threads, projectId, body })
  const { checks, prepared } = inspection
  const input = { body, expanded, html: prepared.html, checks }
  return runTemplateTask(threads, { task: readContentTask, input, projectId })
}

type LinksOfBody = Omit<InspectedEmail, 'inspection'>

/** The links of an email with a fixed address. @throws AppError TEMPLATE_SYNTAX */
export async function readLinks(db: Db, email: LinksOfBody): Promise<FixedLink[]> {
  const inspection = await inspectBody(db, email)
  const { links } = await readContentOf(db, { ...email, inspection })
  return links
}

// The length of a link in an email: a token of three ids, the MAC, and the address of this installation.
const LINK = `https://mail.example.com/c/${'x'.repeat(90)}`

type FinishedEmail = {
  projectId: ProjectId
  subject: string
  html: string
  text: string
  isPlain: boolean
  links: readonly string[]
  variables: readonly string[]
  /** Identifies the content. */
  key: string
}

type Recipient = {
  project: Project | undefined
  contact: TemplateContact | undefined
  data: Record<string, unknown>
}

/** Renders an email as one recipient gets it, with links of the length that they have. */
export async function renderAsSent(
  { render, publicUrl }: Pick<Parts, 'publicUrl'> & { render: TemplateRenderer },
  { links, variables: named, html, text, ...email }: FinishedEmail,
  { project, contact, data }: Recipient,
) {
  const system = {
    ...previewVariables(await publicUrl.find(), project),
    lm_open: LINK,
    ...Object.fromEntries(links.map((_, number) => [`lm_link_${number}`, LINK])),
    ...sampleCoupons(named, data),
  }
  const { projectId, isPlain, subject, key } = email
  const row = { project_id: projectId, is_plain: isPlain, subject, html, text_part: text, key }
  return render(row, templateVariables({ contact, data, system }))
}

export type EmailToCheck = {
  projectId: ProjectId
  fields: InspectedEmail['fields']
  data: Record<string, unknown>
  contactId: ContactId | undefined
  /** The sender, for SpamAssassin. */
  from: string | null
  /** Whether to ask SpamAssassin. */
  spam: boolean
}

export type CheckedEmail = ReadContent & {
  htmlBytes: number
  spam: SpamReport | null
  clientDataDate: string
}

/** @throws AppError TEMPLATE_SYNTAX, CONTACT_NOT_FOUND */
export type CheckEmail = (db: Db, email: EmailToCheck) => Promise<CheckedEmail>

/** Renders an email that was inspected, as one recipient gets it. */
export function createSentRendering({ threads, publicUrl }: Pick<Parts, 'threads' | 'publicUrl'>) {
  const render = createTemplateRenderer(threads)
  return async (
    { projectId, fields, inspection }: Omit<InspectedEmail, 'threads'>,
    recipient: Recipient,
  ): ReturnType<typeof renderAsSent> => {
    const { html, text, isPlain, variables } = inspection.prepared
    const isMarketing = fields.type === 'MARKETING'
    const { project } = recipient
    const tracking = project ? trackingOf(project, { isMarketing }) : { opens: false, clicks: false }
    const finished = await finishForWire(threads, { projectId, html, text, isPlain, isMarketing, tracking })
    const email = { ...finished, projectId, subject: fields.subject, isPlain, variables }
    const key = `checks ${hash('sha256', JSON.stringify([email.subject, email.html, email.text]), 'base64')}`
    return renderAsSent({ render, publicUrl }, { ...email, key }, recipient)
  }
}

const NOT_ASKED: SpamVerdict = { spam: null, findings: [] }

export function createEmailCheck(parts: Parts): CheckEmail {
  const { threads } = parts
  const judgeSpam = createSpamCheck(parts)
  const renderSent = createSentRendering(parts)
  return async (db, { projectId, fields, from, data, contactId, spam: isAsked }) => {
    const project = await findProject(db, { projectId })
    const contact = contactId === undefined ? undefined : await requireContact(db, { projectId, contactId })
    const inspection = await inspectBody(db, { threads, projectId, fields })
    const inspected = { projectId, fields, inspection }
    const { findings, links } = await readContentOf(db, { threads, ...inspected })
    const sent = await renderSent(inspected, { project, contact, data })
    const htmlBytes = sent.html.byteLength
    const [judged = NOT_ASKED] = isAsked ? await judgeSpam({ projectId, emails: [{ from, ...sent }] }) : []
    return {
      findings: byLevel([
        ...findings.filter(({ code }) => code !== 'CLIPPED_BY_GMAIL'),
        ...sizeFindings(htmlBytes),
        ...judged.findings,
      ]),
      links,
      htmlBytes,
      spam: judged.spam,
      clientDataDate: CANIEMAIL_DATE,
    }
  }
}

async function requireContact(
  db: Db,
  ref: { projectId: ProjectId; contactId: ContactId },
): Promise<TemplateContact> {
  const found = await findContact(db, ref)
  if (!found) throw new AppError('CONTACT_NOT_FOUND')
  return { ...found, data: found.data as Record<string, unknown> }
}

const LEVELS = ['error', 'warning', 'info'] as const

/** The most severe first, otherwise in the given order. */
const byLevel = (findings: readonly ContentProblem[]): ContentProblem[] =>
  findings.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level))
