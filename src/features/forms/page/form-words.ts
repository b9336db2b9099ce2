// The built-in texts of forms, in all languages of the public pages. {project} is a placeholder.
import type { Language } from '../../../platform/text/languages.ts'
import type { FieldProblemKind } from '../submit/field-values.ts'

export type FormWords = {
  submit: string
  optional: string
  /** The empty choice of a select. */
  choose: string
  /** The label of the field that people do not see. */
  leaveEmpty: string
  /** Above fields with problems. */
  problems: string
  /** Asks for one more click. */
  again: string
  problem: Record<FieldProblemKind, string>
  thanks: string
  /** After signing up with a form that asks for a confirmation: true whether the address is known or not. */
  confirm: string
  /** After signing up with another form. Some people have to confirm all the same. */
  done: string
}

export const FORM_WORDS: Record<Language, FormWords> = {
  en: {
    submit: 'Sign up',
    optional: 'optional',
    choose: 'Please choose',
    leaveEmpty: 'Please leave this field empty.',
    problems: 'Please check the marked fields.',
    again: 'One more step: please check your entries and press the button once more.',
    problem: {
      required: 'Please fill in this field.',
      unchecked: 'Please check this box to continue.',
      email: 'Please enter a valid email address.',
      number: 'Please enter a number.',
      date: 'Please enter a date.',
      option: 'Please choose one of the options.',
      long: 'This text is too long.',
      text: 'This text has characters that cannot be stored.',
    },
    thanks: 'Thank you',
    confirm:
      'If you are not signed up yet, you will get an email with a link within a few minutes. Please follow the link to finish.',
    done: 'Your entries have arrived. If a confirmation is needed, you will get an email with a link within a few minutes.',
  },
  de: {
    submit: 'Anmelden',
    optional: 'freiwillig',
    choose: 'Bitte wählen',
    leaveEmpty: 'Bitte lassen Sie dieses Feld leer.',
    problems: 'Bitte prüfen Sie die markierten Felder.',
    again: 'Noch ein Schritt: Bitte prüfen Sie Ihre Angaben und drücken Sie den Knopf noch einmal.',
    problem: {
      required: 'Bitte füllen Sie dieses Feld aus.',
      unchecked: 'Bitte setzen Sie hier ein Häkchen.',
      email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
      number: 'Bitte geben Sie eine Zahl ein.',
      date: 'Bitte geben Sie ein Datum ein.',
      option: 'Bitte wählen Sie eine der Möglichkeiten.',
      long: 'Dieser Text ist zu lang.',
      text: 'Dieser Text enthält Zeichen, die nicht gespeichert werden können.',
    },
    thanks: 'Vielen Dank',
    confirm:
      'Falls Sie noch nicht angemeldet sind, erhalten Sie in wenigen Minuten eine E-Mail mit einem Link. Bitte öffnen Sie ihn, um die Anmeldung abzuschließen.',
    done: 'Ihre Angaben sind angekommen. Falls eine Bestätigung nötig ist, erhalten Sie in wenigen Minuten eine E-Mail mit einem Link.',
  },
  fr: {
    submit: 'S’inscrire',
    optional: 'facultatif',
    choose: 'Veuillez choisir',
    leaveEmpty: 'Veuillez laisser ce champ vide.',
    problems: 'Veuillez vérifier les champs signalés.',
    again: 'Encore une étape : vérifiez vos réponses et appuyez une nouvelle fois sur le bouton.',
    problem: {
      required: 'Veuillez remplir ce champ.',
      unchecked: 'Veuillez cocher cette case pour continuer.',
      email: 'Veuillez saisir une adresse e-mail valide.',
      number: 'Veuillez saisir un nombre.',
      date: 'Veuillez saisir une date.',
      option: 'Veuillez choisir l’une des options.',
      long: 'Ce texte est trop long.',
      text: 'Ce texte contient des caractères qui ne peuvent pas être enregistrés.',
    },
    thanks: 'Merci',
    confirm:
      'Si vous n’êtes pas encore inscrit, vous recevrez un e-mail avec un lien dans quelques minutes. Veuillez suivre ce lien pour terminer.',
    done: 'Vos réponses sont arrivées. Si une confirmation est nécessaire, vous recevrez un e-mail avec un lien dans quelques minutes.',
  },
  es: {
    submit: 'Suscribirse',
    optional: 'opcional',
    choose: 'Elija una opción',
    leaveEmpty: 'Deje este campo vacío.',
    problems: 'Revise los campos marcados.',
    again: 'Un paso más: revise sus datos y pulse el botón otra vez.',
    problem: {
      required: 'Rellene este campo.',
      unchecked: 'Marque esta casilla para continuar.',
      email: 'Introduzca una dirección de correo válida.',
      number: 'Introduzca un número.',
      date: 'Introduzca una fecha.',
      option: 'Elija una de las opciones.',
      long: 'Este texto es demasiado largo.',
      text: 'Este texto tiene caracteres que no se pueden guardar.',
    },
    thanks: 'Gracias',
    confirm:
      'Si todavía no está suscrito, recibirá un correo con un enlace en unos minutos. Abra el enlace para terminar.',
    done: 'Hemos recibido sus datos. Si hace falta una confirmación, recibirá un correo con un enlace en unos minutos.',
  },
  it: {
    submit: 'Iscriviti',
    optional: 'facoltativo',
    choose: 'Scegli un’opzione',
    leaveEmpty: 'Lascia vuoto questo campo.',
    problems: 'Controlla i campi segnalati.',
    again: 'Ancora un passo: controlla i dati e premi di nuovo il pulsante.',
    problem: {
      required: 'Compila questo campo.',
      unchecked: 'Spunta questa casella per continuare.',
      email: 'Inserisci un indirizzo email valido.',
      number: 'Inserisci un numero.',
      date: 'Inserisci una data.',
      option: 'Scegli una delle opzioni.',
      long: 'Questo testo è troppo lungo.',
      text: 'Questo testo contiene caratteri che non si possono salvare.',
    },
    thanks: 'Grazie',
    confirm:
      'Se non sei ancora iscritto, riceverai un’email con un link entro pochi minuti. Apri il link per completare l’iscrizione.',
    done: 'I tuoi dati sono arrivati. Se serve una conferma, riceverai un’email con un link entro pochi minuti.',
  },
  pt: {
    submit: 'Subscrever',
    optional: 'opcional',
    choose: 'Escolha uma opção',
    leaveEmpty: 'Deixe este campo vazio.',
    problems: 'Verifique os campos assinalados.',
    again: 'Só mais um passo: verifique os seus dados e carregue no botão mais uma vez.',
    problem: {
      required: 'Preencha este campo.',
      unchecked: 'Assinale esta caixa para continuar.',
      email: 'Introduza um endereço de e-mail válido.',
      number: 'Introduza um número.',
      date: 'Introduza uma data.',
      option: 'Escolha uma das opções.',
      long: 'Este texto é demasiado longo.',
      text: 'Este texto tem caracteres que não podem ser guardados.',
    },
    thanks: 'Obrigado',
    confirm:
      'Se ainda não subscreveu, receberá um e-mail com um link dentro de alguns minutos. Abra o link para terminar.',
    done: 'Recebemos os seus dados. Se for necessária uma confirmação, receberá um e-mail com um link dentro de alguns minutos.',
  },
  nl: {
    submit: 'Aanmelden',
    optional: 'optioneel',
    choose: 'Maak een keuze',
    leaveEmpty: 'Laat dit veld leeg.',
    problems: 'Controleer de gemarkeerde velden.',
    again: 'Nog één stap: controleer uw gegevens en druk nog een keer op de knop.',
    problem: {
      required: 'Vul dit veld in.',
      unchecked: 'Vink dit vakje aan om door te gaan.',
      email: 'Vul een geldig e-mailadres in.',
      number: 'Vul een getal in.',
      date: 'Vul een datum in.',
      option: 'Kies een van de mogelijkheden.',
      long: 'Deze tekst is te lang.',
      text: 'Deze tekst bevat tekens die niet kunnen worden opgeslagen.',
    },
    thanks: 'Bedankt',
    confirm:
      'Als u nog niet bent aangemeld, krijgt u binnen enkele minuten een e-mail met een link. Open de link om de aanmelding af te ronden.',
    done: 'Uw gegevens zijn aangekomen. Als een bevestiging nodig is, krijgt u binnen enkele minuten een e-mail met een link.',
  },
  pl: {
    submit: 'Zapisz się',
    optional: 'opcjonalnie',
    choose: 'Wybierz',
    leaveEmpty: 'Pozostaw to pole puste.',
    problems: 'Sprawdź zaznaczone pola.',
    again: 'Jeszcze jeden krok: sprawdź wpisane dane i naciśnij przycisk jeszcze raz.',
    problem: {
      required: 'Wypełnij to pole.',
      unchecked: 'Zaznacz to pole, aby kontynuować.',
      email: 'Wpisz poprawny adres e-mail.',
      number: 'Wpisz liczbę.',
      date: 'Wpisz datę.',
      option: 'Wybierz jedną z opcji.',
      long: 'Ten tekst jest za długi.',
      text: 'Ten tekst zawiera znaki, których nie można zapisać.',
    },
    thanks: 'Dziękujemy',
    confirm:
      'Jeśli nie jesteś jeszcze na liście, w ciągu kilku minut otrzymasz wiadomość z linkiem. Otwórz link, aby zakończyć zapis.',
    done: 'Otrzymaliśmy Twoje dane. Jeśli potrzebne jest potwierdzenie, w ciągu kilku minut otrzymasz wiadomość z linkiem.',
  },
  sv: {
    submit: 'Prenumerera',
    optional: 'frivilligt',
    choose: 'Välj ett alternativ',
    leaveEmpty: 'Lämna det här fältet tomt.',
    problems: 'Kontrollera de markerade fälten.',
    again: 'Ett steg till: kontrollera dina uppgifter och tryck på knappen en gång till.',
    problem: {
      required: 'Fyll i det här fältet.',
      unchecked: 'Markera den här rutan för att fortsätta.',
      email: 'Ange en giltig e-postadress.',
      number: 'Ange ett tal.',
      date: 'Ange ett datum.',
      option: 'Välj ett av alternativen.',
      long: 'Texten är för lång.',
      text: 'Texten innehåller tecken som inte kan sparas.',
    },
    thanks: 'Tack',
    confirm:
      'Om du inte redan prenumererar får du ett mejl med en länk inom några minuter. Öppna länken för att bli klar.',
    done: 'Dina uppgifter har kommit fram. Om en bekräftelse behövs får du ett mejl med en länk inom några minuter.',
  },
  ja: {
    submit: '登録する',
    optional: '任意',
    choose: '選択してください',
    leaveEmpty: 'この欄は空のままにしてください。',
    problems: '印の付いた項目をご確認ください。',
    again: 'あと一歩です。入力内容をご確認のうえ、もう一度ボタンを押してください。',
    problem: {
      required: 'この項目を入力してください。',
      unchecked: '続けるにはチェックを入れてください。',
      email: '有効なメールアドレスを入力してください。',
      number: '数値を入力してください。',
      date: '日付を入力してください。',
      option: '選択肢から選んでください。',
      long: '文字数が多すぎます。',
      text: '保存できない文字が含まれています。',
    },
    thanks: 'ありがとうございます',
    confirm:
      'まだ登録されていない場合は、数分以内にリンクの入ったメールが届きます。リンクを開いて登録を完了してください。',
    done: '入力内容を受け付けました。確認が必要な場合は、数分以内にリンクの入ったメールが届きます。',
  },
  ar: {
    submit: 'الاشتراك',
    optional: 'اختياري',
    choose: 'يُرجى الاختيار',
    leaveEmpty: 'يُرجى ترك هذا الحقل فارغًا.',
    problems: 'يُرجى مراجعة الحقول المُعلَّمة.',
    again: 'خطوة أخيرة: يُرجى مراجعة بياناتك والضغط على الزر مرة أخرى.',
    problem: {
      required: 'يُرجى ملء هذا الحقل.',
      unchecked: 'يُرجى تحديد هذه الخانة للمتابعة.',
      email: 'يُرجى إدخال عنوان بريد إلكتروني صالح.',
      number: 'يُرجى إدخال رقم.',
      date: 'يُرجى إدخال تاريخ.',
      option: 'يُرجى اختيار أحد الخيارات.',
      long: 'هذا النص طويل جدًا.',
      text: 'يحتوي هذا النص على رموز لا يمكن حفظها.',
    },
    thanks: 'شكرًا لك',
    confirm: 'إذا لم تكن مشتركًا بعد، فستصلك رسالة تحتوي على رابط خلال دقائق. يُرجى فتح الرابط لإتمام الاشتراك.',
    done: 'وصلت بياناتك. إذا كان التأكيد مطلوبًا، فستصلك رسالة تحتوي على رابط خلال دقائق.',
  },
}
