import type { en } from './en.ts';

export const de: typeof en = {
  mails: {
    reviewInvitation: {
      subject: 'Würden Sie Abstracts begutachten?',
      paragraphs: [
        'Für unsere Tagung wurden Abstracts eingereicht, und wir möchten Sie um Ihr Urteil bitten.',
        'Bitte sagen Sie auf Ihrer Seite ja oder nein: Ein Klick genügt, und Sie brauchen kein Konto. Der Link gehört nur Ihnen, bitte leiten Sie ihn nicht weiter.',
      ],
      button: 'Antworten: ja oder nein',
    },
    reviewAssignment: {
      subject: 'Abstracts für Ihr Gutachten',
      paragraphs: [
        'Es gibt Abstracts für Sie zu begutachten. Auf Ihrer Seite lesen Sie sie und schreiben Ihr Gutachten; sie braucht kein Konto und funktioniert auch am Telefon.',
        'Was Sie eingeben, bleibt dort, bis Sie es einreichen, und Sie können es bis zum Ende ändern. Der Link gehört nur Ihnen, bitte leiten Sie ihn nicht weiter.',
      ],
      button: 'Meine Gutachten öffnen',
      fact: 'Zu begutachten',
    },
    reviewAgain: {
      subject: 'Überarbeitete Abstracts für Ihren zweiten Blick',
      paragraphs: [
        'Was Sie begutachtet haben, wurde auf Wunsch des Komitees überarbeitet. Bitte sehen Sie es noch einmal an: Auf Ihrer Seite sind die neue Datei und was Sie geschrieben haben.',
        'Sie können Ihr Gutachten ändern oder lassen, wie es ist; bitte reichen Sie es in beiden Fällen noch einmal ein.',
      ],
      button: 'Meine Gutachten öffnen',
      fact: 'Noch einmal anzusehen',
      revised: 'Überarbeitet',
    },
    reviewReminder: {
      subject: 'Gutachten, die noch offen sind',
      paragraphs: ['Einige Ihrer Gutachten sind noch offen. Ein kurzes hilft mehr als keines.'],
      button: 'Meine Gutachten öffnen',
      fact: 'Noch offen',
    },
    reviewDiscussion: {
      subject: 'Neue Notizen zu Abstracts, die Sie begutachtet haben',
      paragraphs: [
        'Andere Gutachtende oder der Programmvorsitz haben über ein Abstract geschrieben, das auch Sie begutachtet haben. Sie finden ihre Notizen auf Ihrer Seite und können dort antworten.',
        'Sie bekommen höchstens eine solche E-Mail am Tag.',
      ],
      button: 'Meine Gutachten öffnen',
      notes: 'Neue Notizen zu',
    },
    reviewThanks: {
      subject: 'Vielen Dank für Ihre Gutachten',
      paragraphs: [
        'Alle Ihre Gutachten sind angekommen. Herzlichen Dank: Ohne Sie gäbe es kein Programm.',
        'Bis zum Ende können Sie sie noch ändern.',
      ],
      button: 'Meine Gutachten ansehen',
    },
  },
  yourAbstract: {
    reviews: {
      title: 'Ihre Gutachten',
      notFound:
        'Dieser Link ist unvollständig. Bitte kopieren Sie den ganzen Link aus der E-Mail, oder schreiben Sie an',
      renewed:
        'Dieser Link ist beendet, weil eine spätere E-Mail einen neuen hat. Bitte nehmen Sie die neueste E-Mail, oder schreiben Sie an',
      strangerEnded:
        'Dieser Link ist beendet, weil jemand gesagt hat, dass er die falsche Person erreicht hat. Wenn das ein Versehen war, schreiben Sie bitte an',
      questions: 'Wenn Sie eine Frage haben, schreiben Sie bitte an',
      until: 'Wir bitten um Ihre Gutachten bis {until}.',
      before: 'Die Begutachtung beginnt {from}. Sie können sich schon umsehen.',
      over: 'Die Begutachtung endete {until}. Ihre Gutachten können Sie weiterhin lesen. Wenn Sie sich verspätet haben, schreiben Sie bitte an',
      daysLeft: 'Tage übrig: {count}',
      hoursLeft: 'Stunden übrig: {count}',
      progress: '{done} von {wanted} eingereicht',
      none: 'Zurzeit ist Ihnen kein Abstract zugeteilt. Sie bekommen eine E-Mail, wenn es eines gibt.',
      askIntro:
        'Werden Sie Abstracts für {conference} begutachten? Sie bekommen nur so viele, wie Sie schaffen, und eine E-Mail, sobald sie da sind.',
      askEnd: 'Wir brauchen die Gutachten bis {until}.',
      yes: 'Ja, gern',
      no: 'Nein, diesmal nicht',
      saidYes: 'Vielen Dank! Sie bekommen eine E-Mail, sobald es Abstracts für Sie gibt.',
      saidNo:
        'Sie haben gesagt, dass Sie diesmal nicht begutachten können, und bekommen dazu keine weiteren E-Mails.',
      changeMind: 'Ich kann doch begutachten',
      blind:
        'Sie sehen nicht, wer die Abstracts geschrieben hat. Bitte versuchen Sie nicht, es herauszufinden.',
      leave: 'Sie können diesmal nicht begutachten?',
      leaveNote:
        'Ihre offenen Gutachten gehen dann an jemand anderen. Was Sie eingereicht haben, bleibt.',
      stranger: 'Das bin ich nicht',
      strangerIntro:
        'Wenn diese E-Mail nicht für Sie war: Ein Klick beendet den Link, und der Programmvorsitz erfährt davon. Sonst geschieht nichts.',
      strangerHeading: 'Diese Seite ist für {person}. Sind das nicht Sie?',
      strangerAct: 'Diesen Link beenden',
      strangerDone:
        'Der Link ist beendet, und der Programmvorsitz weiß es. Vielen Dank, und bitte löschen Sie die E-Mail. Fragen beantwortet',
      states: {
        open: 'Offen',
        draft: 'Entwurf gespeichert',
        again: 'Überarbeitet: bitte noch einmal ansehen',
        submitted: 'Eingereicht',
        conflict: 'Interessenkonflikt',
        field: 'Nicht mein Gebiet',
        withdrawn: 'Von den Autorinnen und Autoren zurückgezogen',
        decided: 'Schon entschieden',
      },
      labels: {
        reference: 'Referenz',
        authors: 'Autorinnen und Autoren',
        session: 'Session',
        interestArea: 'Interessengebiet',
        keywords: 'Stichwörter',
        wish: 'Gewünscht als',
      },
      untitled: 'Ohne Titel',
      text: 'Text',
      textNote:
        'Ein Programm hat diesen Text der Datei entnommen. Bilder und Formeln können fehlen.',
      masked: 'Wörter, die die Namen verraten könnten, sind durch {sign} ersetzt.',
      file: 'Datei',
      open: 'Datei öffnen',
      download: 'Datei herunterladen',
      here: 'Datei hier lesen',
      kept: {
        named: 'Die Datei selbst wird zurückgehalten, weil sie Namen nennt.',
        word: 'Die Datei selbst wird zurückgehalten: Eine Word-Datei nennt an vielen Stellen Namen.',
        unread:
          'Die Datei wird zurückgehalten, weil kein Programm die Namen entfernen konnte. Der Programmvorsitz kann ein PDF an ihre Stelle setzen.',
        missing: 'Die Datei kann zurzeit nicht gezeigt werden. Der Programmvorsitz sieht, warum.',
      },
      review: 'Ihr Gutachten',
      score: '1 ist am schlechtesten, {best} am besten.',
      committee: 'Kommentar für das Komitee',
      committeeNote: 'Nur das Programmkomitee liest ihn. Höchstens {most} Zeichen.',
      author: 'Kommentar für die Autorinnen und Autoren',
      authorNote:
        'Sie bekommen ihn mit der Entscheidung, ohne Ihren Namen. Bitte schreiben Sie nichts, das zeigt, wer Sie sind. Höchstens {most} Zeichen.',
      save: 'Entwurf speichern',
      saveAgain: 'Änderungen speichern',
      submit: 'Gutachten einreichen',
      submittedNote:
        'Ihr Gutachten ist eingereicht. Sie können es bis {until} ändern; Änderungen gelten sofort.',
      againNote:
        'Seit Ihrem Gutachten wurde es überarbeitet. Bitte sehen Sie die neue Datei an, ändern Sie Ihr Gutachten oder lassen Sie es, wie es ist, und reichen Sie es noch einmal ein.',
      notNow: 'Sie können dieses Abstract nicht beurteilen?',
      conflict: 'Ich habe einen Interessenkonflikt',
      field: 'Nicht mein Gebiet',
      declineNote:
        'Ein Klick genügt, und Sie müssen keinen Grund nennen. Jemand anderes bekommt das Abstract.',
      declined: 'Sie haben dieses Abstract zurückgegeben.',
      takeBack: 'Ich kann es doch begutachten',
      previous: 'Zurück',
      next: 'Weiter',
      nextOpen: 'Nächstes offenes Abstract',
      all: 'Alle Abstracts',
      done: {
        saved: 'Ihr Entwurf ist gespeichert. Er ist noch nicht eingereicht.',
        submitted: 'Ihr Gutachten ist eingereicht. Vielen Dank!',
        declined: 'Danke, dass Sie es sagen. Jemand anderes bekommt das Abstract.',
        back: 'Das Abstract gehört wieder Ihnen.',
        written: 'Ihre Notiz steht für die anderen Gutachtenden bereit.',
        topics: 'Ihre Antworten sind gespeichert.',
      },
      refused: 'Bitte prüfen Sie die Felder unten. Es wurde noch nichts gespeichert.',
      mistakes: {
        missing: 'Bitte wählen Sie eine Note.',
        score: 'Bitte geben Sie eine ganze Zahl von 1 bis {best} ein.',
        tooLong: 'Bitte schreiben Sie höchstens {most} Zeichen.',
        unusable:
          'Dieser Text hat Zeichen, die nicht gespeichert werden können. Bitte geben Sie ihn noch einmal ein.',
      },
      overtaken:
        'Inzwischen wurde etwas anderes gespeichert, vielleicht in einem anderen Fenster. Die Felder haben, was Sie hier eingegeben haben; unter jedem Feld, das abweicht, steht, was gespeichert ist. Speichern Sie noch einmal, um Ihre Eingaben zu behalten.',
      stored: 'Gespeichert: {entry}',
      nothing: 'nichts',
      auto: {
        saving: 'Wird gespeichert …',
        saved: 'Alles ist gespeichert.',
        failed:
          'Nicht gespeichert: Bitte prüfen Sie Ihre Verbindung, und klicken Sie auf den Knopf.',
        refused: 'Nicht gespeichert: Bitte klicken Sie auf den Knopf, um zu sehen, warum.',
      },
      wishes: {
        heading: 'Ihre Themen und Wünsche',
        link: 'Sagen Sie dem Programmvorsitz, welche Themen Sie kennen und welche Abstracts Sie gern begutachten würden.',
        open: 'Themen und Wünsche',
        intro:
          'Der Programmvorsitz berücksichtigt Ihre Antworten bei der Zuteilung, kann aber nichts versprechen. Autorinnen und Autoren sehen sie nie.',
        topics: 'Themen, die Sie gut kennen',
        bids: 'Abstracts',
        bidsNote:
          'Antworten Sie nur, wo Sie einen Wunsch haben: gern, lieber nicht, oder ein Interessenkonflikt, der immer zählt. Sie können jederzeit aufhören und später weitermachen.',
        noBid: 'Kein Wunsch',
        want: 'Gern',
        avoid: 'Lieber nicht',
        conflict: 'Konflikt',
        answered: '{done} von {wanted} mit einem Wunsch',
        saveGroup: 'Speichern und weiter',
        save: 'Antworten speichern',
      },
      discussion: {
        heading: 'Diskussion',
        intro:
          'Die anderen Gutachtenden dieses Abstracts lesen Ihre Notizen, Ihre Punkte und Ihren Kommentar für die Autorinnen und Autoren, und Sie deren. Diese lesen die Notizen nie. Ihr Kommentar für das Komitee bleibt beim Komitee.',
        names: 'Ihr Name steht neben Ihren Notizen.',
        numbers:
          'Alle haben Nummern statt Namen. Bitte schreiben Sie nichts, das zeigt, wer Sie sind.',
        chair: 'Der Programmvorsitz',
        reviewer: 'Gutachten {number}',
        you: '{who} (Sie)',
        later:
          'Wenn Sie Ihr Gutachten eingereicht haben, können Sie lesen, was die anderen sagen, und antworten.',
        closed: 'Der Programmvorsitz hat die Diskussion geschlossen.',
        none: 'Noch hat niemand eine Notiz geschrieben.',
        others: 'Die anderen Gutachten',
        mean: '{criterion}: {score} von {best}',
        note: 'Ihre Notiz',
        noteNote: 'Höchstens {most} Zeichen.',
        send: 'An die anderen Gutachtenden schreiben',
      },
    },
  },
};
