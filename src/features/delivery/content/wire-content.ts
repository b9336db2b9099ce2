import { withWireLines } from './content.ts'
import { finishContent } from './finish-content.ts'
import type { FinishedContent, UnfinishedContent } from './finish-content.ts'

export type UnfinishedWireContent = UnfinishedContent & {
  /** Whether only variables are filled in. */
  isPlain: boolean
}

/** The content with all that the service adds to it, and with the line ends of the wire. */
export function toWireContent({ isPlain, ...unfinished }: UnfinishedWireContent): FinishedContent {
  const finished = finishContent(unfinished)
  return {
    ...finished,
    html: withWireLines(finished.html, isPlain),
    text: withWireLines(finished.text, isPlain),
  }
}
