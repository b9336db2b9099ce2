import type { CertificateAnswer } from './probe-certificate.ts'
import { utcDay } from '../../platform/time/local-day.ts'
import { advise, failed, good, unknown, warning } from './check-finding.ts'
import type { Verdict } from './check-finding.ts'

const DAY_MS = 86_400_000

// ACME clients renew 30 days before the end, or at a third of a shorter life: less than this means that they fail.
const FEW_DAYS = 10

type CertificateQuestion = { host: string; answer: CertificateAnswer; now: Date }

/** The certificate that browsers see at a host of links. */
export function judgeCertificate({ host, answer, now }: CertificateQuestion): Verdict {
  if (answer.status === 'unanswered') return unknown(answer.reason)
  const renew = advise(`Renew the certificate of ${host} at the server or proxy that answers for it.`, {
    command: `openssl s_client -connect ${host}:443 -servername ${host} </dev/null | openssl x509 -noout -dates -subject -ext subjectAltName`,
  })
  if (answer.status === 'refused') {
    return failed(`${host} cannot be reached by TLS: ${answer.reason}.`, renew)
  }
  const { validFrom, validTo, nameProblem, chainProblem, issuer } = answer
  const end = utcDay(validTo)
  if (validTo <= now) return failed(`The certificate of ${host} expired on ${end}.`, renew)
  if (validFrom > now) {
    return failed(`The certificate of ${host} is valid only from ${utcDay(validFrom)} on.`, renew)
  }
  if (nameProblem !== null) {
    return failed(
      `The certificate is not for ${host}. It is for ${nameProblem}.`,
      advise(`Let the server or proxy get a certificate for ${host} too.`, { command: renew.command }),
    )
  }
  if (chainProblem !== null) {
    return failed(
      `Browsers do not trust the certificate of ${host}: ${chainProblem}.`,
      advise(
        'Let the server send the certificates of its issuer too (the full chain), from an issuer that browsers know.',
        {
          command: renew.command,
        },
      ),
    )
  }
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS)
  const found = `The certificate of ${host} by ${issuer} is valid until ${end}.`
  return days < FEW_DAYS ? warning(`${found} It should have been renewed by now.`, renew) : good(found)
}
