// Labels of steps and triggers. The caller passes the names of templates and segments.
import { UPDATES } from '../../../../../src/features/workflows/steps.schema.ts'
import { LONG_WEEKDAY_NAMES, WEEKDAY_NAMES } from '../../../format/weekdays.ts'
import { describeSchedule, readSchedule } from '../../../patterns/schedule/schedule.ts'
import { stepTexts as texts } from '../steps.texts.ts'
import { conditionWords } from './condition-words.ts'
import type { Config, DraftStep, DraftTrigger } from './definition.ts'
import { fieldWords } from './field-words.ts'

type NamedEmail = { id: string; version: number; subject: string }

export type Names = {
  templates: ReadonlyMap<string, string>
  segments: ReadonlyMap<string, string>
  /** The emails of templates, by id and alias. */
  emails?: ReadonlyMap<string, NamedEmail>
}
export type StepLabel = { title: string; detail: string }

export const NO_NAMES: Names = { templates: new Map(), segments: new Map() }

export const textOf = (config: Config, key: string): string => {
  const value = config[key]
  return typeof value === 'string' ? value : ''
}

const weekdays: Record<string, string> = WEEKDAY_NAMES
const longWeekdays: Record<string, string> = LONG_WEEKDAY_NAMES

/** As people say it: 9:00 instead of 09:00. */
const clockOf = (time: string): string => time.replace(/^0(?=\d)/, '')

