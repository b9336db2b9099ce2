import { isTestRecipient } from '../../suppressions/index.ts'

/** The source of an email that only proves the way of reports back to us. */
export const PROBE = 'PROBE'

/** Whether the outcome of an email counts nowhere: not in suppressions, statistics or the health of its project. */
export const isSimulated = ({ source, address }: { source: string; address: string }): boolean =>
  source === PROBE || isTestRecipient(address)
