import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/inbox/inbox.texts.ts'

export const inbox = {
  title: 'Bandeja',
  subtitle: 'Todos los correos de este proyecto. Solo envían tus propios transportes.',
  subtitleElsewhere:
    'Este servidor envía de verdad; el código fuente de los correos solo lo conserva la bandeja integrada.',
  list: 'Correos, los más recientes primero',
  search: 'Buscar en la bandeja',
  empty: { title: 'La bandeja está vacía', text: 'Envía un correo con esta llamada y aparecerá aquí:' },
  nothing: 'Ningún correo coincide.',
  choose: { title: 'Elige un correo', text: 'J y K recorren la lista.' },
  details: 'Historial y detalles',
  to: 'a',
} satisfies Translation<typeof texts.inbox>
