import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { forEach } from '../../api/client/each.ts'
import type { Outcome } from '../../api/client/each.ts'

type EachAddressInput<Answer> = {
  call: (address: string) => Promise<Answer>
  onSuccess?: (outcomes: Outcome<Answer>[]) => Promise<void>
}

/** Makes one API call per address; can be stopped. */
export function useEachAddress<Answer>({ call, onSuccess }: EachAddressInput<Answer>) {
  const [done, setDone] = useState(0)
  const controller = useRef<AbortController>(undefined)
  const run = useMutation({
    mutationFn: (addresses: readonly string[]) => {
      controller.current = new AbortController()
      setDone(0)
      return forEach(addresses, call, { signal: controller.current.signal, onProgress: setDone })
    },
    ...(onSuccess && { onSuccess }),
  })
  return { run, done, stop: () => controller.current?.abort() }
}
