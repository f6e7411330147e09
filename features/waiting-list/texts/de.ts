import type { en } from './en.ts';

export const de: typeof en = {
  mails: {
    waitingList: {
      joined: {
        subject: 'Sie stehen auf der Warteliste',
        paragraphs: [
          'Sie stehen für die Auswahl unten auf der Warteliste.',
          'Sobald sie für Sie frei ist, erhalten Sie eine E-Mail mit einem Angebot und haben 48 Stunden Zeit, es anzunehmen. Bis dahin müssen Sie nichts tun und nichts zahlen.',
          'Wenn Sie den Platz nicht mehr möchten, verlassen Sie bitte mit dem Link die Liste. Wenn Sie sich nicht eingetragen haben, hat jemand Ihre Adresse versehentlich eingegeben; derselbe Link entfernt sie.',
        ],
        button: 'Liste verlassen',
      },
      offered: {
        subject: 'Ein Platz ist für Sie frei',
        paragraphs: [
          'Sie stehen auf unserer Warteliste, und jetzt sind Sie an der Reihe. Den Platz unten halten wir bis zum Zeitpunkt unten für Sie frei.',
          'Der Link führt zu einer Seite, die nach den übrigen Angaben fragt, und von dort zur Zahlung.',
          'Wenn Sie den Platz nicht mehr möchten, geben Sie ihn auf derselben Seite an die nächste Person weiter.',
        ],
        button: 'Angebot ansehen',
      },
      ended: {
        subject: 'Ihr Angebot ist beendet',
        lapsed: [
          'Wir hatten den Platz unten für Sie freigehalten; die Zeit, ihn anzunehmen, ist abgelaufen. Er ging an die nächste Person.',
          'Wenn Sie weiterhin teilnehmen möchten, können Sie sich beim Anmeldeformular noch einmal auf die Warteliste setzen.',
        ],
        unpaid: [
          'Sie hatten den Platz unten angenommen, aber die Zahlung ging nicht rechtzeitig ein. Es wurde nichts abgebucht, und der Platz ging an die nächste Person.',
          'Wenn Sie weiterhin teilnehmen möchten, können Sie sich beim Anmeldeformular noch einmal auf die Warteliste setzen.',
        ],
        closed: [
          'Wir hatten den Platz unten für Sie freigehalten. Inzwischen ist die Anmeldung dafür geschlossen, er kann also nicht mehr angenommen werden.',
          'Das tut uns leid. Wenn Sie eine Frage haben, antworten Sie bitte auf diese E-Mail.',
        ],
      },
      labels: {
        choice: 'Ihre Auswahl',
        position: 'Ihr Platz in der Reihe',
        offeredUntil: 'Für Sie freigehalten bis',
        priceUntil: 'Preis gültig bis',
      },
      page: {
        title: 'Warteliste',
        intro:
          'Ihre Auswahl oder ein Teil davon ist im Moment ausgebucht. Bitte hinterlassen Sie Ihren Namen und Ihre E-Mail-Adresse; wir schreiben Ihnen, sobald alles frei ist, was Sie gewählt haben.',
        how: 'Ein frei werdender Platz wird einer Person nach der anderen angeboten, in der Reihenfolge der Eintragung, jeweils für 48 Stunden. Die Eintragung kostet nichts, und Sie können die Liste jederzeit verlassen.',
        join: 'Auf die Warteliste setzen',
        joined:
          'Sie stehen auf der Warteliste. Eine E-Mail an die eingegebene Adresse nennt Ihren Platz in der Reihe und enthält einen Link, mit dem Sie die Liste verlassen können.',
        free: 'Ihre Auswahl ist im Moment nicht ausgebucht. Sie können sich mit dem Formular anmelden.',
        form: 'Zum Formular',
        unknown:
          'Diese Adresse nennt keine Auswahl, die wir anbieten. Bitte wählen Sie zuerst im Formular.',
        waiting:
          'Sie stehen auf der Warteliste. Sobald Ihre Auswahl für Sie frei ist, erhalten Sie eine E-Mail.',
        leave: 'Warteliste verlassen',
        left: 'Sie stehen nicht mehr auf der Warteliste.',
        ended:
          'Dieser Eintrag der Warteliste ist beendet. Sie können sich über das Formular noch einmal eintragen.',
        check: 'Bitte prüfen Sie die markierten Felder.',
        hidden: 'Bitte lassen Sie dieses Feld leer',
        notFound:
          'Unter dieser Adresse gibt es nichts. Bitte prüfen Sie, ob der Link vollständig ist.',
      },
      offerPage: {
        title: 'Ein Platz für Sie',
        intro:
          'Dieser Platz ist für Sie freigehalten. Um ihn anzunehmen, vervollständigen Sie bitte Ihre Anmeldung und zahlen Sie.',
        missing: 'Ihre Anmeldung',
        unreadable: 'Bitte prüfen Sie diese Angabe.',
        take: 'Anmelden und weiter zur Zahlung',
        note: 'Die nächste Seite führt zur Zahlung. Sie können auch später zahlen, bis zum Zeitpunkt oben, mit dem Link, den wir Ihnen senden.',
        priceChanged:
          'Der Preis hat sich geändert, seit Sie diese Seite geöffnet haben. Bitte sehen Sie ihn sich noch einmal an, bevor Sie fortfahren.',
        decline: 'Nein, danke',
        declineNote: 'Der Platz wird dann sofort der nächsten Person angeboten.',
        taken: 'Sie haben diesen Platz angenommen. Er ist bestätigt, sobald er bezahlt ist.',
        payment: 'Zur Zahlung',
        lapsed:
          'Die Zeit für dieses Angebot ist abgelaufen, und der Platz ging an die nächste Person. Sie können sich über das Formular noch einmal auf die Warteliste setzen.',
        closed: 'Dieses Angebot ist beendet:',
        declined: 'Der Platz ging an die nächste Person. Vielen Dank für die Rückmeldung.',
        notFound:
          'Unter dieser Adresse gibt es kein Angebot. Bitte prüfen Sie, ob der Link vollständig ist.',
      },
    },
  },
};
