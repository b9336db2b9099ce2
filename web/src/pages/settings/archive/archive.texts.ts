import { translatable } from '../../../i18n/translatable.ts'

export const archiveTexts = translatable('pages/settings/archive/archive', 'archiveTexts', {
  text: 'The archive is a public page with the campaigns that you choose, and an RSS feed. It shows the emails without the data of any contact, and links in it are not tracked.',
  pages: 'The public pages',
  switch: 'The archive is public',
  on: 'Everybody who has the address can read the campaigns that are shown in it.',
  off: 'Off: its pages answer “not found”.',
  title: 'Title',
  titleHint: 'Empty: “Our newsletters”, in the language of the project.',
  addresses: 'Addresses',
  list: 'List of emails',
  feed: 'RSS feed',
  copyList: 'Copy the address of the list',
  copyFeed: 'Copy the address of the RSS feed',
  open: 'Open the archive',
  choose: 'A campaign is shown if “Show in the archive” is on in its settings or its report.',
  saved: 'The settings of the archive were saved.',
})
