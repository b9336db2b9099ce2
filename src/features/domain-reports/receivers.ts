// The company behind a mailbox: reports come from its own domain, and email goes to its brands. A receiver is a provider, or a
// domain that stands for itself. Domains of companies that a provider hosts are not known here.
import { mailboxProviderOf } from '../../platform/email/mailbox-providers.ts'

/** Domains that send reports, beside those of mailboxes. */
const REPORTERS = new Map(
  Object.entries({
    google: 'google.com',
    microsoft: 'microsoft.com outlook.com',
    yahoo: 'yahoo.com yahooinc.com yahoo-inc.com aol.com',
    apple: 'apple.com',
    gmx: 'gmx.net gmx.com web.de mail.com 1und1.de kundenserver.de',
    mailru: 'mail.ru vk.company',
    yandex: 'yandex.ru yandex.com yandex.net',
    fastmail: 'fastmail.com fastmaildmarc.com messagingengine.com',
    orange: 'orange.fr',
    telekom: 't-online.de telekom.de',
    netease: '163.com netease.com',
    tencent: 'qq.com tencent.com',
    comcast: 'comcast.net',
    zoho: 'zoho.com zohocorp.com',
  }).flatMap(([receiver, domains]) => domains.split(' ').map((domain) => [domain, receiver] as const)),
)

/**
 * The receiver that a reporter is: dmarc.yahoo.com is Yahoo. A domain at which anybody can have a mailbox, such as yahoo.com, stands for
 * itself: its owner signs the emails of all of them, also those that look like reports.
 */
export function receiverOf(reporter: string): string {
  const domain = reporter.toLowerCase()
  if (mailboxProviderOf(domain) !== undefined) return domain
  const labels = domain.split('.')
  for (let at = 0; at < labels.length - 1; at += 1) {
    const receiver = REPORTERS.get(labels.slice(at).join('.'))
    if (receiver !== undefined) return receiver
  }
  return domain
}

type SentTo = { domain: string; emails: number }

/** Adds up emails by receiver, of those that have sent reports. A reporter also stands for the domain above its own. */
export function sentByReceiver(sent: readonly SentTo[], reporters: ReadonlySet<string>): Map<string, number> {
  const totals = new Map<string, number>()
  const names = [...reporters]
  for (const { domain, emails } of sent) {
    const provider = mailboxProviderOf(domain)
    const receiver =
      names.find((name) => name === provider) ??
      names.find((name) => name === domain || name.endsWith(`.${domain}`))
    if (receiver !== undefined) totals.set(receiver, (totals.get(receiver) ?? 0) + emails)
  }
  return totals
}
