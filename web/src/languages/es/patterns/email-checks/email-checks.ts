import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/email-checks/email-checks.texts.ts'

export const emailChecks = {
  size: (size: string) => `El HTML tiene ${size}; Gmail muestra hasta 102 kB.`,
  none: {
    title: 'Nada que corregir',
    text: 'Los programas de correo muestran lo que usa este correo.',
  },
  spam: {
    title: 'Filtro de spam',
    hint: 'Pregunta a SpamAssassin cuántos puntos recibe este correo, si este servidor lo tiene.',
    check: 'Comprobar puntos de spam',
    score: (score: string, threshold: string) => `${score} puntos; a partir de ${threshold} es spam.`,
  },
  links: {
    title: 'Enlaces',
    hint: 'Pregunta a las direcciones de este correo si responden. Se omiten los enlaces con variables.',
    check: 'Comprobar enlaces',
    none: 'No hay enlaces que comprobar.',
    fine: (count: number, total: number) => `Enlaces que responden: ${count} de ${total}`,
    status: { ok: 'Responde', broken: 'No responde', unsure: 'Dudoso', skipped: 'Sin preguntar' },
  },
} satisfies Translation<typeof texts.emailChecks>
