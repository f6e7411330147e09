import type { en } from './en.ts';

export const de: typeof en = {
  yourAbstract: {
    judging: {
      title: 'Poster zur Bewertung',
      intro:
        'Bitte sehen Sie sich diese Poster an, und geben Sie für jedes Kriterium eine ganze Zahl ein. Hier steht kein Name, damit keiner entscheidet. Wenn Sie eines nicht bewerten sollten, lassen Sie seine Felder leer.',
      progress: '{done} von {wanted} Postern sind bewertet.',
      before: 'Die Bewertung beginnt {from}.',
      open: 'Sie können Zahlen eingeben und ändern, bis die Bewertung {until} schließt.',
      over: 'Die Bewertung schloss {until}. Diese Zahlen zählen:',
      none: 'Kein Poster wartet auf Sie.',
      toDo: 'zu bewerten',
      scale: 'Von 1 (am schlechtesten) bis {best} (am besten)',
      save: 'Speichern',
      done: {
        saved: 'Ihre Zahlen für {number} sind gespeichert.',
        emptied: '{number} hat keine Zahlen von Ihnen mehr.',
      },
      mistakes: {
        number: 'Bitte geben Sie eine ganze Zahl von 1 bis {best} ein.',
        missing: 'Bitte geben Sie alle Zahlen dieses Posters ein, oder keine.',
      },
      changed:
        'Inzwischen wurden in einem anderen Fenster andere Zahlen für dieses Poster gespeichert. Sie stehen unten.',
      gone: 'Dieses Poster bewerten Sie nicht mehr.',
      notFound:
        'Dieser Link öffnet nichts. Vielleicht hat eine neuere E-Mail einen anderen. Wenn nicht, schreiben Sie bitte an',
    },
  },
  mails: {
    judgeLink: {
      subject: 'Poster, die Sie bewerten',
      paragraphs: [
        'Vielen Dank, dass Sie Poster bewerten. Der Link unten öffnet Ihre Seite mit den Postern, die Sie sich ansehen, und einem Feld für jede Zahl. Sie funktioniert auf dem Telefon.',
        'Der Link gehört nur Ihnen: Wer ihn hat, kann in Ihrem Namen bewerten.',
      ],
      posters: 'Poster',
      button: 'Ihre Seite öffnen',
    },
  },
};
