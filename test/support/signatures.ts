import { Resolver } from 'node:dns/promises'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'

/** One verdict per DKIM signature of an email, by the key in DNS. A program of others decides. */
export async function judgeSignatures(
  bytes: Buffer,
  dns: { address: string },
): Promise<{ result: string; signed: string[] }[]> {
  const resolver = new Resolver()
  resolver.setServers([dns.address])
  const { results } = await dkimVerify(bytes, {
    resolver: async (name: string) => resolver.resolveTxt(name),
    strict: true,
  })
  return results.map(({ status, signingHeaders }) => ({
    result: String(status.result),
    signed: String(signingHeaders?.keys)
      .toLowerCase()
      .split(/[:\s]+/),
  }))
}
