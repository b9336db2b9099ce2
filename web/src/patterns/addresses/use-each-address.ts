import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { forEach } from '../../api/client/each.ts'
import type { Outcome } from '../../api/client/each.ts'

type EachAddress<Answer> = {
  call: (address: string) => Promise<Answer>
  onSuccess?: (outcomes: Outcome<Answer>[]) => Promise<void>
}

/** One call of the API per address; it can be stopped on the way. */
export function useEachAddress<Answer>({ call, onSuccess }: EachAddress<Answer>) {
  const [done, setDone] = useState(0)
  const stopper = useRef<AbortController>(undefined)
  const run = useMutation({
    mutationFn: (addresses: readonly string[]) => {
      stopper.current = new AbortController()
      setDone(0)
      return forEach(addresses, call, { signal: stopper.current.signal, onProgress: setDone })
    },
    ...(onSuccess && { onSuccess }),
  })
  return { run, done, stop: () => stopper.current?.abort() }
}
