import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/feedback/feedback.texts.ts'

export const providerNames = {
  ses: 'Amazon SES',
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
  postmark: 'Postmark',
  resend: 'Resend',
  brevo: 'Brevo',
  mailjet: 'Mailjet',
  sparkpost: 'SparkPost',
  custom: 'Otro',
} satisfies Translation<typeof texts.providerNames>

export const feedbackTexts = {
  title: 'Informes',
  text: 'El proveedor comunica a esta URL las entregas, los rebotes y las quejas. Es secreta: quien la conoce puede informar.',
  url: 'URL de informes',
  copyUrl: 'Copiar la URL',
  placeholder: 'Sustituye {provider} por el nombre del proveedor, o indícalo en los ajustes.',
  provider: 'Proveedor',
  unknownProvider: 'No se reconoce por el host',
  last: 'Último informe',
  none: 'Aún no ha llegado ningún informe.',
  setUp: {
    ses: 'En SNS, crea un tema estándar con una suscripción HTTPS a esta URL y deja desactivado «raw message delivery». En SES, elige el tema como destino de los eventos de un configuration set.',
    sendgrid:
      'En SendGrid, abre Settings, Mail Settings, Event Webhook, pega la URL y marca Delivered, Deferred, Bounced, Dropped, Spam Reports y Unsubscribed. Activa el webhook firmado y pon aquí su clave de verificación.',
    mailgun:
      'En Mailgun, abre Sending, Webhooks y añade la URL para Delivered Messages, Permanent Failure, Temporary Failure, Spam Complaints y Unsubscribes. Pon aquí la HTTP webhook signing key.',
    postmark:
      'En Postmark, abre el message stream, Webhooks, añade la URL y marca Delivery, Bounce, Spam complaint y Subscription change.',
    resend:
      'En Resend, abre Webhooks y añade un endpoint con la URL y los eventos email.delivered, email.delivery_delayed, email.bounced, email.complained, email.failed y email.suppressed. Pon aquí su signing secret.',
    brevo:
      'En Brevo, abre Transactional, Settings, Webhook y añade la URL para delivered, deferred, soft bounce, hard bounce, blocked, invalid email, error, complaint y unsubscribed.',
    mailjet:
      'En Mailjet, abre Account settings, Event notifications y añade la URL para sent, bounce, spam, blocked y unsub.',
    sparkpost:
      'En SparkPost, abre Configuration, Webhooks y añade la URL con los eventos delivery, delay, bounce, out of band, policy rejection, spam complaint, list unsubscribe y link unsubscribe.',
    custom: 'Haz que el relay envíe sus informes a la URL, en la forma que describe docs/providers.md.',
  },
  unknownSetUp:
    'Si el operador del relay puede informar, indica el proveedor en los ajustes y pega allí la URL. Los rebotes que vuelven por correo se leen sin ella.',
  thenProve: 'Después, comprueba abajo si llegan los informes.',
  proving: {
    title: 'Comprobar los informes',
    text: 'Envía correos a las direcciones en las que el proveedor simula una entrega, un rebote y una queja, si lo hace, o si no uno a ti. No cuentan en ninguna parte.',
    button: 'Comprobar los informes',
    again: 'Comprobar de nuevo',
    list: 'Informes de la última comprobación',
    kinds: { delivered: 'Entrega', bounced: 'Rebote', complained: 'Queja de spam' },
    states: {
      waiting: 'Espera para enviarse',
      accepted: 'Enviado, aún sin informe',
      reported: 'Informado',
      failed: 'No enviado',
    },
  },
  keys: 'Claves',
  keysText:
    'Con ellas el proveedor demuestra que los informes son suyos. Se guardan cifradas y nunca se muestran.',
  keyNames: {
    sendgrid: 'SendGrid: clave de verificación',
    mailgun: 'Mailgun: clave de firma',
    resend: 'Resend: secreto de firma',
    'sns-topic': 'Amazon SNS: ARN del tema',
    'basic-auth': 'Usuario y contraseña',
  },
  keyHints: {
    sendgrid: 'Del webhook de eventos firmado.',
    mailgun: 'La HTTP webhook signing key.',
    resend: 'Empieza por whsec_.',
    'sns-topic': 'Sin él, se recuerda el primer tema que informa.',
    'basic-auth': 'Como usuario:contraseña, para proveedores sin firmas. Pon ambos allí en la URL.',
  },
  noKeys: 'No hay ninguna.',
  setKey: 'Poner una clave',
  setting: {
    title: 'Poner una clave',
    text: 'Sustituye a una clave del mismo tipo.',
    name: 'Tipo',
    value: 'Clave',
    submit: 'Poner la clave',
    done: 'La clave está puesta.',
  },
  removeKey: (name: string) => `Quitar: ${name}`,
  removing: {
    title: '¿Quitar esta clave?',
    text: 'Los informes ya no se comprueban con ella. Para ponerla de nuevo necesitas su valor.',
    submit: 'Quitar la clave',
    done: 'La clave se ha quitado.',
  },
  rotating: {
    button: 'Rotar la URL',
    title: '¿Rotar la URL de informes?',
    text: 'Obtienes una nueva. Pégala en los ajustes del proveedor mientras la antigua aún funciona.',
    grace: 'La URL antigua funciona durante',
    submit: 'Rotar la URL',
  },
  rotated: {
    title: 'La nueva URL de informes',
    text: 'Pégala en los ajustes del proveedor.',
    gone: 'Esta respuesta ya se dio antes, así que no contiene la URL. La tarjeta la muestra.',
    label: 'La nueva URL',
    copy: 'Copiar la nueva URL',
    done: 'Listo',
    until: (time: string) => `La URL antigua funciona hasta ${time}.`,
    ended: 'La URL antigua ha dejado de funcionar.',
  },
} satisfies Translation<typeof texts.feedbackTexts>