const objectOf = (config: Config, key: string): Config | undefined => {
  const value = config[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : undefined
}

export const timeOf = (config: Config): string =>
  texts.unit(Number(config['amount'] ?? 0), textOf(config, 'unit'))

export const branchName = (branch: string): string => texts.branchNames[branch] ?? branch

const segmentOf = (config: Config, { segments }: Names) => {
  const name = segments.get(textOf(config, 'segmentId'))
  return name === undefined ? texts.unknownSegment : texts.segment(name)
}

/** Includes the conditions in nested groups. */
export function countConditions(filters: unknown): number {
  const { conditions } = (filters ?? {}) as { conditions?: unknown }
  if (!Array.isArray(conditions)) return filters === undefined || filters === null ? 0 : 1
  return conditions.reduce<number>((sum, inner) => sum + countConditions(inner), 0)
}

function emailLabel(config: Config, { templates, emails }: Names): StepLabel {
  const templateId = textOf(config, 'templateId')
  const subject = textOf(config, 'subject')
  const to = textOf(config, 'to')
  const recipient = to === '' || to === 'contact' ? undefined : texts.to(to)
  if (templateId !== '') {
    return {
      title: texts.email(templates.get(templateId) ?? templateId),
      detail: recipient ?? emails?.get(templateId)?.subject ?? texts.fromTemplate,
    }
  }
  if (subject === '') return { title: texts.names.SEND_EMAIL, detail: texts.noEmail }
  return { title: texts.ownEmail(subject), detail: recipient ?? texts.writtenHere }
}

/** The distance from a date, and the date. */
function movedDate(date: Config): string {
  const offset = objectOf(date, 'offset')
  const amount = Number(offset?.['amount'] ?? 0)
  const field = fieldWords(textOf(date, 'field')) || texts.aDate
  const span = texts.unit(Math.abs(amount), textOf(offset ?? {}, 'unit'))
  return amount === 0 ? field : amount < 0 ? texts.before(span, field) : texts.after(span, field)
}

function dateLabel(date: Config): StepLabel {
  const at = textOf(date, 'at')
  return {
    title: texts.untilDate(movedDate(date)),
    detail: at === '' ? texts.inZone(textOf(date, 'timezone') || 'contact') : texts.at(clockOf(at)),
  }
}

function delayLabel(config: Config): StepLabel {
  const date = objectOf(config, 'untilDate')
  if (date) return dateLabel(date)
  const bestHour = objectOf(config, 'untilBestHour')
  if (bestHour) {
    const fallback = textOf(bestHour, 'fallback') || '09:00'
    return { title: texts.untilBestHour, detail: texts.orAt(clockOf(fallback)) }
  }
  const until = textOf(config, 'until')
  if (until === '') return { title: texts.wait(timeOf(config)), detail: '' }
  const days = Array.isArray(config['weekdays']) ? (config['weekdays'] as string[]) : []
  return {
    title: untilWords(days, clockOf(until)),
    detail: texts.inZone(textOf(config, 'timezone') || 'contact'),
  }
}

function untilWords(days: readonly string[], time: string): string {
  const [first] = days
  if (first === undefined) return texts.until(time)
  if (days.length === 1) return texts.untilDay(longWeekdays[first] ?? first, time)
  return texts.untilDays(days.map((day) => weekdays[day] ?? day).join(', '), time)
}

function conditionLabel(config: Config, { segments }: Names): StepLabel {
  const branches = Array.isArray(config['branches']) ? (config['branches'] as Config[]) : undefined
  if (branches) {
    const [first] = branches.flatMap(({ filters }) => conditionWords(filters, segments) ?? [])
    return { title: texts.branches(branches.length + 1), detail: first ?? texts.noConditions }
  }
  const words = conditionWords(config['filters'], segments)
  const count = countConditions(config['filters'])
  if (words === undefined) return { title: texts.names.CONDITION, detail: texts.noConditions }
  return { title: words, detail: count > 1 ? texts.conditions(count) : '' }
}

function updateLabel(config: Config): StepLabel {
  const keys = UPDATES.flatMap((name) => Object.keys(objectOf(config, name) ?? {}))
  const { subscribed } = config
  const subscription =
    typeof subscribed === 'boolean' ? (subscribed ? texts.subscribe : texts.unsubscribe) : undefined
  if (keys.length === 0) return { title: subscription ?? texts.names.UPDATE_CONTACT, detail: '' }
  return { title: texts.set(keys.join(', ')), detail: subscription ?? '' }
}

function webhookLabel(config: Config): StepLabel {
  const host = /^https?:\/\/([^/?#]+)/i.exec(textOf(config, 'url'))?.[1]
  if (host === undefined) return { title: texts.names.WEBHOOK, detail: '' }
  return { title: texts.call(host), detail: textOf(config, 'method') || 'POST' }
}

const labelOr = (value: string, format: (value: string) => string, fallback: string) =>
  value === '' ? fallback : format(value)

export function stepLabel({ type, config, name }: DraftStep, names: Names): StepLabel {
  const label = defaultLabel(type, config, names)
  return name ? { title: name, detail: label.title } : label
}

function defaultLabel(type: DraftStep['type'], config: Config, names: Names): StepLabel {
  switch (type) {
    case 'SEND_EMAIL':
      return emailLabel(config, names)
    case 'DELAY':
      return delayLabel(config)
    case 'WAIT_FOR_EVENT':
      return {
        title: labelOr(textOf(config, 'event'), texts.waitFor, texts.names.WAIT_FOR_EVENT),
        detail: texts.atMost(timeOf(objectOf(config, 'timeout') ?? {})),
      }
    case 'CONDITION':
      return conditionLabel(config, names)
    case 'SPLIT':
      return {
        title: texts.names.SPLIT,
        detail: Object.entries(objectOf(config, 'weights') ?? {})
          .map(([branch, weight]) => `${branch} ${String(weight)}`)
          .join(' · '),
      }
    case 'UPDATE_CONTACT':
      return updateLabel(config)
    case 'ADD_TO_SEGMENT':
      return { title: texts.addTo(segmentOf(config, names)), detail: '' }
    case 'REMOVE_FROM_SEGMENT':
      return { title: texts.removeFrom(segmentOf(config, names)), detail: '' }
    case 'WEBHOOK':
      return webhookLabel(config)
    case 'TRACK_EVENT':
      return { title: labelOr(textOf(config, 'event'), texts.record, texts.names.TRACK_EVENT), detail: '' }
    case 'EXIT':
      return { title: texts.names.EXIT, detail: textOf(config, 'reason') }
  }
}

function scheduleLabel(trigger: DraftTrigger): string {
  const cron = textOf(trigger, 'cron')
  if (readSchedule(cron).kind === 'custom') return texts.trigger.ownSchedule
  return texts.trigger.schedule(describeSchedule(cron), textOf(trigger, 'timezone'))
}

export function triggerLabel(trigger: DraftTrigger, names: Names): string {
  switch (trigger.type) {
    case 'EVENT':
      return labelOr(textOf(trigger, 'event'), texts.trigger.event, texts.trigger.noEvent)
    case 'SEGMENT_ENTERED':
      return texts.trigger.entered(segmentOf(trigger, names))
    case 'SEGMENT_LEFT':
      return texts.trigger.left(segmentOf(trigger, names))
    case 'SCHEDULE':
      return scheduleLabel(trigger)
    case 'DATE': {
      const at = textOf(trigger, 'at')
      const date = labelOr(at, (time) => texts.dateAt(movedDate(trigger), clockOf(time)), movedDate(trigger))
      return texts.trigger.date(date, trigger['repeat'] === 'yearly')
    }
    case 'MANUAL':
      return texts.trigger.manual
  }
}
