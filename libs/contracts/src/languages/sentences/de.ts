import type { Sentences } from '#languages/sentences.ts';

/** Visitors are addressed as Sie. */
export const de: Sentences<'one' | 'other'> = {
  thanksTitle: 'Vielen Dank',
  thanksText: 'Das Formular wurde erfolgreich gesendet.',
  backToWebsite: 'Zurück zur Website',
  backToForm: 'Zurück zum Formular',
  fillInAgain: 'Formular noch einmal ausfüllen',

  unsentTitle: 'Ihre Nachricht konnte nicht gesendet werden',
  retryTitle: 'Bitte versuchen Sie es noch einmal',
  waitTitle: 'Bitte warten Sie einen Moment',
  notConnected: 'Diese Website ist nicht mit dem Formular verbunden.',
  monthFull:
    'Dieses Formular nimmt zurzeit keine Nachrichten an, deshalb wurde Ihre nicht gesendet. Bitte versuchen Sie es später noch einmal oder nehmen Sie auf anderem Weg Kontakt auf.',
  storageFull:
    'Dieses Formular nimmt zurzeit keine Dateien an, deshalb wurde Ihre Nachricht nicht gesendet. Bitte senden Sie sie ohne Dateien oder nehmen Sie auf anderem Weg Kontakt auf.',
  rateLimited:
    'Über Ihren Internetanschluss kamen zu viele Nachrichten. Bitte senden Sie Ihre in einer Minute noch einmal.',
  unavailable: 'Ihre Nachricht wurde nicht gesendet. Bitte senden Sie sie gleich noch einmal.',
  formAbsent: 'Dieses Formular gibt es nicht oder es ist abgeschaltet.',
  unreadable:
    'Die Daten aus Ihrem Browser waren nicht lesbar. Bitte gehen Sie zurück zum Formular und senden Sie es noch einmal.',
  empty: 'Das Formular war leer. Bitte füllen Sie es aus und senden Sie es noch einmal.',
  tooLarge: 'Ihre Nachricht ist zu groß: Möglich sind höchstens {size}.',
  filesTooMany: {
    one: 'Es kann höchstens {count} Datei mitgesendet werden.',
    other: 'Es können höchstens {count} Dateien mitgesendet werden.',
  },
  filesTooBig: 'Eine Datei darf höchstens {size} groß sein.',
  fileTypeNotAccepted: 'Im Feld „{field}“ sind Dateien dieses Typs nicht möglich.',
  noFiles: 'Mit diesem Formular können keine Dateien gesendet werden.',
  uploadTooSlow: 'Die Übertragung der Dateien hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',

  closedTitle: 'Dieses Formular ist geschlossen',
  closed: 'Dieses Formular nimmt keine Nachrichten mehr an.',
  notOpenYetTitle: 'Dieses Formular ist noch nicht geöffnet',
  opensOn: 'Dieses Formular wird am {date} geöffnet.',

  send: 'Senden',
  optional: 'optional',
  choose: 'Bitte wählen …',
  leaveEmpty: 'Dieses Feld leer lassen',
  noFields: 'Dieses Formular hat noch keine Felder. Wer das Formular erstellt hat, kann sie hinzufügen.',
  noFormTitle: 'Unter dieser Adresse gibt es kein Formular',
  noForm:
    'Vielleicht wurde es geschlossen. Bitte prüfen Sie die Adresse oder fragen Sie dort nach, wo Sie sie bekommen haben.',
  checkTitle: 'Bitte prüfen: {title}',
  checkFields: 'Ihre Nachricht wurde noch nicht gesendet. Bitte prüfen Sie diese Felder:',
  chooseFilesAgain: 'Browser merken sich ausgewählte Dateien nicht. Bitte wählen Sie Ihre Dateien noch einmal aus.',
  fieldsWrong: {
    one: '{count} Feld ist nicht so ausgefüllt, wie das Formular es verlangt.',
    other: '{count} Felder sind nicht so ausgefüllt, wie das Formular es verlangt.',
  },
  addressTitle: 'Diese Adresse nimmt Formulare entgegen',
  addressUse:
    'Sie nimmt an, was ein Formular mit POST sendet. Verwenden Sie sie als action eines Formulars Ihrer Website:',

  faultOfLabel: '{label}: {fault}',
  faultOfField: '{fault}',
  required: 'Bitte füllen Sie dieses Feld aus.',
  boxRequired: 'Bitte setzen Sie hier ein Häkchen.',
  choiceRequired: 'Bitte treffen Sie eine Auswahl.',
  fileRequired: 'Bitte wählen Sie eine Datei aus.',
  notNumber: 'Bitte geben Sie eine Zahl ein.',
  notChoice: 'Bitte wählen Sie eine der Möglichkeiten aus.',
  notConsent: 'Hier ist nur ein Häkchen möglich.',
  notEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
  notUrl: 'Bitte geben Sie eine Internetadresse wie https://example.com ein.',
  notTel: 'Bitte geben Sie eine Telefonnummer ein.',
  notDate: 'Bitte geben Sie ein Datum in der Form 2026-01-31 ein.',
  notText: 'Bitte geben Sie einen Text ein.',
  tooShort: {
    one: 'Bitte geben Sie mindestens {count} Zeichen ein.',
    other: 'Bitte geben Sie mindestens {count} Zeichen ein.',
  },
  tooLong: {
    one: 'Bitte geben Sie höchstens {count} Zeichen ein.',
    other: 'Bitte geben Sie höchstens {count} Zeichen ein.',
  },
  tooLongInAll: {
    one: 'Alle Angaben zusammen dürfen höchstens {count} Zeichen haben.',
    other: 'Alle Angaben zusammen dürfen höchstens {count} Zeichen haben.',
  },
  tooEarly: 'Das früheste mögliche Datum ist der {day}.',
  tooLate: 'Das späteste mögliche Datum ist der {day}.',
  tooSmall: 'Die Zahl muss mindestens {number} sein.',
  tooMuch: 'Die Zahl darf höchstens {number} sein.',
  mismatch: 'Die Angabe hat nicht das erwartete Format.',
  notFile: 'Bitte wählen Sie eine Datei aus.',
  oneFileOnly: 'Bitte wählen Sie nur eine Datei aus.',
  fileTypeWrong: 'Bitte wählen Sie eine Datei vom Typ {types} aus.',
  fileTooLarge: 'Die Datei darf höchstens {size} groß sein.',
  unknownField: 'Das Formular hat kein Feld „{name}“.',
  cannotBeStored: 'Diese Angabe kann nicht gespeichert werden.',

  replyNote:
    'Dies ist eine automatische Antwort, weil ein Formular mit dieser Adresse gesendet wurde. Antworten darauf werden nicht gelesen.',
  unsubscribe: 'Abbestellen',
  unsubscribeIntro: 'Beendet die E-Mails, in denen dieser Link stand, und keine anderen.',
  unsubscribeText:
    'Einige Websites antworten {email} per E-Mail, wenn diese Adresse in ein Formular eingegeben wird. Hiermit enden alle solchen Antworten, die Inlet verschickt.',
  unsubscribed: '{email} bekommt keine automatischen Antworten mehr.',
  readingLink: 'Der Link wird gelesen',
  linkIncomplete: 'Dieser Link ist unvollständig. Bitte öffnen Sie ihn noch einmal aus der E-Mail.',
  tryAgain: 'Noch einmal versuchen',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',

  confirmSubject: 'Bitte bestätigen Sie Ihre Adresse',
  confirmLead:
    'Das Formular „{form}“ wurde mit dieser Adresse gesendet. Bitte bestätigen Sie, dass es Ihre Adresse ist.',
  confirmButton: 'Adresse bestätigen',
  confirmIgnore:
    'Wenn Sie dieses Formular nicht gesendet haben, ignorieren Sie diese E-Mail einfach. Sie bekommen dann keine weitere.',
  linkExpiry: { one: 'Der Link gilt {count} Tag.', other: 'Der Link gilt {count} Tage.' },
  confirmTitle: 'Bestätigen Sie Ihre Adresse',
  confirmText: 'Mit einem Klick auf den Knopf bestätigen Sie die Adresse, die Sie im Formular angegeben haben.',
  confirmedTitle: 'Ihre Adresse ist bestätigt',
  confirmed: 'Vielen Dank. Sie können diese Seite schließen.',
  confirmedBeforeTitle: 'Ihre Adresse ist bereits bestätigt',
  confirmedBefore: 'Sie müssen nichts weiter tun und können diese Seite schließen.',
  linkExpiredTitle: 'Dieser Link ist abgelaufen',
  linkExpired: {
    one: 'Er galt {count} Tag. Bitte füllen Sie das Formular noch einmal aus.',
    other: 'Er galt {count} Tage. Bitte füllen Sie das Formular noch einmal aus.',
  },
  linkUnknownTitle: 'Dieser Link funktioniert nicht',
  linkUnknown: 'Vielleicht ist er unvollständig. Bitte öffnen Sie ihn noch einmal aus der E-Mail.',
  copySubject: 'Ihre Nachricht: {form}',
  copyLead: 'Hier ist eine Kopie dessen, was Sie mit dem Formular „{form}“ gesendet haben.',
  copyFields: 'Ihre Angaben',
};
