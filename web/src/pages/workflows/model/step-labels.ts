// What a card says about its step, in words. Names of templates and segments come from outside, as far as they are known.
import { stepTexts as texts } from '../steps.texts.ts'
import type { Config, DraftStep, DraftTrigger } from './definition.ts'

export type Names = { templates: ReadonlyMap<string, string>; segments: ReadonlyMap<string, string> }
export type Words = { title: string; detail: string }

export const NO_NAMES: Names = { templates: new Map(), segments: new Map() }

export const textOf = (config: Config, key: string): string => {
  const value = config[key]
  return typeof value === 'string' ? value : ''
}

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

/** How many conditions a filter has, in all its groups. */
export function countConditions(filters: unknown): number {
  const { conditions } = (filters ?? {}) as { conditions?: unknown }
  if (!Array.isArray(conditions)) return filters === undefined || filters === null ? 0 : 1
  return conditions.reduce<number>((sum, inner) => sum + countConditions(inner), 0)
}

function emailWords(config: Config, { templates }: Names): Words {
  const templateId = textOf(config, 'templateId')
  const subject = textOf(config, 'subject')
  const to = textOf(config, 'to')
  const recipient = to === '' || to === 'contact' ? undefined : texts.to(to)
  if (templateId !== '') {
    return {
      title: texts.email(templates.get(templateId) ?? templateId),
      detail: recipient ?? texts.fromTemplate,
    }
  }
  if (subject === '') return { title: texts.names.SEND_EMAIL, detail: texts.noEmail }
  return { title: texts.ownEmail(subject), detail: recipient ?? texts.writtenHere }
}

function delayWords(config: Config): Words {
  const until = textOf(config, 'until')
  if (until === '') return { title: texts.wait(timeOf(config)), detail: '' }
  const days = Array.isArray(config['weekdays']) ? (config['weekdays'] as string[]) : []
  const when = days.length === 0 ? '' : ` (${days.map((day) => texts.weekdays[day] ?? day).join(', ')})`
  return {
    title: `${texts.until(until)}${when}`,
    detail: texts.inZone(textOf(config, 'timezone') || 'contact'),
  }
}

function conditionWords(config: Config): Words {
  const branches = Array.isArray(config['branches']) ? (config['branches'] as Config[]) : undefined
  const count = branches
    ? branches.reduce((sum, { filters }) => sum + countConditions(filters), 0)
    : countConditions(config['filters'])
  const detail = count === 0 ? texts.noConditions : texts.conditions(count)
  return { title: branches ? texts.branches(branches.length + 1) : texts.names.CONDITION, detail }
}

function updateWords(config: Config): Words {
  const keys = Object.keys(objectOf(config, 'data') ?? {})
  const { subscribed } = config
  const said =
    typeof subscribed === 'boolean' ? (subscribed ? texts.subscribe : texts.unsubscribe) : undefined
  if (keys.length === 0) return { title: said ?? texts.names.UPDATE_CONTACT, detail: '' }
  return { title: texts.set(keys.join(', ')), detail: said ?? '' }
}

function webhookWords(config: Config): Words {
  const host = /^https?:\/\/([^/?#]+)/i.exec(textOf(config, 'url'))?.[1]
  if (host === undefined) return { title: texts.names.WEBHOOK, detail: '' }
  return { title: texts.call(host), detail: textOf(config, 'method') || 'POST' }
}

const named = (value: string, say: (value: string) => string, fallback: string) =>
  value === '' ? fallback : say(value)

export function wordsOf({ type, config, name }: DraftStep, names: Names): Words {
  const words = plainWords(type, config, names)
  return name ? { title: name, detail: words.title } : words
}

function plainWords(type: DraftStep['type'], config: Config, names: Names): Words {
  switch (type) {
    case 'SEND_EMAIL':
      return emailWords(config, names)
    case 'DELAY':
      return delayWords(config)
    case 'WAIT_FOR_EVENT':
      return {
        title: named(textOf(config, 'event'), texts.waitFor, texts.names.WAIT_FOR_EVENT),
        detail: texts.atMost(timeOf(objectOf(config, 'timeout') ?? {})),
      }
    case 'CONDITION':
      return conditionWords(config)
    case 'SPLIT':
      return {
        title: texts.names.SPLIT,
        detail: Object.entries(objectOf(config, 'weights') ?? {})
          .map(([branch, weight]) => `${branch} ${String(weight)}`)
          .join(' · '),
      }
    case 'UPDATE_CONTACT':
      return updateWords(config)
    case 'ADD_TO_SEGMENT':
      return { title: texts.addTo(segmentOf(config, names)), detail: '' }
    case 'REMOVE_FROM_SEGMENT':
      return { title: texts.removeFrom(segmentOf(config, names)), detail: '' }
    case 'WEBHOOK':
      return webhookWords(config)
    case 'TRACK_EVENT':
      return { title: named(textOf(config, 'event'), texts.record, texts.names.TRACK_EVENT), detail: '' }
    case 'EXIT':
      return { title: texts.names.EXIT, detail: textOf(config, 'reason') }
  }
}

export function triggerWords(trigger: DraftTrigger, names: Names): string {
  switch (trigger.type) {
    case 'EVENT':
      return named(textOf(trigger, 'event'), texts.trigger.event, texts.trigger.noEvent)
    case 'SEGMENT_ENTERED':
      return texts.trigger.entered(segmentOf(trigger, names))
    case 'SEGMENT_LEFT':
      return texts.trigger.left(segmentOf(trigger, names))
    case 'SCHEDULE':
      return texts.trigger.schedule(textOf(trigger, 'cron'))
    case 'MANUAL':
      return texts.trigger.manual
  }
}
