import { translatable } from '../../../i18n/translatable.ts'

export const controlGroupTexts = translatable(
  'pages/settings/control-group/control-group',
  'controlGroupTexts',
  {
    text: 'The control group is a small part of your contacts, chosen at random, that gets no campaigns and no marketing email of workflows. The difference between the others and the group is the effect of your marketing email. Transactional email and confirmations are not affected.',
    share: 'The group',
    percent: 'Share of the contacts, in per cent',
    percentHint: '0 to 20. 0: no control group. A larger share keeps its members.',
    since: 'It has this size since',
    anew: 'Another share starts the comparison anew.',
    saved: 'The control group was saved.',
    report: 'How the group did',
    reportText:
      'Compares how many contacts in the group and how many others have done something since the group has had its size, at most in the last 90 days. Only people who were already contacts at the start of that time are counted.',
    event: 'Event',
    eventHint: 'As your program tracks it, such as order.paid',
    value: 'Value to add up',
    valueHint: 'A number in the data of the event, such as data.total. Empty: none',
    compare: 'Compare',
    none: 'There is no control group to compare.',
    notice: (event: string, from: string, to: string) =>
      `Contacts with the event “${event}”, ${from} to ${to}.`,
  },
)
