// Finds out why a receiver refuses email because of its sender (class `policy`). Only the advice that people get depends on
// it. Names of methods and lists are tested first, because "blocked" and "spam" appear next to all of them.
import { isAboutEmail } from './reply-class.ts'
import { anyOf, BLOCKLIST_LINK } from './reply-words.ts'
import type { SmtpReply } from '../../transport.ts'

export type RefusalKind = 'authentication' | 'blocklist' | 'content' | 'size' | 'rate' | 'server' | 'policy'

const WORDS: readonly [RefusalKind, RegExp][] = [
  [
    'authentication',
    anyOf(
      /\bdmarc\b|\bspf\b|\bdkim\b|authentication (?:check|information|result)|unauthenticated|5\.7\.(?:2[0-46-9]|3[0-2]|509)\b/,
    ),
  ],
  ['server', anyOf(/\bptr\b|\brdns\b|reverse (?:dns|hostname|lookup)|cannot find your|\bhelo\b|\behlo\b/)],
  [
    'blocklist',
    anyOf(
      /block ?list|black ?list|deny ?list|\brbl\b|dnsbl|(?:is|are|been) listed|spamhaus|barracuda|sorbs|spamcop|uceprotect/,
      /reputation|\bbanned\b|blocked using|(?:ip|host|network|address)\b[^.;]{0,40}\bblock|block[^.;]{0,40}\b(?:ip|host|network)\b/,
    ),
  ],
  [
    'rate',
    anyOf(
      /rate.?limit|too (?:many|much|fast|quickly)|throttl|slow down|volume|frequency|(?:daily|hourly) |limit exceeded/,
    ),
  ],
  [
    'content',
    anyOf(/spam|unsolicited|content|virus|malware|phish|suspicious|\bbulk\b|advertis|infected|attachment/),
  ],
]

export function refusalKindOf(reply: Pick<SmtpReply, 'text' | 'enhancedCode'>): RefusalKind {
  const text = `${reply.enhancedCode ?? ''} ${reply.text}`
  if (isAboutEmail(reply) && !/content|^\s*5\.6/.test(text)) return 'size'
  if (BLOCKLIST_LINK.test(text)) return 'blocklist'
  return WORDS.find(([, words]) => words.test(text))?.[0] ?? (isAboutEmail(reply) ? 'content' : 'policy')
}
