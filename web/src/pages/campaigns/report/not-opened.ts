import type { Campaign, createCampaign } from '../../../api/campaigns.ts'

type NewCampaign = Parameters<typeof createCampaign>[1]

// As long as a name may be.
const LONGEST_NAME = 100
const SUFFIX = ' (not opened)'

/** The same to those who got it and have not opened it, as far as can be told: machines that open emails do not count. */
export function campaignToOthers(campaign: Campaign): NewCampaign {
  const { id: campaignId, subject, body, previewText, from, fromName, replyTo, utm, ratePerMinute } = campaign
  return {
    name: campaign.name.slice(0, LONGEST_NAME - SUFFIX.length) + SUFFIX,
    subject,
    body,
    previewText,
    from,
    fromName,
    replyTo,
    utm,
    ratePerMinute,
    audienceType: 'FILTERED',
    audienceFilter: {
      operator: 'AND',
      conditions: [
        { field: 'emailActivity.sent', operator: 'triggered', campaignId },
        { field: 'emailActivity.opened', operator: 'notTriggered', campaignId },
      ],
    },
  }
}
