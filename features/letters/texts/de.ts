import type { en } from './en.ts';

export const de: typeof en = {
  mails: {
    authorReminder: {
      answer: {
        subject: 'Werden Sie Ihren Beitrag vortragen?',
        paragraphs: [
          'Ihr Abstract unten ist angenommen, und Sie haben uns noch nicht mitgeteilt, ob Sie den Beitrag vortragen werden. Bitte antworten Sie vor Ablauf der Frist, damit wir das Programm planen können.',
          'Wenn Sie nicht kommen können, ziehen Sie das Abstract bitte auf derselben Seite zurück, damit jemand anderes Ihre Zeit nutzen kann.',
        ],
        button: 'Antworten',
      },
      details: {
        subject: 'Titel und Autorenliste Ihres Abstracts',
        paragraphs: [
          'Zum Abstract unten fehlen noch der Titel sowie die Autorinnen und Autoren. Bitte geben Sie sie vor Ablauf der Frist auf seiner Seite ein, genau so, wie sie im Programm erscheinen sollen.',
        ],
        button: 'Ihr Abstract öffnen',
      },
      finalVersion: {
        subject: 'Endfassung Ihres Abstracts',
        paragraphs: [
          'Die Endfassung Ihres Beitrags unten ist noch nicht bei uns eingegangen. Bitte senden Sie sie vor Ablauf der Frist auf der Seite Ihres Abstracts.',
        ],
        button: 'Endfassung senden',
      },
      revision: {
        subject: 'Überarbeitete Fassung Ihres Abstracts',
        paragraphs: [
          'Das Programmkomitee hat Sie um eine überarbeitete Fassung des Abstracts unten gebeten, und sie ist noch nicht bei uns eingegangen. Bitte senden Sie sie vor Ablauf der Frist auf der Seite Ihres Abstracts.',
        ],
        button: 'Überarbeitete Fassung senden',
      },
      registration: {
        subject: 'Bitte melden Sie sich zur Tagung an',
        paragraphs: [
          'Ihr Abstract unten ist angenommen, und wir haben keine Anmeldung mit Ihrem Namen oder Ihrer E-Mail-Adresse gefunden. Bitte melden Sie sich vor Ablauf der Frist an.',
          'Wenn jemand anderes den Beitrag vorträgt oder Sie unter einem anderen Namen angemeldet sind, antworten Sie bitte auf diese E-Mail.',
        ],
        button: 'Jetzt anmelden',
      },
    },
    news: {
      unsubscribe: 'Wenn Sie Schreiben wie dieses nicht mehr möchten, melden Sie sich hier ab',
      page: {
        title: 'Schreiben der Tagung',
        question:
          'Sollen wir an diese Adresse keine Schreiben mehr senden, in denen es nicht um Ihre eigene Anmeldung oder Ihr eigenes Abstract geht?',
        button: 'Abmelden',
        done: 'Sie sind abgemeldet. Wir schreiben Ihnen nur noch zu Ihrer eigenen Anmeldung oder Ihrem eigenen Abstract.',
        notFound:
          'Unter dieser Adresse gibt es nichts, wovon Sie sich abmelden könnten. Bitte prüfen Sie, ob der Link vollständig ist.',
      },
    },
  },
};
