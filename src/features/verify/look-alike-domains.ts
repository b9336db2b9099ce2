// Real domains that resemble a provider's like a typo. They never count as one, regardless of DNS. The list was made by running
// the typo rules over all 17,000 domains of the packages email-providers and disposable-email-domains-js and reviewing the
// matches, then adding well-known companies and plain words. Entries of those packages that are themselves misspellings
// (gmai.com, hotmail.con, yaho.com) are left out.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** One line per provider, or group of providers, that they resemble. */
export const LOOK_ALIKE_DOMAINS = words(`
  email.com xmail.com fmail.com imail.com kmail.com zmail.com grail.com
  y7mail.com uymail.com
  wahoo.com
  cloud.com
  prontomail.com photon.me
  comcast.com verizon.com earthlink.com bellsouth.com earthling.net
  yandex.net yandex.eu
  wanadoo.com laposte.fr t-online.com
  eastmail.com lastmail.com
  aver.com never.com saver.com raver.com
  globe.com
  walls.com yalla.com
  tetra.com terry.com serra.com
  roger.com rodgers.com frontiers.com
  chapter.net chatter.net
  iobox.com unbox.com
  boxmail.com coxmail.com
  orage.fr grange.fr oranges.fr
  libera.it libro.it liberto.it vigilio.it slice.it
  planets.nl planeet.nl telnet.be
  gambler.ru sezam.cz interna.pl gazela.pl
  poster.de posted.de
  tellus.net telos.net
  leemail.me
`)
