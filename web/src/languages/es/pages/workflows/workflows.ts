import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/workflows/workflows.texts.ts'
import { plural } from '../../../es-words.ts'

export const workflows = {
  title: 'Flujos',
  list: 'Flujos de este proyecto',
  count: (count: number) => plural(count, 'flujo', 'flujos'),
  new: 'Nuevo flujo',
  calls: {
    list: 'Listar',
    create: 'Crear',
    read: 'Leer',
    save: 'Guardar',
    check: 'Comprobar',
    statistics: 'Cifras',
    simulate: 'Simular',
    executions: 'Ejecuciones',
    start: 'Iniciar',
    retry: 'Reintentar',
    skip: 'Saltar',
    stop: 'Detener',
  },
  columns: {
    name: 'Nombre',
    trigger: 'Empieza',
    enabled: 'Activo',
    inside: 'Dentro',
    finished: 'Terminados',
    failed: 'Fallidos',
    changed: 'Modificado',
    actions: 'Acciones',
  },
  switch: (name: string) => `Dejar entrar contactos en «${name}»`,
  steps: (count: number) => plural(count, 'paso', 'pasos'),
  deleted: (name: string) => `«${name}» se ha eliminado. Los que están dentro se detienen.`,
  figures: {
    waiting: (count: string) => `${count} esperan`,
    passed: (count: string) => `${count} pasaron`,
    failed: (count: string) => `${count} fallaron`,
    held: (count: number) =>
      `${plural(count, 'correo retenido', 'correos retenidos')} por los límites de envío`,
    dropped: (count: number) =>
      `${plural(count, 'correo descartado', 'correos descartados')} por el límite de frecuencia`,
  },
  empty: {
    title: 'Aún no hay flujos',
    text: 'Un flujo envía correos por sí solo: ocurre algo y el contacto va de paso en paso. Empieza con uno de estos y cámbialo como quieras:',
    list: 'Flujos para empezar',
    readOnly:
      'Un flujo envía correos por sí solo: ocurre algo y el contacto va de paso en paso. Un miembro del proyecto puede crear uno.',
  },
  form: {
    title: 'Nuevo flujo',
    name: 'Nombre',
    start: 'Empezar con',
    empty: 'Vacío',
    emptyText: 'Solo un inicio. Los pasos los añades tú.',
    templates: (names: string) => `Crea las plantillas ${names}, para que las escribas.`,
    create: 'Crear',
  },
} satisfies Translation<typeof texts.workflows>
