import { createGate } from '../../platform/concurrency/gate.ts'
import type { Dns, Lookup } from '../../platform/dns/dns.ts'

// Checks are not urgent: the resolver answers those who deliver email at the same time.
const MOST_QUESTIONS = 8

const STOPPING: Lookup<never> = { status: 'unanswered', reason: 'the server is stopping' }

/** Asks at most a few questions at a time; the others wait in order. */
export function boundDns(dns: Dns, mostQuestions = MOST_QUESTIONS): Dns {
  const gate = createGate(mostQuestions)
  const bound =
    <T>(ask: (name: string) => Promise<Lookup<T>>) =>
    async (name: string): Promise<Lookup<T>> => {
      const leave = await gate.enter(1)
      if (!leave) return STOPPING
      try {
        return await ask(name)
      } finally {
        leave()
      }
    }
  return {
    txt: bound((name) => dns.txt(name)),
    mx: bound((name) => dns.mx(name)),
    cname: bound((name) => dns.cname(name)),
    ipv4: bound((name) => dns.ipv4(name)),
    addresses: bound((name) => dns.addresses(name)),
    names: bound((address) => dns.names(address)),
    zone: bound((name) => dns.zone(name)),
  }
}
