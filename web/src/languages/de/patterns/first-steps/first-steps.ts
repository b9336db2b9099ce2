import type { StepName, StepTaker } from '../../../../patterns/first-steps/first-steps.ts'
import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/first-steps/first-steps.texts.ts'

export const firstStepsTexts = {
  question: 'Was möchten Sie zuerst tun?',
  takers: {
    marketer: {
      label: 'Einer Zielgruppe schreiben',
      hint: 'Newsletter, Ankündigungen und Kampagnen, ohne Code.',
    },
    developer: {
      label: 'Aus einer App senden',
      hint: 'Rechnungen, neue Passwörter und andere E-Mails, per API oder SMTP.',
    },
  } satisfies Record<StepTaker, { label: string; hint: string }>,
  title: 'Erste Schritte',
  done: (done: number, all: number) => `${done} von ${all} erledigt`,
  isDone: 'Erledigt',
  steps: {
    'verify-domain': [
      'Bestätigen Sie Ihre Domain',
      'Postfachanbieter nehmen dann E-Mails von Ihrer Adresse an.',
    ],
    'add-audience': [
      'Bringen Sie Ihre Zielgruppe mit',
      'Importieren Sie eine Datei mit Kontakten, oder setzen Sie ein Formular auf Ihre Website.',
    ],
    'create-template': ['Erstellen Sie Ihre erste Vorlage', 'Beginnen Sie mit der Galerie, in Ihren Farben.'],
    'send-test': [
      'Senden Sie sich einen Test',
      'Sehen Sie sie in einem echten Postfach, bevor andere es tun.',
    ],
    'send-campaign': [
      'Senden Sie Ihre erste Kampagne',
      'Wählen Sie, wer sie bekommt, prüfen Sie sie, senden Sie sie.',
    ],
    'create-key': ['Erstellen Sie einen API-Schlüssel', 'Damit weist sich Ihre App aus.'],
    'send-email': ['Senden Sie eine E-Mail', 'Ein Aufruf, und er braucht noch keine Domain.'],
    'add-webhook': [
      'Fügen Sie einen Webhook hinzu',
      'Erfahren Sie von Zustellungen, Bounces und Klicks, sobald sie geschehen.',
    ],
    'set-transport': [
      'Wählen Sie, wie E-Mails hinausgehen',
      'Ein SMTP-Relay, Amazon SES oder eigene Zustellung.',
    ],
  } satisfies Record<StepName, [title: string, text: string]>,
} satisfies Translation<typeof texts.firstStepsTexts>
