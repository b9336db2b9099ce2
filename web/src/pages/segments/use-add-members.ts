import { useState } from 'react'
import { addMembers, MEMBERS_PER_CALL } from '../../api/audience/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { usePastedAddresses } from '../../patterns/addresses/use-pasted-addresses.ts'
import { segments } from './segments.texts.ts'

const texts = segments.add

// About a minute of requests. Larger lists are imported as a file, which does not need an open page.
const MAX_ADDRESSES = 50_000

export const usePastedMembers = () => usePastedAddresses({ max: MAX_ADDRESSES, tooMany: texts.tooMany })

/** Adds addresses to a list, a thousand per call. Those of earlier calls stay if a later one fails. */
export function useAddMembers() {
  const { api } = useProject()
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const add = async (segmentId: string, addresses: readonly string[]) => {
    const total = { added: 0, created: 0 }
    try {
      for (let at = 0; at < addresses.length; at += MEMBERS_PER_CALL) {
        setProgress({ done: at, total: addresses.length })
        const { added, created } = await addMembers(
          api,
          segmentId,
          addresses.slice(at, at + MEMBERS_PER_CALL),
        )
        total.added += added
        total.created += created
      }
    } finally {
      setProgress(undefined)
    }
    return total
  }
  return { add, progress: progress && { ...progress, label: texts.title } }
}
