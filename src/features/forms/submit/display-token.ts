// The signed time at which a form was shown. People need some seconds to fill it in; robots do not.
import type { FormId } from '../../../platform/ids.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'

/** `none`: the token is missing, altered, or of another form. */
export type DisplayAge = 'none' | 'young' | 'good' | 'old'

export type DisplayTokens = {
  make(formId: FormId, at: Date): string
  read(formId: FormId, token: { text: string; now: Date }): { age: DisplayAge; at: Date }
}

/** A person needs longer to read, type and send. */
export const SHORTEST_DISPLAY_MS = 2_000

// People leave pages open over night.
const LONGEST_DISPLAY_MS = 86_400_000

const PURPOSE = 'form display'
const MAC_BYTES = 16
const TOKEN = /^([0-9a-z]{1,10})\.([\w-]{22})$/

export function createDisplayTokens(secrets: Secrets): DisplayTokens {
  return {
    make(formId, at) {
      const time = at.getTime().toString(36)
      return `${time}.${secrets.sign(PURPOSE, [formId, time], MAC_BYTES).toString('base64url')}`
    },
    read(formId, { text, now }) {
      const [, time = '', mac = ''] = TOKEN.exec(text) ?? []
      if (!secrets.verify(PURPOSE, [formId, time], Buffer.from(mac, 'base64url'))) {
        return { age: 'none', at: now }
      }
      const at = new Date(Number.parseInt(time, 36))
      return { age: ageOf(now.getTime() - at.getTime()), at }
    },
  }
}

function ageOf(ms: number): DisplayAge {
  if (ms < SHORTEST_DISPLAY_MS) return 'young'
  return ms > LONGEST_DISPLAY_MS ? 'old' : 'good'
}
