// Sends the emails of SEND_EMAIL steps through the delivery queue.
import type { Trx } from '../../../../platform/db/client.ts'
import { newId } from '../../../../platform/ids.ts'
import type { EmailId, ProjectId } from '../../../../platform/ids.ts'
import { giveCouponsOrFail } from '../../../coupons/index.ts'
import type { CouponEmail } from '../../../coupons/index.ts'
import { acceptCallsInTransaction } from '../../../delivery/index.ts'
import type { NewCall } from '../../../delivery/index.ts'
import { couponKeysOf, freezeContact, hasOwnCoupons, neededValues } from '../../../templates/index.ts'
import type { TemplateContact } from '../../../templates/index.ts'
import type { Effect } from '../../engine/execution.ts'
import { executionValues } from '../../step-variables.ts'
import { ContentGoneError, EffectError } from './effect-group.ts'
import type { EffectOf, Group, Outputs } from './effect-group.ts'
import type { ReadyEmail, WantedEmail } from './email-contents.service.ts'

type SendEmailEffect = EffectOf<'sendEmail'>

/** A suppressed recipient gets a record that says so, and so does one for whom there is no coupon code. */
export async function sendEmails(trx: Trx, { group, ...context }: Group<'sendEmail'>): Promise<void> {
  const calls = group.map((one) => toCall(one, context))
  const results = await acceptCallsInTransaction(trx, calls)
  const sent = group.map((one, index): SentEmail => {
    const result = results[index]
    const call = calls[index]
    const id = call?.emails[0]?.id
    if (result?.status === 'rejected') throw new EffectError(one.row.id, one.effect.stepId, result.reason)
    const accepted = result?.value
    if (!accepted || !id) throw new ContentGoneError(emailOf(one).wanted)
    const [{ status, reason } = { status: 'QUEUED', reason: null }] = accepted
    const isSent = status !== 'SUPPRESSED' && !hasOwnCoupons(call.variables)
    const keys = isSent ? couponKeysOf(emailOf(one).ready.variables) : []
    return { one, status, reason, coupons: { id, contactId: one.row.contact_id, keys } }
  })
  const { projectId, now } = context
  const emails = sent.map(({ coupons }) => coupons)
  const failures = await giveCouponsOrFail(trx, { projectId, emails, now })
  for (const { one, coupons, ...accepted } of sent) {
    const failure = failures.get(coupons.id)
    const { status, reason } = failure ? { status: 'FAILED', reason: failure.reason } : accepted
    context.outputs.set(one.effect, { emailId: coupons.id, status, ...(reason !== null && { reason }) })
    context.causes.push({ id: coupons.id, depth: one.depth + 1 })
  }
}

type SentEmail = { one: SendEmailEffect; status: string; reason: string | null; coupons: CouponEmail }

function emailOf({ emails, effect }: SendEmailEffect): { wanted: WantedEmail; ready: ReadyEmail } {
  const email = emails.get(effect)
  if (!email) throw new Error('an email was sent before it was ready')
  return email
}

type GroupContext = Omit<Group<'sendEmail'>, 'group'>

function toCall(one: SendEmailEffect, { projectId, now, outputs }: GroupContext): NewCall {
  const { row, effect } = one
  const { to, topic } = effect.config
  const contact = { ...effect.contact, data: effect.contact.data as Record<string, unknown> }
  const other = to && to !== 'contact' ? to : undefined
  const id = newId<EmailId>(now)
  const { ready } = emailOf(one)
  const afterEmailId = emailBefore(one, outputs)
  const { workflow_id: workflowId, event } = row
  const values = executionValues({ event, answers: effect.answers })
  const source = { ready, topic: topic ?? ready.topic }
  const step = { workflowId, stepId: effect.stepId }
  return callOf({ projectId, step, id, contact, ...source, other, values, afterEmailId, now })
}

/**
 * The email that the execution sent to the same recipient just before, without waiting in between, so that they arrive in the
 * order of their steps. Only within a lane: marketing may be held up while transactional email leaves.
 */
function emailBefore(one: SendEmailEffect, outputs: Outputs): EmailId | undefined {
  const { to = null } = one.effect.config
  const { isMarketing } = emailOf(one).ready
  const isBefore = (effect: Effect): boolean =>
    effect.type === 'sendEmail' &&
    (effect.config.to ?? null) === to &&
    emailOf({ ...one, effect }).ready.isMarketing === isMarketing &&
    outputs.get(effect)?.['status'] !== 'SUPPRESSED'
  const before = one.effects.slice(0, one.effects.indexOf(one.effect)).findLast(isBefore)
  return before && (outputs.get(before)?.['emailId'] as EmailId | undefined)
}

type CallInput = {
  projectId: ProjectId
  step: { workflowId: string; stepId: string }
  id: EmailId
  /** As of this step: later steps may change it before the email is rendered. */
  contact: TemplateContact
  ready: ReadyEmail
  topic: string | null
  /** The address that gets the email instead of the contact. */
  other: string | undefined
  /** The variables that the execution has at this step. */
  values: Record<string, unknown>
  afterEmailId: EmailId | undefined
  now: Date
}

/** Another address gets the email as the contact would: it does not become a contact, and cannot unsubscribe. */
function callOf(input: CallInput): NewCall {
  const { projectId, step, id, contact, ready, topic, other, values, afterEmailId, now } = input
  const isMarketing = ready.isMarketing && other === undefined
  return {
    variables: {
      ...neededValues(values, ready.variables),
      ...freezeContact(contact, ready.variables),
    },
    emails: [
      {
        projectId,
        id,
        contentId: ready.content.id,
        address: other ?? contact.email,
        contactAddress: contact.email,
        isCopy: other !== undefined,
        contactName: null,
        lane: isMarketing ? 'marketing' : 'transactional',
        source: 'WORKFLOW',
        templateId: ready.templateId,
        topic,
        messageId: null,
        recipients: step,
        tags: [],
        scheduledFor: null,
        afterEmailId,
        now,
      },
    ],
  }
}
