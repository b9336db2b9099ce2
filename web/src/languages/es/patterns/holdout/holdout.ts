import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/holdout/holdout.texts.ts'

export const holdoutTexts = {
  title: 'Reserva',
  verdicts: {
    tooEarly: 'Es pronto para saberlo',
    helped: 'Ayudó',
    hurt: 'Perjudicó',
    noDifference: 'Sin diferencia apreciable',
  },
  list: 'Ambos grupos',
  group: 'Grupo',
  people: 'Personas',
  conversions: 'Alcanzaron el objetivo',
  rate: 'Tasa',
  interval: 'Intervalo del 95 %',
  perPerson: 'Valor por persona',
  heldBack: 'Reservados',
  others: 'Los demás',
  controlGroup: 'Grupo de control',
  points: (value: string) => `${value} puntos`,
  lift: (by: string, relative: string | null) =>
    relative === null ? `Diferencia: ${by}.` : `Diferencia: ${by} (${relative}).`,
  between: (confidence: string, from: string, to: string) =>
    `Con una confianza del ${confidence} está entre ${from} y ${to}.`,
  extra: (count: string) => `Son unas ${count} conversiones que sin él no se habrían dado.`,
  until: 'El momento más temprano para un veredicto:',
  split: (actual: string, asked: string) => `${actual} reservados; se pidieron ${asked}.`,
  campaign:
    'Cuenta cada contacto elegido, se entregara o abriera el correo o no, desde la selección de los destinatarios hasta que termina el plazo tras el último correo.',
  workflow:
    'Cada contacto cuenta una vez, en el plazo tras su primera entrada. Siguen entrando contactos, así que el intervalo es más amplio de lo habitual y se puede leer cualquier día.',
} satisfies Translation<typeof texts.holdoutTexts>
