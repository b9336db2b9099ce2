// The fields of the form on the preference page, and what a person changed in it. The form also sends the state that it showed:
// only differences to it are written, so that a topic somebody is in without a choice does not become a choice.

export const PAUSE_DAYS = [30, 90] as const

/** `keep`: as it is. */
export type PauseChoice = 'keep' | 'end' | (typeof PAUSE_DAYS)[number]

export type PreferencesChange = { choices: Record<string, boolean>; pause: PauseChoice }

/** The switch of a topic; a browser sends it only if it is on. */
export const topicField = (key: string): string => `topic.${key}`

/** Whether the switch was `on` or `off` when the page was shown. */
export const shownField = (key: string): string => `shown.${key}`

export const PAUSE_FIELD = 'pause'

/** Unknown fields, and topics that are not in `keys` any more, are ignored. */
export function readChange(body: Buffer, keys: readonly string[]): PreferencesChange {
  const fields = new URLSearchParams(body.toString())
  const choices: Record<string, boolean> = {}
  for (const key of keys) {
    const shown = fields.get(shownField(key))
    if (shown !== 'on' && shown !== 'off') continue
    const isWanted = fields.has(topicField(key))
    if (isWanted !== (shown === 'on')) choices[key] = isWanted
  }
  return { choices, pause: readPause(fields.get(PAUSE_FIELD)) }
}

function readPause(value: string | null): PauseChoice {
  if (value === 'end') return 'end'
  return PAUSE_DAYS.find((days) => String(days) === value) ?? 'keep'
}
