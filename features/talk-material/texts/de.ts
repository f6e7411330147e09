import type { en } from './en.ts';

export const de: typeof en = {
  yourAbstract: {
    material: {
      heading: 'Folien, Aufzeichnung und Links',
      intro:
        'Zeigen Sie Ihre Folien, eine Aufzeichnung oder weitere Links auf der Seite Ihres Beitrags. Sie können alles jederzeit wieder entfernen.',
      edit: 'Hinzufügen oder entfernen',
      none: 'Es gibt noch nichts.',
      back: 'Zurück zu Ihrem Abstract',
      open: 'Material kann jetzt hinzugefügt werden. Das Hinzufügen endet {until}.',
      before: 'Das Hinzufügen von Material beginnt {from}.',
      over: 'Das Hinzufügen von Material endete {until}.',
      notNow: 'Material gehört zu angenommenen Beiträgen.',
      kinds: { slides: 'Folien', recording: 'Aufzeichnung', link: 'Link' },
      states: {
        shown: 'Auf der Seite Ihres Beitrags',
        waiting: 'Ab {day} auf der Seite Ihres Beitrags',
        scanning: 'Noch nicht zu sehen: Die Datei wird auf Viren geprüft.',
        refused:
          'Nicht zu sehen: Der Virenscanner hat die Datei abgelehnt. Bitte senden Sie eine andere.',
        takenDown: 'Von den Veranstaltern entfernt:',
      },
      takeAway: 'Entfernen',
      hiddenWithPage:
        'Ihre Folien, Aufzeichnungen und Links werden ohne die Seite nicht gezeigt. Sie bleiben gespeichert; entfernen Sie, was gelöscht werden soll.',
      fileForm: {
        heading: 'Folien hinzufügen',
        field: 'Folien als PDF',
        note: 'Höchstens 25 MB. Programme in den Folien und Filme darin laufen auf dieser Seite nicht.',
        button: 'Folien senden',
      },
      linkForm: {
        heading: 'Link hinzufügen',
        kind: 'Was dort ist',
        url: 'Adresse',
        urlNote:
          'Sie beginnt mit https://. Besucher öffnen sie auf der anderen Seite; hier wird nichts davon gezeigt.',
        button: 'Link hinzufügen',
      },
      title: 'Titel',
      titleNote: 'Was Leser sehen, zum Beispiel „Folien des Vortrags“.',
      licence: 'Lizenz',
      from: 'Nicht vor',
      fromNote:
        'Ein Tag wie 2026-09-01, zum Beispiel nach dem Erscheinen eines Artikels. Leer: sofort.',
      consent:
        'Ich bin einverstanden, dass alle dies mit meinem Beitrag sehen; auch alle Autoren und die Inhaber der Bilder darin sind einverstanden.',
      done: {
        added: 'Es ist gespeichert.',
        removed: 'Es ist entfernt, und die Datei ist gelöscht.',
      },
      check: 'Bitte prüfen Sie die Felder unten. Es wurde noch nichts gespeichert.',
      mistakes: {
        title: 'Bitte geben Sie einen Titel mit höchstens 120 Zeichen ein.',
        url: 'Bitte geben Sie eine Adresse ein, die mit https:// beginnt und höchstens 500 Zeichen hat.',
        from: 'Bitte geben Sie einen Tag wie 2026-09-01 ein, oder lassen Sie das Feld leer.',
        licence: 'Bitte wählen Sie eine Lizenz.',
        consent: 'Ohne Ihr Einverständnis können wir es nicht zeigen.',
        file: 'Bitte wählen Sie eine PDF-Datei.',
        notPdf:
          'Dies ist keine PDF-Datei, oder sie ist beschädigt oder verlangt ein Passwort. Bitte exportieren Sie die Folien als PDF.',
        many: 'Es sind schon {most}. Bitte entfernen Sie zuerst etwas.',
      },
      part: 'Folien, Aufzeichnung und Links',
    },
  },
  mails: {
    materialTakenDown: {
      subject: 'Etwas wurde von der Seite Ihres Beitrags genommen',
      paragraphs: [
        'Die Veranstalter haben die Folien, die Aufzeichnung oder den Link unten von der Seite Ihres Beitrags genommen. Alles andere bleibt.',
        'Wenn Sie eine Frage haben, antworten Sie auf diese E-Mail.',
      ],
      what: 'Nicht mehr gezeigt',
      reason: 'Begründung',
      button: 'Ihr Abstract öffnen',
    },
  },
};
