import type { en } from './en.ts';

export const de: typeof en = {
  yourAbstract: {
    posters: {
      heading: 'Ihr Poster',
      intro:
        'Senden Sie Ihr Poster als PDF und, wenn es eines gibt, einen Link zu einem kurzen Video. Beides ist in der Galerie der Poster und auf der Seite Ihres Beitrags zu sehen. Sie können es jederzeit wieder entfernen.',
      edit: 'Poster senden oder entfernen',
      back: 'Zurück zu Ihrem Abstract',
      number: 'Ihr Poster hat die Nummer {number}.',
      numberAndBoard: 'Ihr Poster hat die Nummer {number}, und sein Platz ist {board}.',
      open: 'Poster können jetzt gesendet werden. Das Senden endet {until}.',
      before: 'Das Senden von Postern beginnt {from}.',
      over: 'Das Senden von Postern endete {until}.',
      notNow: 'Dies ist für angenommene Poster.',
      states: {
        none: 'Sie haben noch kein Poster gesendet.',
        shown: 'Ihr Poster ist zu sehen:',
        noPage:
          'Ihr Poster ist gespeichert. Alle sehen es, sobald Ihr Beitrag seine Seite auf der Website hat:',
        early: 'Ihr Poster ist gespeichert. Alle sehen es {from}.',
        scanning: 'Ihr Poster ist gespeichert. Alle sehen es nach der Prüfung auf Viren.',
        refused:
          'Ihr Poster ist nicht zu sehen: Der Virenscanner hat es abgelehnt. Bitte senden Sie ein anderes.',
        takenDown: 'Ihr Poster wurde von den Veranstaltern entfernt:',
      },
      openPage: 'Seite Ihres Beitrags',
      openForm: 'Seite auf der Website',
      previews: {
        making:
          'Das Bild der ersten Seite wird gerade gemacht. Laden Sie diese Seite in einer Minute neu.',
        none: 'Von der ersten Seite konnte kein Bild gemacht werden. Die Galerie zeigt deshalb den Titel. Oft hilft eine PDF-Datei, die neu exportiert ist.',
        made: 'Die erste Seite Ihres Posters, wie die Galerie sie zeigt',
      },
      video: 'Video',
      takeAway: 'Entfernen',
      deletedWithPage:
        'Ihr Poster und der Link zu seinem Video werden mit der Seite gelöscht. Wenn die Seite wiederkommt, senden Sie sie bitte noch einmal.',
      fileForm: {
        heading: 'Poster senden',
        again: 'Ein anderes Poster senden',
        field: 'Poster als PDF',
        note: 'Höchstens 25 MB. Die erste Seite wird das Bild in der Galerie. Eine andere Datei ersetzt diese.',
        button: 'Poster senden',
      },
      videoForm: {
        heading: 'Ein kurzes Video verlinken',
        field: 'Adresse des Videos',
        note: 'Sie beginnt mit https://. Besucher öffnen es auf der anderen Seite; hier wird nichts davon gezeigt.',
        button: 'Link speichern',
      },
      licence: 'Lizenz',
      licenceNote: 'Sie sagt, was andere mit dem Poster tun dürfen.',
      consent:
        'Ich bin einverstanden, dass alle dies mit meinem Beitrag sehen; auch alle Autoren und die Inhaber der Bilder darin sind einverstanden.',
      done: {
        poster: 'Ihr Poster ist gespeichert.',
        video: 'Der Link ist gespeichert.',
        removed: 'Es ist entfernt.',
      },
      check: 'Bitte prüfen Sie die Felder unten. Es wurde noch nichts gespeichert.',
      mistakes: {
        file: 'Bitte wählen Sie eine PDF-Datei.',
        notPdf:
          'Dies ist keine PDF-Datei, oder sie ist beschädigt oder verlangt ein Passwort. Bitte exportieren Sie das Poster als PDF.',
        url: 'Bitte geben Sie eine Adresse ein, die mit https:// beginnt und höchstens 500 Zeichen hat.',
        licence: 'Bitte wählen Sie eine Lizenz.',
        consent: 'Ohne Ihr Einverständnis können wir es nicht zeigen.',
      },
      part: 'Poster',
      mark: 'Poster als PDF',
      board: '{wall}, Tafel {board}',
      boardSide: '{wall}, Tafel {board}, {side}',
      sides: { front: 'Vorderseite', back: 'Rückseite' },
      place: 'Platz',
      download: 'Poster herunterladen',
      size: 'PDF, {size} MB',
      watch: 'Kurzes Video auf {site}',
      first: 'Erste Seite des Posters „{title}“',
      hall: { title: 'Poster im Saal', labels: 'Schilder für Poster', free: 'frei' },
      near: 'Poster zu diesem Thema',
      all: 'Alle Poster',
      gallery: {
        title: 'Poster',
        intro: 'Die Poster der Konferenz, nach Nummer oder nach Thema.',
        empty: 'Es ist noch kein Poster veröffentlicht.',
        topic: 'Thema',
        allTopics: 'Alle Themen',
        order: 'Reihenfolge',
        orders: { number: 'Nach Nummer', topic: 'Nach Thema' },
        find: 'Anzeigen',
        found: '{count} Poster',
        foundOne: '1 Poster',
      },
    },
  },
  mails: {
    posterTakenDown: {
      subject: 'Ihr Poster wurde von der Website genommen',
      paragraphs: [
        'Die Veranstalter haben Ihr Poster mit seinem Video von der Website genommen und die Dateien gelöscht. Die Seite Ihres Beitrags bleibt.',
        'Auf der Seite Ihres Abstracts können Sie ein anderes Poster senden. Wenn Sie eine Frage haben, antworten Sie auf diese E-Mail.',
      ],
      reason: 'Begründung',
      button: 'Ihr Abstract öffnen',
    },
  },
};
