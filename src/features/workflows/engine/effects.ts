// Effects of action steps: the effect itself, for the caller to apply, and the facts that later steps see.
import { UPDATES } from '../steps.schema.ts'
import type { Step } from '../steps.schema.ts'
import { computeData } from './computed-data.ts'
import type { Effect, ExecutionState, Facts } from './execution.ts'

type Data = Record<string, unknown>

export type ActionStep = Extract<
  Step,
  { type: 'SEND_EMAIL' | 'UPDATE_CONTACT' | 'ADD_TO_SEGMENT' | 'REMOVE_FROM_SEGMENT' | 'TRACK_EVENT' }
>

/** Why a step cannot be done, such as a template that was deleted after the workflow was saved. */
export function blockedReason(step: ActionStep, { missing, refused }: Facts): string | undefined {
  const reason = refused?.get(step.id)
  if (reason !== undefined) return reason
  if (step.type === 'SEND_EMAIL') {
    const { templateId } = step.config
    return templateId && missing.has(templateId) ? `There is no template ${templateId} any more.` : undefined
  }
  if (step.type !== 'ADD_TO_SEGMENT' && step.type !== 'REMOVE_FROM_SEGMENT') return undefined
  const { segmentId } = step.config
  return missing.has(segmentId) ? `There is no segment ${segmentId} any more.` : undefined
}

/** The step with the Liquid in its data evaluated and its data computed, or the error message. */
export function fillStep(
  step: ActionStep,
  { facts, event, answers }: { facts: Facts } & Pick<ExecutionState, 'event' | 'answers'>,
): ActionStep | string {
  const fill = (data: Data | null | undefined): Data | null | string =>
    data && facts.fill
      ? facts.fill({ stepId: step.id, data, contact: facts.contact, event, answers })
      : (data ?? null)
  if (step.type === 'TRACK_EVENT') {
    const data = fill(step.config.data)
    return typeof data === 'string' ? data : { ...step, config: { ...step.config, data } }
  }
  if (step.type !== 'UPDATE_CONTACT') return step
  const update: Record<string, Data | null> = {}
  for (const name of UPDATES) {
    const filled = fill(step.config[name])
    if (typeof filled === 'string') return filled
    update[name] = filled
  }
  const data = computeData(update, facts.contact.data)
  return typeof data === 'string' ? data : { ...step, config: { data, subscribed: step.config.subscribed } }
}

type Origin = { stepId: string; visit: number; depth: number; contact: Facts['contact'] } & Pick<
  ExecutionState,
  'answers'
>

export function effectOf(step: ActionStep, { depth, contact, answers, ...origin }: Origin): Effect {
  switch (step.type) {
    case 'SEND_EMAIL':
      return { ...origin, type: 'sendEmail', config: step.config, contact, answers }
    case 'UPDATE_CONTACT': {
      const { data, subscribed } = step.config
      return { ...origin, type: 'updateContact', data: data ?? {}, subscribed: subscribed ?? undefined }
    }
    case 'ADD_TO_SEGMENT':
      return { ...origin, type: 'addToSegment', segmentId: step.config.segmentId }
    case 'REMOVE_FROM_SEGMENT':
      return { ...origin, type: 'removeFromSegment', segmentId: step.config.segmentId }
    case 'TRACK_EVENT':
      return { ...origin, type: 'trackEvent', event: step.config.event, data: step.config.data ?? {}, depth }
  }
}

/** Contact data after an update: merged one level deep, and null deletes a key. */
export function mergeData(before: unknown, changes: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...(before as Record<string, unknown> | null), ...changes }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
}

/** The facts that later steps see, before the effect is committed. */
export function factsAfter(effect: Effect, { facts, now }: { facts: Facts; now: number }): Facts {
  const at = new Date(now)
  switch (effect.type) {
    case 'updateContact': {
      const data = mergeData(facts.contact.data, effect.data)
      const contact = { ...facts.contact, ...subscriptionAfter(effect.subscribed), data, updatedAt: at }
      return { ...facts, contact }
    }
    case 'addToSegment':
      return { ...facts, segments: new Set([...facts.segments, effect.segmentId]) }
    case 'removeFromSegment':
      return { ...facts, segments: new Set([...facts.segments].filter((id) => id !== effect.segmentId)) }
    case 'trackEvent': {
      const events = [...facts.history.events, { name: effect.event, data: effect.data, createdAt: at }]
      return { ...facts, history: { ...facts.history, events } }
    }
    case 'sendEmail':
    case 'callWebhook':
      return facts
  }
}

/** A contact that a step unsubscribes has left, also if it was never asked. */
const subscriptionAfter = (subscribed: boolean | undefined) =>
  subscribed === undefined
    ? {}
    : { subscribed, subscriptionState: subscribed ? ('SUBSCRIBED' as const) : ('LEFT' as const) }
