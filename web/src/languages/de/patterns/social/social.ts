import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/social/social.texts.ts'

export const networkNames = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  threads: 'Threads',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  discord: 'Discord',
  github: 'GitHub',
  reddit: 'Reddit',
  snapchat: 'Snapchat',
  twitch: 'Twitch',
  spotify: 'Spotify',
  vimeo: 'Vimeo',
  website: 'Website',
  email: 'E-Mail',
} satisfies Translation<typeof texts.networkNames>
