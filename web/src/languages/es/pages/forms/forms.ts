import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/forms/forms.texts.ts'
import { plural } from '../../../es-words.ts'

export const forms = {
  title: 'Formularios',
  list: 'Formularios de este proyecto, los más recientes primero',
  count: (count: number) => plural(count, 'formulario', 'formularios'),
  create: 'Nuevo formulario',
  columns: {
    name: 'Nombre',
    state: 'Estado',
    topics: 'Temas',
    submissions: 'Envíos',
    created: 'Creado',
  },
  states: { on: 'Activado', off: 'Desactivado' },
  noTopics: 'Ninguno',
  empty: {
    title: 'Aún no hay formularios',
    text: 'La gente se apunta con un formulario: en una página nuestra que tú enlazas, o en una página tuya. Eliges qué pregunta y a qué temas se apuntan.',
  },
  docs: 'Cómo funcionan los formularios',
  calls: {
    list: 'Listar',
    create: 'Crear',
    preview: 'Vista previa',
    read: 'Leer',
    change: 'Cambiar',
    snippet: 'Fragmento',
    contacts: 'Contactos',
    statistics: 'Estadísticas',
  },
  tabs: { label: 'Partes del formulario', edit: 'Editar', share: 'Compartir', submissions: 'Envíos' },
  status: {
    dirty: 'Sin guardar todavía',
    saved: 'Todo está guardado',
    readOnly: 'Solo lectura',
  },
  deleting: {
    button: 'Eliminar',
    title: (name: string) => `¿Eliminar ${name}?`,
    text: 'Desde entonces su página responde 404 y se eliminan sus estadísticas. Quienes se apuntaron se quedan, y quienes aún no han confirmado todavía pueden hacerlo.',
    submit: 'Eliminar el formulario',
    cancel: 'Conservar',
    done: 'El formulario se ha eliminado.',
  },
} satisfies Translation<typeof texts.forms>

export const editorTexts = {
  newTitle: 'Nuevo formulario',
  create: 'Crear formulario',
  save: 'Guardar',
  created: 'El formulario se ha creado.',
  saved: 'El formulario se ha guardado.',
  basics: 'Formulario',
  name: 'Nombre',
  nameHint: 'Para ti; la gente no lo ve. Como «Pie de la tienda».',
  enabled: 'Aceptar altas',
  enabledHint: 'Mientras está desactivado, su página responde 404 y nadie puede apuntarse.',
  fields: {
    title: 'Campos',
    nameOf: (label: string, number: number) => `Campo ${number}${label === '' ? '' : `: ${label}`}`,
    label: 'Etiqueta',
    key: 'Se guarda como',
    keyHint: 'La clave en los datos del contacto.',
    addressHint: 'La dirección del contacto.',
    type: 'Tipo',
    types: {
      text: 'Texto',
      email: 'Dirección de correo',
      number: 'Número',
      date: 'Fecha',
      select: 'Elección de una lista',
      checkbox: 'Casilla',
    },
    required: 'Obligatorio',
    requiredHint: 'Hay que rellenarlo.',
    requiredCheckbox: 'Hay que marcarla.',
    options: 'Opciones',
    optionsHint: 'Una por línea.',
    up: (name: string) => `Subir ${name}`,
    down: (name: string) => `Bajar ${name}`,
    remove: (name: string) => `Quitar ${name}`,
    add: 'Añadir un campo',
  },
  words: {
    title: 'Textos',
    consent: 'Texto de consentimiento',
    consentHint: 'Se muestra sobre el botón y se conserva con el consentimiento de cada persona.',
    submit: 'Botón',
    submitHint: 'Vacío: «Suscribirse», en el idioma del navegador.',
    success: 'Tras apuntarse',
    successHint: 'Se muestra en la página que da las gracias.',
    redirect: 'Redirigir a',
    redirectHint: 'Se envía ahí a la gente en vez de a la página que da las gracias.',
  },
  signUp: {
    title: 'Alta',
    topics: 'Temas a los que se apunta la gente',
    noTopics: 'El proyecto aún no tiene temas. La gente queda suscrita a todo.',
    confirm: 'Confirmar la dirección con un enlace en un correo',
    confirms: {
      project: 'Como esté fijado en el proyecto',
      always: 'Siempre',
      never: 'Nunca',
    },
    projectAsks: 'El proyecto pide ahora una confirmación.',
    projectAsksNot:
      'El proyecto no pide ahora confirmación. Quienes se dieron de baja deben confirmar en cualquier caso.',
    always: 'La gente queda suscrita cuando ha confirmado.',
    never: 'La gente queda suscrita enseguida. Quienes se dieron de baja deben confirmar en cualquier caso.',
  },
  origins: {
    title: 'Tus páginas',
    label: 'Orígenes permitidos',
    hint: 'Uno por línea, como https://www.example.com. Solo pueden usar el formulario estas páginas y la nuestra.',
  },
  preview: {
    title: 'Vista previa',
    frame: 'La página del formulario',
    dark: 'Modo oscuro',
    unfinished: 'Algunas entradas están incompletas. La vista previa muestra las últimas completas.',
    name: 'Vista previa',
  },
} satisfies Translation<typeof texts.editorTexts>

export const shareTexts = {
  off: 'El formulario está desactivado: su página responde 404.',
  page: 'La página del formulario',
  pageText: 'Enlázala desde cualquier sitio. Funciona sin scripts, en el teléfono y en once idiomas.',
  copyUrl: 'Copiar la dirección',
  open: 'Abrir la página',
  html: 'En tu propia página',
  htmlText: 'Pega esto en la página. No tiene estilos propios: el formulario tiene la clase lettermill-form.',
  noOrigins:
    'Ninguna página tuya puede usar aún el formulario: añade antes su origen a los orígenes permitidos.',
  origins: (list: string) => `Pueden usarlo estas páginas: ${list}.`,
  sample: 'HTML',
} satisfies Translation<typeof texts.shareTexts>

export const statisticsTexts = {
  total: 'Desde que se creó',
  counts: { submissions: 'Envíos', contacts: 'Contactos nuevos', confirmed: 'Confirmados' },
  hints: {
    submissions: 'cuántas veces se apuntó la gente, conocida o no',
    contacts: 'personas que no se conocían antes',
    confirmed: 'direcciones confirmadas con el enlace del correo',
  },
  chart: 'En el tiempo',
  period: 'Periodo',
  periods: { month: '30 días', quarter: '90 días', year: '365 días' },
  zone: (timezone: string) => `Días en ${timezone}`,
  summary: (submissions: number, days: number) =>
    `${plural(submissions, 'envío', 'envíos')} en los últimos ${plural(days, 'día', 'días')}`,
} satisfies Translation<typeof texts.statisticsTexts>

export const signedUpTexts = {
  title: 'Quién se apuntó',
  label: 'Contactos que se apuntaron con este formulario, los más recientes primero',
  count: (count: number) => plural(count, 'persona', 'personas'),
  text: 'Los contactos que este formulario suscribió, o a los que pidió confirmar, con sus datos de ahora.',
  empty: 'Aún no se ha apuntado nadie. Comparte el formulario.',
  columns: { email: 'Correo', state: 'Suscripción', signedUp: 'Se apuntó' },
} satisfies Translation<typeof texts.signedUpTexts>
