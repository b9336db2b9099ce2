/**
 * `hard`: the recipient or its domain does not exist; never send to it again. `policy`: the problem is the sender
 * (reputation, authentication, limits) or the email (size, content); tell the operator. `soft`: the problem is temporary
 * (mailbox full, account locked).
 */
export const REPLY_CLASSES = ['hard', 'soft', 'policy'] as const
export type ReplyClass = (typeof REPLY_CLASSES)[number]
