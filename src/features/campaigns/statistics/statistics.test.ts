import { describe, expect, it } from 'vitest'
import { linkClicksOf, linksByUrl, totalsOf } from './statistics.ts'

const counts = new Map([
  ['SENT', 70],
  ['DELIVERED', 10],
  ['COMPLAINED', 2],
  ['RETURNED', 3],
  ['BOUNCED', 5],
  ['SUPPRESSED', 1],
  ['CAPPED', 2],
  ['FAILED', 4],
  ['CANCELLED', 2],
  ['opened', 40],
  ['human_opened', 30],
  ['clicked', 8],
  ['human_clicked', 6],
  ['unsubscribed', 4],
])

describe('the totals of a campaign', () => {
  it('are cumulative, and add up to its recipients', () => {
    const totals = totalsOf({ recipients: 112, withoutEmail: 3, testRecipients: 0, counts })
    expect(totals).toMatchObject({
      sent: 85,
      delivered: 82,
      bounced: 8,
      refused: 5,
      complained: 2,
      suppressed: 3,
      dropped: 2,
      failed: 4,
      cancelled: 5,
      queued: 10,
      humanOpens: 30,
      humanClicks: 6,
    })
    const { queued, sent, refused, suppressed, failed, cancelled } = totals
    expect(queued + sent + refused + suppressed + failed + cancelled).toBe(112)
  })

  it('have rates of what was delivered, and of what was attempted', () => {
    expect(totalsOf({ recipients: 110, withoutEmail: 3, testRecipients: 0, counts })).toMatchObject({
      openRate: 40 / 82,
      clickRate: 8 / 82,
      complaintRate: 2 / 82,
      unsubscribeRate: 4 / 82,
      bounceRate: 8 / 90,
      deliveryRate: 82 / 90,
    })
  })

  it('are zero for a campaign that was never sent', () => {
    expect(totalsOf({ recipients: 0, withoutEmail: 0, testRecipients: 0, counts: new Map() })).toMatchObject({
      queued: 0,
      openRate: 0,
      bounceRate: 0,
    })
  })
})

const CONTENT = '01890000-0000-8000-8000-000000000000'

describe('the links of a campaign', () => {
  it('are counted by address, most clicked first', () => {
    const clicked = linkClicksOf(
      new Map([
        [`link ${CONTENT} 0`, 3],
        [`first_link ${CONTENT} 0`, 2],
        [`link ${CONTENT} 1`, 9],
        [`first_link ${CONTENT} 1`, 4],
        [`link ${CONTENT} 2`, 1],
        [`link ${CONTENT} 7`, 1],
        ['opened', 5],
      ]),
    )
    const urls = ['https://a.test', 'https://b.test', 'https://a.test']
    expect(linksByUrl(clicked, ({ link }) => urls[link])).toEqual([
      { url: 'https://b.test', clicks: 9, uniqueClicks: 4 },
      { url: 'https://a.test', clicks: 4, uniqueClicks: 2 },
    ])
  })
})
