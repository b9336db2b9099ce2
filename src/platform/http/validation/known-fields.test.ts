import { describe, expect, it } from 'vitest'
import { suggestField } from './known-fields.ts'

const SEND = ['to', 'cc', 'bcc', 'subject', 'body', 'text', 'template', 'from', 'name', 'subscribed', 'data']
const KNOWN = [...SEND, 'headers', 'reply', 'attachments', 'scheduledFor', 'tracking', 'tags']

describe('a field that does not exist', () => {
  it.each([
    // Other case and separators.
    ['Subject', 'subject'],
    ['scheduled_for', 'scheduledFor'],
    ['scheduled-for', 'scheduledFor'],
    // Names at other services.
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
    // Typos: one from five letters on, two from eight on.
    ['subjct', 'subject'],
    ['sbuject', 'subject'],
    ['atachments', 'attachments'],
    ['attatchmets', 'attachments'],
    ['shceduledFro', 'scheduledFor'],
  ])('%s is taken for %s', (given, meant) => {
    expect(suggestField(given, KNOWN)).toBe(meant)
  })

  it.each([
    // Too short, too different, or something else.
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
    expect(suggestField(given, KNOWN)).toBeUndefined()
  })

  it('that every record has is not confused with one of a similar name', () => {
    expect(suggestField('updatedAt', ['name', 'ifUpdatedAt'])).toBeUndefined()
    expect(suggestField('ifUpdateAt', ['name', 'ifUpdatedAt'])).toBe('ifUpdatedAt')
  })

  it('is suggested only if this call has the field', () => {
    expect(suggestField('variables', ['name', 'email'])).toBeUndefined()
    expect(suggestField('reply', ['name', 'replyTo'])).toBe('replyTo')
  })
})
