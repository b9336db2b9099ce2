import type { Lookup } from '../../../platform/dns/dns.ts'
import { isSameAddress } from '../../../platform/email/mx/reverse-name.ts'
import type { ReverseName } from '../../../platform/email/mx/reverse-name.ts'
import { isPublicHost } from '../../domains/index.ts'
import { advise, failed, good, unknown, warning } from '../check-finding.ts'
import type { Verdict } from '../check-finding.ts'

type HeloAnswer = { helo: string; answer: Lookup<string>; sending: readonly string[] }

/** The name in EHLO has to lead to the addresses that email comes from. */
export function judgeHelo({ helo, answer, sending }: HeloAnswer): Verdict {
  if (!isPublicHost(helo)) {
    return failed(
      `This server calls itself ${helo} (EHLO), which is not a name of the public DNS.`,
      advise('Set MAIL_HOSTNAME to a name that leads to this server, and restart.', {
        command: 'MAIL_HOSTNAME=mail.example.com',
      }),
    )
  }
  if (answer.status === 'unanswered') return unknown(answer.reason)
  const records = answer.status === 'found' ? answer.records : []
  const missing = sending.filter((address) => !records.some((one) => isSameAddress(one, address)))
  const [first = missing[0]] = missing
  if (records.length === 0) {
    const address = first ?? '<address of this server>'
    return failed(
      `${helo}, the name of this server in EHLO, has no address in DNS.`,
      advise('Publish this record.', {
        record: { type: address.includes(':') ? 'AAAA' : 'A', name: helo, value: address },
      }),
    )
  }
  if (first !== undefined) {
    return failed(
      `${helo}, the name of this server in EHLO, does not lead to ${missing.join(', ')}, where its email comes from.`,
      advise('Add this record.', {
        record: { type: first.includes(':') ? 'AAAA' : 'A', name: helo, value: first },
      }),
    )
  }
  return good(`${helo}, the name of this server in EHLO, leads to ${records.join(', ')}.`)
}

type ReverseAnswer = { address: string; helo: string; reverse: ReverseName }

/** The name of an address (PTR) has to lead back to it. */
export function judgeReverseName({ address, helo, reverse }: ReverseAnswer): Verdict {
  if (reverse.status === 'unanswered') return unknown(reverse.reason)
  const remedy = advise(
    `Ask whoever rents you the address to set its name to ${helo}, usually on the page of the server or network ("reverse DNS").`,
    { record: { type: 'PTR', name: address, value: helo } },
  )
  if (reverse.status === 'none') {
    return failed(`${address} has no name in DNS (PTR), so many receivers refuse its email.`, remedy)
  }
  if (reverse.status === 'unconfirmed') {
    return failed(
      `The name of ${address} in DNS (PTR) is ${reverse.name}, which does not have this address.`,
      remedy,
    )
  }
  if (isGeneric(reverse.name, address)) {
    return warning(
      `The name of ${address} in DNS (PTR) is ${reverse.name}, which looks like that of a customer of an access provider.`,
      remedy,
    )
  }
  return good(`The name of ${address} in DNS (PTR) is ${reverse.name}, which leads back to it.`)
}

/** Names made from the address, such as 192-0-2-10.dyn.provider.net, which filters count against the sender. */
function isGeneric(name: string, address: string): boolean {
  const numbers = address.split('.')
  if (numbers.length !== 4) return false
  return [numbers, numbers.toReversed()].some(
    (parts) => name.includes(parts.join('-')) || name.includes(parts.join('.')),
  )
}
