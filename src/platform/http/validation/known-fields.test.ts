import { describe, expect, it } from 'vitest'
import { meantField } from './known-fields.ts'

const SEND = ['to', 'cc', 'bcc', 'subject', 'body', 'text', 'template', 'from', 'name', 'subscribed', 'data']
const KNOWN = [...SEND, 'headers', 'reply', 'attachments', 'scheduledFor', 'tracking', 'tags']

describe('a field that does not exist', () => {
  it.each([
    // The same letters.
    ['Subject', 'subject'],
    ['scheduled_for', 'scheduledFor'],
    ['scheduled-for', 'scheduledFor'],
    // What others call it.
    ['scheduled_at', 'scheduledFor'],
    ['scheduledAt', 'scheduledFor'],
    ['sendAt', 'scheduledFor'],
    ['replyTo', 'reply'],
    ['reply_to', 'reply'],
    ['html', 'body'],
    ['templateId', 'template'],
    ['template_id', 'template'],
    ['variables', 'data'],
    ['recipients', 'to'],
    // Typing errors: one from five letters on, two from eight on.
    ['subjct', 'subject'],
    ['sbuject', 'subject'],
    ['atachments', 'attachments'],
    ['attatchmets', 'attachments'],
    ['shceduledFro', 'scheduledFor'],
  ])('%s is taken for %s', (given, meant) => {
    expect(meantField(given, KNOWN)).toBe(meant)
  })

  it.each([
    // Too short, too different, or simply something else.
    ['form'],
    ['bdoy'],
    ['sbjct'],
    ['type'],
    ['contact'],
    ['metadata'],
    ['priority'],
    [`subject${'x'.repeat(10_000)}`],
    ['__proto__'],
  ])('%s is taken for none', (given) => {
    expect(meantField(given, KNOWN)).toBeUndefined()
  })

  it('that every record has is not taken for one with a similar name', () => {
    expect(meantField('updatedAt', ['name', 'ifUpdatedAt'])).toBeUndefined()
    expect(meantField('ifUpdateAt', ['name', 'ifUpdatedAt'])).toBe('ifUpdatedAt')
  })

  it('is taken only for a field that this call has', () => {
    expect(meantField('variables', ['name', 'email'])).toBeUndefined()
    expect(meantField('reply', ['name', 'replyTo'])).toBe('replyTo')
  })
})
