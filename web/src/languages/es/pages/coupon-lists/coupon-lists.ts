import { formatCount } from '../../../../format/number.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/coupon-lists/coupon-lists.texts.ts'
import { plural } from '../../../es-words.ts'

export const couponTexts = {
  title: 'Cupones',
  list: 'Listas de cupones, las más recientes primero',
  count: (count: number) => plural(count, 'lista', 'listas'),
  create: 'Nueva lista',
  columns: {
    name: 'Lista',
    variable: 'En los correos',
    free: 'Libres',
    taken: 'Entregados',
    created: 'Creada',
  },
  copyVariable: (key: string) => `Copiar la variable de ${key}`,
  empty: {
    title: 'Aún no hay listas de cupones',
    text: 'Una lista contiene códigos de tu tienda. Un correo muestra uno de ellos, y cada contacto recibe un código que nadie más tiene.',
  },
  calls: {
    list: 'Listar listas de cupones',
    read: 'Obtener la lista',
    codes: 'Listar sus códigos',
    add: 'Añadir códigos',
  },
  form: {
    title: 'Nueva lista de cupones',
    text: 'Sus códigos se añaden después.',
    name: 'Nombre',
    nameHint: 'Para ti y tu equipo.',
    key: 'Clave',
    keyHint: 'Los correos nombran la lista con ella. No se puede cambiar después.',
    create: 'Crear lista',
    created: 'La lista se ha creado.',
  },
  codes: {
    list: 'Códigos, en el orden en que se entregan',
    count: (count: number) => plural(count, 'código', 'códigos'),
    columns: { code: 'Código', status: 'Estado', contact: 'Contacto', taken: 'Entregado' },
    search: 'Buscar por código o dirección',
    status: 'Estado',
    statuses: { free: 'Libre', taken: 'Entregado' },
    deletedContact: 'Contacto eliminado',
    variable: 'En los correos:',
    figures: ({ free, total }: { free: number; total: number }) =>
      `${formatCount(free)} de ${plural(total, 'código', 'códigos')} libres`,
    empty: {
      title: 'Aún no hay códigos',
      text: 'Añade los códigos de tu tienda. Mientras la lista esté vacía, los correos que la nombran no se envían.',
    },
    nothing: {
      title: 'No hay coincidencias',
      text: 'Prueba con otra parte del código o de la dirección, o con otro estado.',
      clear: 'Mostrar todos',
    },
  },
  adding: {
    button: 'Añadir códigos',
    title: 'Añadir códigos',
    text: 'Los códigos que la lista ya tiene se omiten.',
    codes: 'Códigos',
    codesHint: 'Uno por línea. De una tabla se usa la primera columna.',
    file: 'O elige un archivo',
    fileHint: 'Un archivo de texto o CSV; sus códigos se añaden al campo de arriba.',
    submit: (count: number) =>
      count > 0 ? `Añadir ${plural(count, 'código', 'códigos')}` : 'Añadir códigos',
    progress: 'Códigos añadidos',
    done: ({ added, skipped }: { added: number; skipped: number }) =>
      skipped === 0
        ? `${plural(added, 'código añadido', 'códigos añadidos')}.`
        : `${plural(added, 'código añadido', 'códigos añadidos')}, ${formatCount(skipped)} omitidos.`,
  },
  renaming: {
    button: 'Renombrar',
    title: 'Renombrar la lista',
    save: 'Guardar',
    saved: 'La lista se ha renombrado.',
  },
  deleting: {
    button: 'Eliminar',
    title: (name: string) => `¿Eliminar «${name}»?`,
    text: 'Se eliminan sus códigos y con ellos quién recibió cuál. Los correos que nombran la lista ya no se envían.',
    cancel: 'Conservar',
    submit: 'Eliminar lista',
    done: 'La lista se ha eliminado.',
  },
} satisfies Translation<typeof texts.couponTexts>
