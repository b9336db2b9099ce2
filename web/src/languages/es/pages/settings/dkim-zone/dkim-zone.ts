import { plural } from '../../../../../format/plural.ts'
import type { Translation } from '../../../../../i18n/translation.ts'
import type * as texts from '../../../../../pages/settings/dkim-zone/dkim-zone.texts.ts'

export const dkimZoneTexts = {
  title: 'Zona para claves DKIM',
  off: 'Con el ajuste DKIM_ZONE, los dominios pueden llevar por CNAME a claves en una zona tuya, que sustituyes sin ellos.',
  text: (zone: string) =>
    `Publica estos registros en ${zone} y quita los que ya no aparezcan. Los dominios llevan a ellos por CNAME.`,
  none: 'Ningún dominio lleva a ella todavía.',
  list: 'Registros de la zona para claves DKIM',
  copy: 'Copiar como archivo de zona',
  copyValue: (name: string) => `Copiar el valor del registro ${name}`,
  states: { ACTIVE: 'Firma ahora', NEXT: 'Firmará después', RETIRING: 'Se está sustituyendo' },
  of: (domain: string, project: string) => `${domain} del proyecto ${project}`,
  removable: 'Se puede quitar',
  more: (count: number) => `${plural(count, 'registro más', 'registros más')} en el archivo de zona.`,
} satisfies Translation<typeof texts.dkimZoneTexts>
