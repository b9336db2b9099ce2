import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/partials/partials.texts.ts'
import { plural } from '../../../es-words.ts'

export const partialTexts = {
  title: 'Fragmentos',
  list: 'Fragmentos, los más recientes primero',
  count: (count: number) => plural(count, 'fragmento', 'fragmentos'),
  create: 'Nuevo fragmento',
  columns: { name: 'Fragmento', tag: 'En los correos', uses: 'Usado por', updated: 'Modificado' },
  copyTag: (key: string) => `Copiar la etiqueta de ${key}`,
  uses: (count: number) => (count === 0 ? 'Nada' : plural(count, 'registro', 'registros')),
  empty: {
    title: 'Aún no hay fragmentos',
    text: 'Un fragmento es una pieza que comparten los correos, como una cabecera o un pie legal. Cámbialo una vez y todas las plantillas que lo contienen lo siguen.',
  },
  calls: { list: 'Listar fragmentos', read: 'Obtener el fragmento', update: 'Cambiar el fragmento' },
  form: {
    title: 'Nuevo fragmento',
    text: 'Lo escribes después.',
    name: 'Nombre',
    nameHint: 'Para ti y tu equipo.',
    key: 'Clave',
    keyHint: 'Los correos lo nombran con ella. No se puede cambiar después.',
    create: 'Crear fragmento',
    created: 'El fragmento se ha creado.',
    body: '<p>Nuevo fragmento</p>',
  },
  editor: {
    tag: 'En los correos:',
    save: 'Guardar',
    saved: (version: number, uses: number) =>
      uses === 0
        ? `Guardado como versión ${version}.`
        : `Guardado como versión ${version}. Lo sigue todo lo que lo usa: ${plural(uses, 'registro', 'registros')}.`,
    states: {
      saved: (version: number) => `Versión ${version}`,
      dirty: 'Cambios sin guardar, conservados en este navegador',
      readOnly: 'Solo lectura',
    },
    panes: { preview: 'Vista previa', problems: 'Problemas', uses: 'Usado por', versions: 'Versiones' },
    conflict: {
      text: (version: number) => `La versión ${version} se guardó en otro lugar mientras editabas.`,
      title: 'Lo que cambiarías en la versión guardada',
      diff: 'De la versión guardada a la tuya',
    },
  },
  usedBy: {
    text: 'Un cambio llega en segundos a las plantillas que contienen el fragmento. Las campañas lo toman al empezar; el correo ya aceptado conserva lo que tiene.',
    more: (count: number) => `Y ${plural(count, 'registro más', 'registros más')}.`,
  },
  versions: {
    choose: 'Comparar con',
    option: (version: number) => `Versión ${version}`,
    only: 'Por ahora hay una sola versión. Cada cambio crea una nueva.',
    diff: 'De la versión elegida a lo que hay en el editor',
    same: 'Es igual que en el editor.',
    saved: 'Guardada',
    restore: 'Restaurar esta versión',
    restored: (version: number) => `La versión ${version} está en el editor. Guarda para que sea la actual.`,
  },
  deleting: {
    button: 'Eliminar',
    title: (name: string) => `¿Eliminar «${name}»?`,
    text: 'Se elimina con todas sus versiones.',
    blocked: 'No se puede eliminar porque lo contienen:',
    blockedHint: 'Quítalo primero de ahí.',
    cancel: 'Conservar',
    submit: 'Eliminar fragmento',
    done: 'El fragmento se ha eliminado.',
  },
} satisfies Translation<typeof texts.partialTexts>
