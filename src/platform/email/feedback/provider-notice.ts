// Notices of Amazon SES in an email, through a topic of SNS. With the protocol Email the body is the JSON, and a note on how to
// unsubscribe below a line of two dashes; with Email-JSON it is the message of SNS, which has the JSON as a string. Mail
// programs wrap the long line, and gateways put a warning above it.
import type { ProviderEvent } from './providers/provider-event.ts'
import { isObject } from './providers/json-values.ts'
import type { Json } from './providers/json-values.ts'
import { readSesEvents } from './providers/ses.ts'

// A notice with a thousand recipients is shorter; parsing more would let a stranger use our time.
const LONGEST_JSON = 1_000_000
const FOOTER = /\n--[ \t]{0,9}\n/

/** The events of the notice; empty for any other text. */
export function readNotice(text: string): ProviderEvent[] {
  const start = text.search(/^[ \t]{0,20}\{/m)
  if (start < 0 || text.length > LONGEST_JSON || !/(?:notification|event)Type/.test(text)) return []
  const [body = ''] = text.slice(start).split(FOOTER, 1)
  const json = body.slice(0, body.lastIndexOf('}') + 1)
  return readSesEvents(withoutEnvelope(parse(json) ?? parse(json.replace(/\n[ \t]?/g, '')) ?? {}))
}

const withoutEnvelope = (json: Json): Json => {
  const message = json['Message']
  return typeof message === 'string' ? (parse(message) ?? {}) : json
}

function parse(text: string): Json | undefined {
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : undefined
  } catch {
    return undefined
  }
}
