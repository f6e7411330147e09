import type { en } from './en.ts';

export const de: typeof en = {
  yourRegistration: {
    sessions: {
      heading: 'Veranstaltungen mit begrenzten Plätzen',
      intro:
        'Diese Veranstaltungen haben eine begrenzte Zahl von Plätzen. Bitte geben Sie einen Platz zurück, den Sie nicht brauchen: Die nächste Person auf der Warteliste bekommt ihn.',
      purpose: 'sich für Veranstaltungen mit begrenzten Plätzen anmelden',
      none: 'Sie haben sich noch für keine Veranstaltung angemeldet.',
      link: 'Veranstaltungen ansehen und anmelden',
      linkLater: 'Veranstaltungen ansehen',
      back: 'Zurück zu Ihrer Anmeldung',
      placed: 'Sie haben einen Platz.',
      waiting: 'Sie sind Nummer {n} auf der Warteliste.',
      waitingFirst: 'Sie sind die erste Person auf der Warteliste.',
      waitingOver: 'Sie waren auf der Warteliste und haben keinen Platz bekommen.',
      left: '{n} von {places} Plätzen sind frei.',
      full: 'Alle {places} Plätze sind vergeben.',
      fullWaiting: 'Alle {places} Plätze sind vergeben, und {n} Personen warten.',
      until: 'Sie können sich bis {until} anmelden.',
      opens: 'Sie können sich ab {from} anmelden.',
      closed: 'Die Anmeldung ist geschlossen.',
      clash: 'Zur selben Zeit: {sessions}.',
      signUp: 'Anmelden',
      swap: 'Anmelden und {sessions} zurückgeben',
      wait: 'Auf die Warteliste',
      waitAndSwap: 'Auf die Warteliste und {sessions} zurückgeben',
      giveBack: 'Platz zurückgeben',
      leave: 'Warteliste verlassen',
      done: {
        waiting:
          'Sie sind auf der Warteliste. Wenn ein Platz frei wird und Sie an der Reihe sind, gehört er Ihnen, und Sie bekommen eine E-Mail.',
        givenBack: 'Sie haben ihn zurückgegeben.',
        full: 'Den letzten Platz hat gerade jemand anderes bekommen. Sie können auf die Warteliste.',
        changed:
          'Inzwischen hat sich etwas geändert. Bitte sehen Sie noch einmal nach und wiederholen Sie, was Sie noch möchten.',
        closed: 'Sie können sich jetzt nicht anmelden.',
      },
    },
  },
  mails: {
    sessionPlace: {
      subject: 'Sie haben einen Platz in einer Veranstaltung',
      paragraphs: [
        'In einer Veranstaltung, auf die Sie gewartet haben, ist ein Platz frei geworden. Sie waren die erste Person auf der Liste, deshalb gehört er Ihnen: Sie müssen nichts tun.',
        'Wenn Sie ihn nicht mehr brauchen, geben Sie ihn bitte mit dem Link unten zurück, damit die nächste Person ihn bekommt.',
      ],
      button: 'Platz ansehen oder zurückgeben',
      labels: { session: 'Veranstaltung', time: 'Zeit', room: 'Raum' },
    },
  },
};
