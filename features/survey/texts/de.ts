import type { en } from './en.ts';

export const de: typeof en = {
  mails: {
    surveyInvitation: {
      subject: 'Wie war die Tagung?',
      paragraphs: [
        'Vielen Dank, dass Sie bei uns waren. Bitte sagen Sie uns in wenigen Minuten, was gut war und was wir besser machen sollten.',
        'Der Link gehört nur Ihnen, und Sie können einmal antworten.',
      ],
      button: 'Umfrage beantworten',
    },
    surveyReminder: {
      subject: 'Wie war die Tagung?',
      paragraphs: [
        'Wir würden gern noch erfahren, wie die Tagung für Sie war. Wir erinnern Sie nur dieses eine Mal.',
      ],
      button: 'Umfrage beantworten',
    },
  },
  yourRegistration: {
    survey: {
      title: 'Wie war die Tagung?',
      toDo: 'Bitte sagen Sie uns in wenigen Minuten, was gut war und was wir besser machen sollten.',
      open: 'Umfrage beantworten',
      intro:
        'Vielen Dank, dass Sie bei uns waren. Ihre Antworten helfen uns, es beim nächsten Mal besser zu machen.',
      anonymous:
        'Ihre Antworten werden ohne Ihren Namen und ohne Zeitpunkt gespeichert, jede für sich. Daneben speichern wir nur, dass Ihr Link benutzt wurde. Die Veranstalter lesen sie nach dem Ende der Umfrage und nur, wenn mindestens fünf Personen eine Frage beantwortet haben.',
      named: 'Ihre Antworten werden mit Ihrem Namen gespeichert, und die Veranstalter lesen sie.',
      until: 'Die Umfrage endet {until}.',
      required: 'Fragen mit einem Stern brauchen eine Antwort.',
      noAnswer: 'Keine Antwort',
      send: 'Antworten senden',
      refused: 'Bitte prüfen Sie die Fragen unten. Es wurde noch nichts gespeichert.',
      missing: 'Bitte beantworten Sie diese Frage.',
      tooLong: 'Bitte schreiben Sie höchstens {most} Zeichen.',
      unusable:
        'Dieser Text hat Zeichen, die nicht gespeichert werden können. Bitte geben Sie ihn noch einmal ein.',
      notOffered: 'Bitte wählen Sie eine der Antworten.',
      thanks: 'Vielen Dank. Ihre Antworten sind angekommen, und niemand kann sie mehr ändern.',
      before: 'Die Umfrage beginnt {from}.',
      over: 'Die Umfrage endete {until}. Wenn Sie uns noch etwas sagen möchten, schreiben Sie bitte an',
      notFound:
        'Dieser Link ist unvollständig. Bitte kopieren Sie den ganzen Link aus der E-Mail, oder schreiben Sie an',
      declineIntro: 'Sie möchten lieber nicht antworten?',
      decline: 'Keine Erinnerung senden',
      declined: 'Sie bekommen keine Erinnerung. Antworten können Sie weiterhin.',
      back: 'Zurück zur Umfrage',
      words: {
        heading: 'Ein Wort an Vortragende',
        intro:
          'Möchten Sie jemandem etwas zu einem Vortrag oder Poster sagen? Nur diese Person liest es, auf der Seite ihres Abstracts. Die Veranstalter sehen nur, wie viele geschrieben haben.',
        contribution: 'Vortrag oder Poster',
        choose: 'Bitte wählen',
        words: 'Ihre Worte',
        note: 'Höchstens {most} Zeichen. Zu jedem Beitrag können Sie einmal schreiben.',
        sign: 'Mit meinem Namen unterschreiben',
        signNote:
          'Sonst erfährt die vortragende Person nicht, wer geschrieben hat. Der Server speichert Ihren Namen in jedem Fall bei Ihren Worten, damit niemand dies missbraucht.',
        send: 'An die vortragende Person senden',
        sent: 'Vielen Dank. Ihre Worte stehen jetzt auf der Seite des Abstracts.',
        twice: 'Zu diesem Beitrag haben Sie schon geschrieben.',
        gone: 'Dieser Beitrag kann nicht mehr gewählt werden.',
        written: 'Sie haben geschrieben zu',
        takenAway: 'Von den Veranstaltern entfernt:',
      },
    },
  },
  yourAbstract: {
    talkWords: {
      heading: 'Worte zu Ihrem Beitrag',
      intro:
        'Dies haben Ihnen Teilnehmende nach der Tagung geschrieben. Niemand sonst liest es. Wenn etwas davon unangebracht ist, schreiben Sie uns mit der Nummer, und wir entfernen es.',
      unsigned: 'Eine teilnehmende Person',
      number: 'Nr. {number}',
    },
  },
};
