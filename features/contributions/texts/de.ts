import type { en } from './en.ts';

export const de: typeof en = {
  yourAbstract: {
    website: {
      heading: 'Ihr Beitrag auf der Website',
      states: {
        none: 'Ihr Beitrag hat noch keine Seite auf der Website. Sie entscheiden, ob er eine bekommt.',
        shown: 'Ihr Beitrag hat eine Seite auf der Website.',
        waiting: 'Ihr Beitrag bekommt seine Seite auf der Website {from}.',
        ended: 'Sie haben Ihren Beitrag von der Website genommen.',
        takenDown:
          'Die Veranstalter haben die Seite Ihres Beitrags von der Website genommen. Wenn Sie eine Frage haben, schreiben Sie bitte an',
        untitled:
          'Bevor Ihr Beitrag eine Seite bekommt, tragen Sie bitte Titel und Autorinnen und Autoren ein.',
      },
      open: 'Seite öffnen',
      edit: 'Seite auf der Website',
      follows:
        'Die Seite hat immer den Titel, die Autorinnen und Autoren und die Datei, die Sie hier sehen. Wenn Sie hier etwas ändern, ändert sich die Seite innerhalb einer Minute.',
      form: {
        intro:
          'Auf der Seite stehen der Titel, alle Autorinnen und Autoren mit ihren Einrichtungen, wann und wo Sie vortragen, und was Sie hier ergänzen. Suchmaschinen und Bibliotheken finden sie unter einer Adresse, die sich nicht ändert.',
        text: 'Abstract',
        textNote:
          'Höchstens {words} Wörter. Eine Leerzeile beginnt einen Absatz. *Sternchen* machen kursiv, H~2~O und 10^-3^ werden H₂O und 10⁻³, und eine Formel in der Schreibweise von LaTeX steht zwischen Dollarzeichen: $E = mc^2$, oder zwischen \\( und \\). Der Text darf leer bleiben.',
        fromFile: 'Text aus meiner Word-Datei übernehmen',
        fromFileNote:
          'Das ersetzt den Text unten und speichert nichts. Bitte prüfen Sie ihn: Formeln, die Bilder sind, gehen verloren.',
        licence: 'Lizenz',
        licenceNote: 'Sie sagt, was andere mit dem Text und der Datei machen dürfen.',
        file: 'Die Seite bietet meine neueste Datei allen an: {file}',
        consent:
          'Ich bin einverstanden, dass diese Seite veröffentlicht wird, und habe die anderen Autorinnen und Autoren gefragt. Ich kann das hier jederzeit zurücknehmen.',
        preview: 'Ansehen, wie es aussehen wird',
        previewHeading: 'Das werden alle sehen',
        previewNote: 'Noch ist nichts veröffentlicht. Bitte lesen Sie den Text noch einmal.',
        publish: 'So veröffentlichen',
        back: 'Text ändern',
        end: 'Von der Website nehmen',
        endNote:
          'Die Seite sagt dann nur noch, dass der Beitrag nicht mehr gezeigt wird. Suchmaschinen behalten vielleicht einige Tage lang eine Kopie.',
        messages: {
          tooLong: 'Dieser Text hat {count} Wörter, möglich sind höchstens {words}.',
          formula: 'Diese Formel ist nicht lesbar: {formula}',
          formulas: 'Dieser Text hat zu viele Formeln.',
          licence: 'Bitte wählen Sie eine Lizenz aus der Liste.',
          consent: 'Ohne Ihr Einverständnis wird nichts veröffentlicht.',
          noWord: 'Die neueste Datei ist keine DOCX-Datei. Bitte kopieren Sie den Text daraus.',
          noText: 'Aus der Datei ließ sich kein Text übernehmen. Bitte kopieren Sie ihn.',
          unread: 'Die Datei ist gerade nicht lesbar. Bitte kopieren Sie den Text daraus.',
        },
      },
      done: {
        published: 'Ihre Seite ist so veröffentlicht, wie Sie sie gesehen haben.',
        waiting:
          'Ihre Seite ist so gespeichert, wie Sie sie gesehen haben, und wird am Tag oben öffentlich.',
        ended: 'Ihr Beitrag ist nicht mehr auf der Website.',
      },
      page: {
        title: 'Beiträge',
        intro: 'Die Vorträge und Poster der Tagung mit ihren Abstracts.',
        empty: 'Noch ist kein Beitrag veröffentlicht.',
        notYet: 'Die Beiträge werden {from} veröffentlicht.',
        search: 'Titel, Namen und Abstracts durchsuchen',
        allSessions: 'Alle Sitzungen',
        session: 'Sitzung',
        allKinds: 'Vorträge und Poster',
        kind: 'Art',
        kinds: { talk: 'Vortrag', poster: 'Poster' },
        order: 'Reihenfolge',
        orders: {
          session: 'Nach Sitzung',
          time: 'Nach Tag und Stunde',
          author: 'Autorenverzeichnis',
        },
        noDay: 'Noch ohne Zeit',
        find: 'Suchen',
        found: '{count} Beiträge',
        foundOne: '1 Beitrag',
        notFound: 'Nichts gefunden. Vielleicht hilft ein kürzeres Wort.',
        clear: 'Alle zeigen',
        others: 'und {count} weitere',
        next: 'Weiter',
        previous: 'Zurück',
        pageOf: 'Seite {page} von {pages}',
        presents: 'trägt vor',
        affiliations: 'Einrichtungen',
        abstract: 'Abstract',
        facts: 'Angaben',
        inAgenda: 'Im Programm',
        calendar: 'In den Kalender',
        speaker: 'Vortrag von',
        keywords: 'Schlagwörter',
        licence: 'Lizenz',
        published: 'Veröffentlicht',
        reference: 'Referenz',
        download: 'Datei herunterladen',
        cite: 'Zitieren',
        copy: 'Kopieren',
        copied: 'Kopiert',
        star: 'Diesen Beitrag merken',
        inSession: 'In dieser Sitzung',
        gone: 'Dieser Beitrag wird nicht mehr gezeigt.',
        goneWords:
          'Er wurde von der Website genommen. Wenn Sie eine Frage haben, schreiben Sie bitte an',
        unknown: 'An dieser Adresse ist kein Beitrag.',
        unknownWords:
          'Vielleicht ist die Adresse unvollständig, oder der Beitrag ist nicht veröffentlicht.',
        all: 'Alle Beiträge',
      },
    },
  },
  mails: {
    contributionTakenDown: {
      subject: 'Ihr Beitrag wurde von der Website genommen',
      paragraphs: [
        'Die Veranstalter haben die Seite Ihres Beitrags von der Website genommen. Unter ihrer Adresse steht nur, dass der Beitrag nicht mehr gezeigt wird.',
        'Ihr Abstract bleibt im Programm. Wenn Sie eine Frage haben oder nicht einverstanden sind, antworten Sie auf diese E-Mail.',
      ],
      reason: 'Begründung',
      button: 'Ihr Abstract öffnen',
    },
  },
};
