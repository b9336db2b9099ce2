import type { Form } from '../../api/audience/forms.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { forms } from './forms.texts.ts'

export function FormState({ of: { enabled } }: { of: Pick<Form, 'enabled'> }) {
  return <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? forms.states.on : forms.states.off}</Badge>
}
