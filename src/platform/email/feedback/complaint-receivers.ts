// Receivers with a feedback loop, which report spam complaints to the sender. Complaint rates can only count their users:
// Gmail and Microsoft 365 report nothing, so a list of Gmail addresses would always look good. From the loops that the
// providers document, those behind the Universal Feedback Loop of Validity, and Signal Spam in France.
import { domainOfAddress } from '../../addresses/email-address.ts'

const DOMAINS = new Set(
  [
    // Yahoo, and domains whose email Yahoo runs.
    'aim.com aol.com att.net bellsouth.net frontier.com myyahoo.com netscape.net rocketmail.com sbcglobal.net verizon.net ymail.com',
    // Microsoft's JMRP, for personal addresses.
    'msn.com passport.com windowslive.com',
    // Mail.ru.
    'bk.ru inbox.ru internet.ru list.ru mail.ru',
    'bluewin.ch bol.com.br charter.net comcast.net cox.net earthlink.net email.cz fastmail.com fastmail.fm roadrunner.com rr.com',
    'seznam.cz spectrum.net telenet.be terra.com.br uol.com.br upcmail.nl usa.net ziggo.nl',
    // Libero and its sister brands, and the providers behind Signal Spam.
    'giallo.it iol.it libero.it tiscali.it virgilio.it free.fr laposte.net neuf.fr orange.fr sfr.fr wanadoo.fr',
  ]
    .join(' ')
    .split(' '),
)

/** Brands with domains in many countries. yahoo.co.jp belongs to another company, and has no loop. */
const BRANDS = /^(?:yahoo|hotmail|outlook|live)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/

export function reportsComplaints(address: string): boolean {
  const domain = domainOfAddress(address).toLowerCase()
  return DOMAINS.has(domain) || (BRANDS.test(domain) && domain !== 'yahoo.co.jp')
}
