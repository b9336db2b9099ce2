import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../pages/verify/verify.texts.ts'
import { plural } from '../../../es-words.ts'

export const verify = {
  title: 'Verificar direcciones',
  text: 'Revisa la forma de una dirección, errores de escritura, dominios desechables y DNS. No se envía ningún correo.',
  tabs: { one: 'Una dirección', many: 'Muchas direcciones' },
  address: 'Dirección',
  check: 'Comprobar',
  valid: 'Puede recibir correo',
  invalid: 'No puede recibir correo',
  suggestion: '¿Querías decir',
  takeSuggestion: (address: string) => `Comprobar ${address} en su lugar`,
  findings: 'Lo que se encontró',
  flagList: 'Cada comprobación',
  yes: 'Sí',
  no: 'No',
  flags: {
    isTypo: {
      name: 'Errata',
      yes: 'El dominio es una forma mal escrita de un proveedor conocido.',
      no: 'El dominio no es una errata conocida.',
    },
    domainExists: {
      name: 'Dominio',
      yes: 'El dominio existe, según el DNS.',
      no: 'El DNS dice que el dominio no existe.',
    },
    hasMxRecords: {
      name: 'Acepta correo',
      yes: 'El dominio nombra servidores que reciben correo (registros MX).',
      no: 'El dominio no nombra servidores que reciban correo (registros MX).',
    },
    isDisposable: {
      name: 'Desechable',
      yes: 'Una dirección desechable: mañana no la leerá nadie.',
      no: 'El dominio no es conocido por direcciones desechables.',
    },
    isAlias: {
      name: 'Reenvío',
      yes: 'El dominio reenvía el correo a otro buzón.',
      no: 'El dominio no es conocido por reenviar.',
    },
    isPlusAddressed: {
      name: 'Etiqueta',
      yes: 'Tiene una etiqueta tras un signo más, como en ann+news: es el mismo buzón que sin ella.',
      no: 'No tiene etiqueta tras un signo más.',
    },
    isPersonalEmail: {
      name: 'Personal',
      yes: 'Un buzón de un proveedor público, así que probablemente una persona y no una empresa.',
      no: 'No es de un proveedor público de buzones.',
    },
    hasWebsite: {
      name: 'Sitio web',
      yes: 'El dominio, o su www, lleva a un servidor.',
      no: 'No se encontró ningún sitio web en el dominio.',
    },
  },
  many: {
    tooMany: (most: string) => `Como máximo ${most} a la vez.`,
    check: (count: number) => `Comprobar ${plural(count, 'dirección', 'direcciones')}`,
    checkNone: 'Comprobar',
    stop: 'Detener',
    progress: 'Direcciones comprobadas',
    summary: (valid: string, invalid: string) => `${valid} pueden recibir correo, ${invalid} no`,
    results: 'Resultados',
    download: 'Descargar como CSV',
    columns: { email: 'Dirección', verdict: 'Veredicto', notes: 'Notas', suggestion: 'Sugerencia' },
    good: 'Válida',
    bad: 'No válida',
    failed: 'Sin comprobar',
  },
} satisfies Translation<typeof texts.verify>
