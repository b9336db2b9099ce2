import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/workflows/results/results.texts.ts'

export const results = {
  goal: 'Objetivo',
  goalNotice: (event: string) =>
    `Contactos con el evento «${event}» en el plazo tras su entrada. Junto a cada correo: aquellos para los que fue el último anterior.`,
  noGoal: 'El flujo no tiene objetivo. Dale uno en su inicio y verás aquí cuántos contactos lo alcanzan.',
  steps: 'Paso a paso',
  columns: {
    step: 'Paso',
    passed: 'Pasaron',
    waiting: 'Esperan',
    left: 'Salieron aquí',
    failed: 'Fallaron',
    sent: 'Enviados',
    opened: 'Abiertos',
    clicked: 'Con clic',
    bounced: 'Rebotados',
    unsubscribed: 'Bajas',
    conversions: 'Alcanzaron el objetivo',
    value: 'Valor',
  },
  withShare: (count: string, share: string) => `${count} · ${share}`,
  notice:
    'También las máquinas abren correos. Las cifras son de todas las versiones desde que se creó el flujo.',
} satisfies Translation<typeof texts.results>
