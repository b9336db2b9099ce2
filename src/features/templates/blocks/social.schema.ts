// Links to the pages of a company elsewhere. They are shown as words: icons would be images, which many programs do not load.
import { z } from 'zod'
import { lineUpTo } from '../../../platform/schemas/bounded.schema.ts'
import { atMost, Link } from './block-values.schema.ts'

const MOST_LINKS = 12
const LONGEST_LABEL = 50

export const SOCIAL_NETWORKS = [
  'facebook',
  'instagram',
  'x',
  'linkedin',
  'youtube',
  'tiktok',
  'pinterest',
  'threads',
  'bluesky',
  'mastodon',
  'whatsapp',
  'telegram',
  'discord',
  'github',
  'reddit',
  'snapchat',
  'twitch',
  'spotify',
  'vimeo',
  'website',
  'email',
] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

const SocialLink = z
  .object({
    network: z.enum(SOCIAL_NETWORKS),
    href: Link.min(1, 'must not be empty'),
    label: lineUpTo(LONGEST_LABEL).optional().describe('The word to show. Default: the name of the network.'),
  })
  .meta({ id: 'SocialLink' })

export const SocialLinks = z.array(SocialLink).max(MOST_LINKS, atMost(MOST_LINKS))
export type SocialLink = z.output<typeof SocialLink>
