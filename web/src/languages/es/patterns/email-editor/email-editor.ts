import { formatCount } from '../../../../format/number.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/email-editor/email-editor.texts.ts'
import { plural } from '../../../es-words.ts'

export const emailEditor = {
  code: 'Cuerpo del correo, HTML o MJML con Liquid',
  codeHint: 'HTML o MJML, con Liquid',
  layout: {
    subject: 'Asunto',
    previewText: 'Texto previo',
    previewTextHint: 'Los buzones lo muestran tras el asunto',
    panes: 'Junto al código',
  },
  preview: {
    title: 'Vista previa del correo',
    as: 'Mostrar',
    asOptions: { empty: 'Sin valores', contact: 'Como un contacto', json: 'Con valores propios' },
    contact: 'Dirección del contacto',
    contactHint: 'Escribe una dirección',
    noContact: 'No hay ningún contacto con esta dirección.',
    previous: 'Contacto anterior',
    next: 'Contacto siguiente',
    place: (place: number, total: number) => `${formatCount(place)} de ${formatCount(total)}`,
    nobody: 'No hay nadie que mostrar.',
    inbox: 'En el buzón',
    noSender: '(sin remitente)',
    noPreview: '(sin texto previo)',
    json: 'Valores como JSON',
    badJson: 'Esto no es un objeto JSON.',
    desktop: 'Escritorio',
    phone: 'Teléfono',
    dark: 'Modo oscuro',
    text: 'Texto sin formato',
    noSubject: '(sin asunto)',
    darkHint: 'Los programas con modo oscuro cambian los colores de los correos sin colores oscuros propios.',
  },
  suppressed: {
    address: 'Esta dirección',
    says: (reason: string) => `no recibe nada: ${reason}.`,
    reasons: {
      unsubscribed: 'su contacto se dio de baja',
      not_subscribed: 'su contacto nunca se suscribió',
      paused: 'su contacto no quiere correo de marketing por un tiempo',
      not_in_topic: 'su contacto no está en el tema',
      hard_bounce: 'está suprimida porque un correo rebotó',
      soft_bounces: 'está suprimida porque varios correos rebotaron',
      complaint: 'está suprimida por una queja',
      manual: 'está en la lista de supresión',
    },
  },
  problems: {
    noProblems: 'Sin problemas',
    count: (count: number) => plural(count, 'problema', 'problemas'),
    hints: (count: number) => plural(count, 'sugerencia', 'sugerencias'),
    none: {
      title: 'Nada que corregir',
      text: 'No se encontraron problemas en este correo.',
    },
    missing: (names: string) => `Sin valor para ${names} en esta vista previa; se omite.`,
    missingFor: (name: string, missing: number, contacts: number) =>
      `${name} falta en ${formatCount(missing)} de ${formatCount(contacts)}.`,
    notCounted: 'Contar los contactos sin estos valores tarda demasiado.',
    fallback: 'Añadir un texto alternativo',
    fallbackFor: (name: string) => `Añadir un texto alternativo para ${name}`,
    fallbackText: 'Si está vacío, escribir',
    addFallback: 'Añadir',
    block: (place: number) => `Bloque ${place}`,
    show: (line: number) => `Mostrar la línea ${line}`,
    levels: { error: 'Error', warning: 'Aviso', info: 'Sugerencia' },
  },
} satisfies Translation<typeof texts.emailEditor>
