import { describe, expect, it } from 'vitest'
import type { CampaignId, TemplateId } from '../../../platform/ids.ts'
import type { EmailToCompose } from '../queue/claim.queries.ts'
import { LANE_NUMBERS } from '../queue/retry-schedule.ts'
import { serviceHeaders } from './email-headers.ts'

const PROJECT = '019a0000-0000-7000-8000-000000000001'

const email = (given: Partial<EmailToCompose> = {}): EmailToCompose =>
  ({
    project_id: PROJECT,
    lane: LANE_NUMBERS.marketing,
    source: 'TRANSACTIONAL',
    template_id: null,
    campaign_id: null,
    recipients: null,
    ...given,
  }) as EmailToCompose

const headersOf = (
  given: Partial<EmailToCompose>,
  MAIL_TRANSPORT = 'smtp://relay.example',
  scheme = 'https',
) =>
  Object.fromEntries(
    serviceHeaders(email(given), {
      isInbox: MAIL_TRANSPORT === 'inbox:',
      unsubscribeUrl: `${scheme}://m.example/unsubscribe/t`,
      unsubscribeAddress: 'u-abc@bounces.shop.example',
    }),
  )

describe('Feedback-ID', () => {
  it.each([
    ['marketing', LANE_NUMBERS.marketing],
    ['transactional', LANE_NUMBERS.transactional],
  ])('says %s where it is, however it was sent', (kind, lane) => {
    for (const source of ['TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'TEST']) {
      expect(headersOf({ lane, source })['Feedback-ID']).toBe(`none:${PROJECT}:${kind}:lettermill`)
    }
  })

  it.each([
    ['the campaign', { source: 'CAMPAIGN', campaign_id: 'c1' as CampaignId }, 'c1'],
    ['the workflow', { source: 'WORKFLOW', recipients: { workflowId: 'w1' } }, 'w1'],
    [
      'the workflow before its template',
      { template_id: 't1' as TemplateId, recipients: { workflowId: 'w1' } },
      'w1',
    ],
    ['the template', { template_id: 't1' as TemplateId, recipients: { to: [], cc: [] } }, 't1'],
  ])('names %s', (_what, given, name) => {
    expect(headersOf(given)['Feedback-ID']).toBe(`${name}:${PROJECT}:marketing:lettermill`)
  })
})

describe('the headers of one-click unsubscribe', () => {
  it('are on marketing email only', () => {
    expect(Object.keys(headersOf({ lane: LANE_NUMBERS.transactional }))).toEqual(['Feedback-ID'])
    const { 'List-Unsubscribe': url, 'List-Unsubscribe-Post': post } = headersOf({})
    expect(url).toBe(
      '<https://m.example/unsubscribe/t>, <mailto:u-abc@bounces.shop.example?subject=unsubscribe>',
    )
    expect(post).toBe('List-Unsubscribe=One-Click')
  })

  it('do not promise one click if the link is not https, as RFC 8058 requires', () => {
    const headers = headersOf({}, 'smtp://relay.example', 'http')
    expect(headers['List-Unsubscribe']).toContain('<http://m.example/unsubscribe/t>')
    expect(headers).not.toHaveProperty('List-Unsubscribe-Post')
  })

  it('are shown in the inbox as production will send them', () => {
    expect(headersOf({}, 'inbox:', 'http')).toHaveProperty('List-Unsubscribe-Post')
  })
})
