import type { en } from './en.ts';

export const de: typeof en = {
  mails: {
    visaLetterRequested: {
      subject: 'Anfrage nach einem Einladungsschreiben',
      paragraphs: [
        'Jemand hat um ein Einladungsschreiben für einen Visumantrag gebeten. Die Anfrage wartet im Dashboard unter „To do“; dort können Sie sie lesen und entscheiden. In der Kommandozeile ist es der Befehl visa mit der Referenznummer.',
      ],
    },
    visaLetterIssued: {
      subject: 'Ihr Einladungsschreiben für das Visum',
      paragraphs: [
        'Ihr Schreiben ist fertig. Sie können es auf der Seite Ihrer Anmeldung herunterladen.',
        'Es enthält Daten aus Ihrem Reisepass, deshalb senden wir es nicht per E-Mail. Wir speichern diese Daten und das Schreiben von jetzt an noch {visa_period} und löschen sie dann; bitte laden Sie es vorher herunter.',
      ],
      button: 'Ihre Anmeldung öffnen',
    },
    visaLetterDeclined: {
      subject: 'Ihre Anfrage nach einem Einladungsschreiben',
      paragraphs: [
        'Wir können kein Einladungsschreiben für Ihr Visum ausstellen. Der Grund steht unten. Wenn er sich beheben lässt, fragen Sie bitte auf der Seite Ihrer Anmeldung noch einmal an.',
      ],
      button: 'Ihre Anmeldung öffnen',
    },
  },
  yourRegistration: {
    visaLetter: {
      heading: 'Einladungsschreiben für Ihr Visum',
      intro:
        'Wenn Sie für die Reise ein Visum brauchen, können Sie um ein Einladungsschreiben bitten. Das Tagungssekretariat liest jede Anfrage, und wir schreiben Ihnen, wenn Ihr Schreiben fertig ist.',
      ask: 'Um ein Schreiben bitten',
      afterPayment:
        'Sobald Ihr Platz bestätigt ist, können Sie hier um ein Einladungsschreiben bitten.',
      sent: 'Ihre Anfrage ist eingegangen. Wir schreiben Ihnen, wenn darüber entschieden ist, in der Regel innerhalb einer Woche.',
      requested:
        'Sie haben um ein Schreiben gebeten. Das Tagungssekretariat liest Ihre Anfrage, und wir schreiben Ihnen, wenn darüber entschieden ist.',
      issued:
        'Ihr Schreiben ist fertig. Es gilt zusammen mit Ihrem Reisepass und solange Ihre Anmeldung bleibt, wie sie ist.',
      download: 'Schreiben herunterladen',
      declined: 'Wir können dieses Schreiben nicht ausstellen:',
      void: 'Ihre Anmeldung hat sich geändert, seit das Schreiben ausgestellt wurde; es gilt deshalb nicht mehr. Bitten Sie um ein neues, wenn Sie eines brauchen.',
      deleted:
        'Ihnen wurde ein Schreiben ausgestellt. Wie zugesagt, haben wir Ihre Reisepassdaten und mit ihnen das Schreiben {visa_period} danach gelöscht. Sie können um ein weiteres bitten.',
      deletedUndecided:
        'Über Ihre Anfrage wurde nicht rechtzeitig entschieden, und wir haben Ihre Reisepassdaten {visa_period} nach der Anfrage gelöscht. Bitte fragen Sie noch einmal an, und schreiben Sie uns, wenn es eilt.',
      askAgain: 'Um ein weiteres Schreiben bitten',
      form: {
        heading: 'Ein Einladungsschreiben für Ihr Visum',
        intro:
          'Bitte übertragen Sie die Angaben genau so, wie sie in Ihrem Reisepass gedruckt sind: Das Konsulat vergleicht sie mit dem Schreiben.',
        privacy:
          'Nur das Tagungssekretariat liest diese Angaben. Sie werden nicht per E-Mail gesendet und {visa_period} nach der Entscheidung gelöscht.',
        replaces:
          'Eine neue Anfrage ersetzt Ihre frühere, und ein früheres Schreiben lässt sich dann nicht mehr herunterladen.',
        labels: {
          name: 'Vollständiger Name',
          nationality: 'Staatsangehörigkeit',
          passport: 'Nummer des Reisepasses',
          birthDate: 'Geburtsdatum',
          expiryDate: 'Reisepass gültig bis',
          consulate: 'Botschaft oder Konsulat',
        },
        hints: {
          name: 'In lateinischen Buchstaben, wie im Reisepass.',
          birthDate: 'Jahr, Monat und Tag, zum Beispiel 1990-05-31.',
          expiryDate: 'Jahr, Monat und Tag, zum Beispiel 2031-05-31.',
          consulate: 'Nur wenn das Schreiben sie nennen soll, zum Beispiel: Botschaft in Lagos.',
        },
        choose: 'Bitte wählen',
        optional: 'freiwillig',
        messages: {
          name: 'Bitte geben Sie Ihren Namen in lateinischen Buchstaben ein, wie im Reisepass, mit höchstens 120 Zeichen.',
          nationality: 'Bitte wählen Sie ein Land aus der Liste.',
          passport:
            'Bitte geben Sie die Nummer Ihres Reisepasses ein, nur mit Buchstaben und Ziffern.',
          birthDate:
            'Bitte geben Sie Ihr Geburtsdatum als Jahr, Monat und Tag ein, zum Beispiel 1990-05-31.',
          expiryDate:
            'Bitte geben Sie den letzten Tag ein, an dem Ihr Reisepass gültig ist, zum Beispiel 2031-05-31. Er muss bis zum Ende der Tagung gültig sein.',
          consulate:
            'Bitte geben Sie eine Zeile mit höchstens 120 Zeichen ein, oder lassen Sie das Feld leer.',
        },
        mistakes: 'Bitte prüfen Sie die Felder unten. Es wurde noch nichts gesendet.',
        send: 'Um das Schreiben bitten',
        back: 'Zurück zu Ihrer Anmeldung',
      },
      letter: {
        title: 'Einladungsschreiben',
        addressee: 'An die zuständige Auslandsvertretung',
        reference: 'Referenznummer',
        labels: {
          name: 'Name',
          nationality: 'Staatsangehörigkeit',
          passport: 'Nummer des Reisepasses',
          birthDate: 'Geburtsdatum',
          expiryDate: 'Reisepass gültig bis',
          type: 'Teilnahme als',
        },
        otherType: 'Teilnehmende',
        paragraphs: [
          'Wir bestätigen, dass {participant}, Inhaberin oder Inhaber des Reisepasses {passport}, zur Tagung {name} („{conference}“) angemeldet ist. Die Tagung findet statt: {dates}, {venue}, {city}, {country}.',
          'Teilnahme von {participant} als: {type}. {payment}',
          'Wir bitten Sie, das für diese Reise erforderliche Visum zu erteilen. Reise, Unterkunft, Versicherung und alle übrigen Kosten des Aufenthalts trägt die teilnehmende Person oder ihr Institut; dieses Schreiben enthält keine Zusage, sie zu übernehmen.',
        ],
        payment: {
          paid: 'Die Tagungsgebühr ist bezahlt: {paid}.',
          free: 'Die Teilnahme ist kostenlos.',
          group: 'Die Tagungsgebühr hat das Institut bezahlt.',
        },
        closing: 'Mit freundlichen Grüßen',
        check:
          'Dieses Schreiben wurde elektronisch ausgestellt und ist ohne Unterschrift gültig. Es ist nicht übertragbar und endet mit der Anmeldung. Auslandsvertretungen können es sich von uns unter der Referenznummer {reference} bestätigen lassen.',
      },
    },
  },
};
