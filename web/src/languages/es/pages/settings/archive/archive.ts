import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/archive/archive.texts.ts'

export const archiveTexts = {
  text: 'El archivo es una página pública con las campañas que eliges, y un canal RSS. Muestra los correos sin los datos de ningún contacto, y sus enlaces no tienen seguimiento.',
  pages: 'Las páginas públicas',
  switch: 'El archivo es público',
  on: 'Cualquiera que tenga la dirección puede leer las campañas que se muestran en él.',
  off: 'Desactivado: sus páginas responden «no encontrado».',
  title: 'Título',
  titleHint: 'Vacío: «Nuestros boletines», en el idioma del proyecto.',
  addresses: 'Direcciones',
  list: 'Lista de correos',
  feed: 'Canal RSS',
  copyList: 'Copiar la dirección de la lista',
  copyFeed: 'Copiar la dirección del canal RSS',
  open: 'Abrir el archivo',
  choose: 'Una campaña se muestra si «Mostrar en el archivo» está activado en sus ajustes o en su informe.',
  saved: 'Los ajustes del archivo se han guardado.',
} satisfies Translation<typeof texts.archiveTexts>
