import { z } from 'zod'
import { parseDomainName } from './addresses/domain-name.ts'

// Names below it have a label in front, and 253 characters at most.
const MOST_CHARACTERS = 230

/** The setting DKIM_ZONE. */
export const dkimZone = z.string().transform((text, context) => {
  const parsed = parseDomainName(text)
  if (parsed.ok && parsed.domain.length <= MOST_CHARACTERS) return parsed.domain
  context.addIssue(
    `must be a domain name of at most ${MOST_CHARACTERS} characters, such as dkim.mailer.example`,
  )
  return z.NEVER
})
