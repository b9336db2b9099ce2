import type { Transport } from '../../api/connections/transports.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { transportTexts as texts } from './transport.texts.ts'

export const TransportState = ({ of: { state } }: { of: Transport }) => (
  <Badge tone={state.status === 'working' ? 'good' : 'bad'}>{texts.states[state.status]}</Badge>
)

/** Marks the transport of domains that name none. */
export const DefaultMark = ({ of: { isDefault } }: { of: Transport }) =>
  isDefault && <Badge tone="accent">{texts.default}</Badge>
