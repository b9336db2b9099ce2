import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/suppressions/suppressions.texts.ts'
import { plural } from '../../../es-words.ts'

export const suppressions = {
  title: 'Supresiones',
  list: 'Direcciones suprimidas, las más recientes primero',
  count: (count: number) => plural(count, 'dirección no recibe correo', 'direcciones no reciben correo'),
  matching: (count: number) => plural(count, 'dirección coincide', 'direcciones coinciden'),
  search: 'Buscar por dirección',
  reason: 'Motivo',
  reasons: {
    hard_bounce: 'El buzón no existe',
    complaint: 'Denuncia de spam',
    soft_bounces: 'Falló varias veces',
    manual: 'Añadida por ti',
  },
  warnings: {
    hard_bounce:
      'El servidor de esta dirección dijo que el buzón no existe. Otro correo daña tu reputación, salvo que ahora exista.',
    complaint:
      'Esta persona denunció un correo como spam. Escríbele de nuevo solo si lo pidió: otra denuncia daña todo tu correo.',
    soft_bounces: 'Los correos a esta dirección fallaron varias veces seguidas. Puede que ahora funcione.',
    manual: 'La dirección puede volver a recibir correo de este proyecto.',
  },
  columns: {
    email: 'Dirección',
    reason: 'Motivo',
    source: 'Origen',
    since: 'Desde',
    until: 'Hasta',
    actions: 'Acciones',
  },
  forever: 'Para siempre',
  add: 'Añadir direcciones',
  import: 'Importar',
  remove: 'Quitar',
  removeOne: (email: string) => `Quitar ${email}`,
  empty: {
    title: 'Ninguna dirección está suprimida',
    text: 'Las direcciones llegan aquí solas cuando rebotan de forma definitiva o denuncian un correo como spam. Ya no reciben correo de este proyecto.',
  },
  nothing: {
    title: 'No hay coincidencias',
    text: 'Prueba con otra parte de la dirección.',
    clear: 'Mostrar todas',
  },
  adding: {
    title: 'Suprimir direcciones',
    text: 'Ya no se les envía ningún correo de este proyecto, ni siquiera transaccional.',
    tooMany: (most: string) => `Como máximo ${most} a la vez: añade el resto después.`,
    submit: (count: number) =>
      count > 1 ? `Suprimir ${plural(count, 'dirección', 'direcciones')}` : 'Suprimir la dirección',
    progress: 'Direcciones suprimidas',
    stop: 'Detener',
    cancel: 'Cancelar',
    done: (count: number) =>
      count === 1
        ? 'La dirección está suprimida.'
        : `${plural(count, 'dirección', 'direcciones')} suprimidas.`,
    failed: (count: string, message: string) => `${count} no se pudieron añadir: ${message}`,
  },
  importing: {
    title: 'Importar una lista de supresión',
    text: 'Un archivo CSV con una columna «email» y, si lo sabes, una columna «reason». Ya no se envía correo de este proyecto a estas direcciones.',
    file: 'Archivo CSV',
    fileHint: 'Los motivos son hard_bounce, complaint, soft_bounces o manual.',
    reason: 'Motivo de las filas que no nombran ninguno',
    submit: 'Importar',
    progress: 'Filas leídas',
    running: (done: string, total: string) => `${done} de ${total} filas`,
    outcome: ({ done, failed }: { done: string; failed: string }) =>
      failed === '0' ? `Importadas: ${done}.` : `Importadas: ${done}. No importadas: ${failed}.`,
    problem: (row: string, message: string) => `Fila ${row}: ${message}`,
    leave: 'Seguir en segundo plano',
    close: 'Cerrar',
  },
  removing: {
    title: (email: string) => `¿Dejar que ${email} reciba correo de nuevo?`,
    cancel: 'Conservar',
    submit: 'Quitar',
    done: 'La dirección puede volver a recibir correo.',
  },
} satisfies Translation<typeof texts.suppressions>
