import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/workflows/editor.texts.ts'
import { plural } from '../../../es-words.ts'

export const editor = {
  saved: (version: number) => `Guardado. Es la versión ${version}.`,
  switched: (isOn: boolean) =>
    isOn
      ? 'Los contactos entran desde ahora.'
      : 'No entran contactos nuevos. Los que están dentro continúan.',
  save: 'Guardar',
  enabled: 'Activado',
  disabled: 'Desactivado',
  states: {
    saved: (version: number) => `Versión ${version}`,
    dirty: 'Cambios sin guardar, conservados en este navegador',
    readOnly: 'Solo lectura',
  },
  steps: (count: number) => plural(count, 'paso', 'pasos'),
  tabs: {
    label: 'Vistas del flujo',
    build: 'Construir',
    simulate: 'Simular',
    executions: 'Ejecuciones',
    results: 'Resultados',
    versions: 'Versiones',
  },
  noProblems: 'Listo',
  noSteps: 'Aún no hay pasos',
  problemCount: (count: number) => plural(count, 'cosa por corregir', 'cosas por corregir'),
  warningCount: (count: number) => plural(count, 'aviso', 'avisos'),
  senders: {
    NO_SENDER: 'El correo no tiene remitente',
    SENDER_NOT_VERIFIED: 'El remitente no está verificado',
    COUPON_LIST_MISSING: 'La lista de cupones no existe',
    URL_REFUSED: 'La URL lleva a una dirección privada',
  },
  noEmail: 'Elige una plantilla o escribe el correo aquí.',
  general: 'El flujo en sí',
  canvas: {
    label: 'Pasos del flujo',
    hint: 'Las flechas mueven entre pasos, Intro abre uno, + añade otro detrás, Supr lo quita.',
    add: (after: string) => `Añadir un paso después de ${after}`,
    undo: 'Deshacer',
    redo: 'Rehacer',
    zoomIn: 'Acercar',
    zoomOut: 'Alejar',
    fit: 'Mostrar todo',
    map: 'Todo el flujo, en pequeño',
    start: 'Inicio',
  },
  funnel: {
    show: 'Mostrar cómo lo recorren los contactos',
    hide: 'Mostrar lo que hace cada paso',
    card: (entered: string, here: string, left: string) =>
      `${entered} entraron · ${here} aquí · ${left} salieron antes`,
    email: (sent: string, opened: string, clicked: string) =>
      `${sent} enviados · ${opened} abiertos · ${clicked} con clic`,
    edge: (count: string, share: string) => `${count} · ${share}`,
    notice:
      'Los que entraron, están aquí y salieron antes del final, en todas las versiones desde que se creó el flujo. Cada línea muestra cuántos la tomaron y su proporción.',
  },
  removed: (count: number) =>
    count === 1 ? 'El paso se ha quitado.' : `Se han quitado ${plural(count, 'paso', 'pasos')}.`,
  add: {
    title: 'Añadir un paso',
    after: 'Después de',
    onlyAtEnd: 'Solo donde termina un camino',
  },
  inspector: {
    label: 'El paso elegido',
    close: 'Cerrar',
    name: 'Nombre del paso',
    nameHint: 'Vacío: lo que hace, en palabras',
    copyId: 'Copiar el id del paso',
    leadsTo: 'Después',
    thenBranch: (branch: string) => `Después, en «${branch}»`,
    end: 'Fin',
    remove: 'Quitar el paso',
  },
  conflict: {
    text: 'Otra persona guardó este flujo mientras editabas.',
    title: 'Lo que cambiarías en el flujo guardado',
    diff: 'Del flujo guardado al tuyo',
  },
  publish: {
    title: 'Guardar como nueva versión',
    inside: (count: number) =>
      `Hay ${plural(count, 'contacto', 'contactos')} dentro. Terminan con la versión con la que empezaron; quien entra desde ahora toma la nueva.`,
    cancel: 'Cancelar',
    save: 'Guardar la nueva versión',
    stop: 'Detener a los que están dentro',
    stopHint: 'Sus ejecuciones se cancelan. Los correos que esperan en la cola se envían igualmente.',
    stopped: 'Los contactos que están dentro se están deteniendo.',
  },
} satisfies Translation<typeof texts.editor>
