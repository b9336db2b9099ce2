import { translatable } from '../../../i18n/translatable.ts'

export const googleTexts = translatable('pages/domains/reports/google', 'googleTexts', {
  title: 'Google Postmaster Tools',
  states: {
    off: '',
    unproven: 'Google is asked about this domain once it is verified.',
    waiting: 'Google has not been asked about this domain yet. It is asked every six hours.',
    missing:
      'The account of this installation does not have this domain in Postmaster Tools. Add it there by its exact name.',
    unreadable: 'The account of this installation may not read this domain in Postmaster Tools.',
    failing: 'The last request to Google failed. The owner of the installation sees why.',
    good: '',
  },
  none: 'Google has no figures about these days. It has none for days with little email.',
  day: 'Day',
  spam: 'Reported as spam',
  dmarc: 'Passed DMARC',
  tls: 'Encrypted',
  rejected: 'Rejected',
  deferred: 'Put off',
  needsWork: 'Google asks for changes here:',
  requirements: {
    spf: 'SPF',
    dkim: 'DKIM',
    'spf-and-dkim': 'SPF and DKIM',
    'dmarc-policy': 'a DMARC policy',
    'dmarc-alignment': 'DMARC alignment',
    'message-formatting': 'the format of messages',
    'dns-records': 'names of addresses in DNS',
    encryption: 'encryption',
    'user-reported-spam-rate': 'fewer reports of spam',
    'one-click-unsubscribe': 'unsubscribing by one click',
    'honor-unsubscribe': 'respecting who unsubscribed',
  },
  compliant: 'Google finds that this domain follows its rules for senders.',
})
