// Checks DNS repeatedly until the domain is verified, with a countdown. Timers stop in a sleeping tab, so the time of the next
// check is stored and compared again when the tab wakes up.
import { useEffect, useEffectEvent, useState } from 'react'
import { checkDomain, domainQuery } from '../../api/connections/domains.ts'
import type { Domain } from '../../api/connections/domains.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'

// DNS panels publish within minutes, and a check makes some ten queries to other people's servers.
const CHECK_MS = 30_000
const TICK_MS = 1_000

export type DomainCheck = {
  check: () => void
  isChecking: boolean
  /** Seconds until the next check; undefined if there is none. */
  seconds: number | undefined
}

export function useDomainCheck(domain: Domain): DomainCheck {
  const { api, may } = useProject()
  const isPolling = !domain.verified && may('member')
  const [now, setNow] = useState(() => performance.now())
  const [checkAt, setCheckAt] = useState(() => performance.now() + CHECK_MS)
  const { mutate, isPending } = useChange({
    call: () => checkDomain(api, domain.id).finally(() => setCheckAt(performance.now() + CHECK_MS)),
    record: domainQuery(api, domain.id),
  })
  const tick = useEffectEvent(() => {
    const time = performance.now()
    setNow(time)
    if (time >= checkAt && !isPending && document.visibilityState === 'visible') mutate()
  })
  useEffect(() => {
    if (!isPolling) return
    const onTick = () => tick()
    const timer = setInterval(onTick, TICK_MS)
    document.addEventListener('visibilitychange', onTick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onTick)
    }
  }, [isPolling])
  return {
    check: () => mutate(),
    isChecking: isPending,
    seconds: isPolling ? Math.max(0, Math.ceil((checkAt - now) / TICK_MS)) : undefined,
  }
}
