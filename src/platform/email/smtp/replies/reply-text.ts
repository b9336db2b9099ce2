import type { SmtpReply } from '../../transport.ts'

/** A reply as its server wrote it, on one line with its codes. */
export const replyText = ({ code, enhancedCode, text }: SmtpReply): string =>
  [code, enhancedCode, text].filter((part) => part !== null && part !== '').join(' ')
