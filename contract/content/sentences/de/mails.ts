import type { mails as english } from '../mails.ts';

export const mails: typeof english = {
  greeting: 'Guten Tag {person}!',
  closing:
    'Haben Sie Fragen? Antworten Sie auf diese E-Mail und nennen Sie die Referenznummer, oder schreiben Sie an',
  closingWithoutReference:
    'Haben Sie Fragen? Antworten Sie auf diese E-Mail, oder schreiben Sie an',
  ownPage: 'Ihre Anmeldung',
  typed: 'Unten steht wörtlich, was auf der Website eingetippt wurde. Niemand hat es geprüft.',
  testMode: 'TESTBETRIEB: Es wurde kein echtes Geld eingezogen.',
  testModeBefore: 'TESTBETRIEB: Es wird kein echtes Geld eingezogen.',
  testModeSubject: '[TESTBETRIEB]',
  labels: {
    reference: 'Referenznummer',
    name: 'Name',
    email: 'E-Mail',
    phone: 'Telefon',
    institute: 'Institut',
    country: 'Land',
    takingPart: 'Teilnahme als',
    participant: 'Person',
    statedByPayer: 'Angabe bei der Zahlung',
    for: 'Für',
    about: 'Bezug',
    total: 'Gesamtbetrag',
    payableUntil: 'Zahlbar bis',
    refunded: 'Erstattet',
    change: 'Änderung',
    paidBy: 'Bezahlt mit',
    dispute: 'Zahlungsanfechtung',
    disputed: 'Angefochtener Betrag',
    answerBy: 'Antwort bis',
    answerAt: 'Antwort unter',
    session: 'Session',
    interestArea: 'Fachgebiet',
    organization: 'Einrichtung',
    file: 'Datei',
    size: 'Größe',
    decisionBy: 'Sie hören von uns bis',
    digest: 'SHA-256-Prüfsumme',
    activeContent: 'Aktive Inhalte in der Datei',
    finding: 'Befund',
    presentation: 'Form des Beitrags',
    slot: 'Zeit und Ort',
    contribution: 'Beitrag',
    deadline: 'Frist',
    comment: 'Anmerkungen zu Ihrem Abstract',
  },
  requests: {
    accompanyingPerson: 'Begleitperson',
    extraNights: 'Zusätzliche Nächte',
    note: 'gewünscht, nicht im Preis enthalten',
  },
  providers: {
    stripe: 'Karte',
    paypal: 'PayPal',
    debit: 'Lastschrift',
    transfer: 'Überweisung',
    free: 'Nichts zu zahlen',
  },
  registrationReceived: {
    subject: 'Anmeldung eingegangen',
    paragraphs: [
      'Vielen Dank. Ihre Anmeldung ist bei uns eingegangen.',
      'Ihr Platz ist bestätigt, sobald der Betrag unten bezahlt ist. Wenn Sie gerade bezahlt haben, folgt innerhalb weniger Minuten eine E-Mail mit Ihrem Zahlungsbeleg, und Sie müssen nichts weiter tun.',
      'Wenn Sie noch nicht bezahlt haben, führt der Link zur Zahlung, auf jedem Gerät, und Sie müssen nichts noch einmal eingeben.',
      'Wenn Sie sich nicht angemeldet haben, hat jemand Ihre Adresse versehentlich eingegeben. Sie müssen dann nichts tun.',
    ],
    button: 'Ansehen und zahlen',
    form: {
      paragraphs: [
        'Vielen Dank. Ihre Anmeldung ist bei uns eingegangen, aber die Zahlung wurde nicht begonnen.',
        'Ihr Platz ist bestätigt, sobald die Gebühr bezahlt ist. Sie können zum Formular zurückkehren und dort zahlen.',
        'Wenn Sie sich nicht angemeldet haben, hat jemand Ihre Adresse versehentlich eingegeben. Sie müssen dann nichts tun.',
      ],
      button: 'Zurück zur Anmeldung',
    },
  },
  paymentConfirmed: {
    subject: 'Zahlung bestätigt',
    paragraphs: [
      'Vielen Dank. Ihre Zahlung ist eingegangen, und Ihr Platz ist bestätigt.',
      'Mit der angehängten Kalenderdatei tragen Sie die Tage der Tagung in Ihren Kalender ein.',
    ],
    ofGroup: [
      'Vielen Dank. Ihre Zahlung ist eingegangen, und die Plätze aller, für die sie gilt, sind bestätigt. Jede und jeder von ihnen erhält eine E-Mail.',
    ],
    ofChange: ['Vielen Dank. Ihre Zahlung ist eingegangen, und Ihre Anmeldung ist geändert.'],
    ofAsked: {
      paragraphs: [
        'Vielen Dank. Ihre Zahlung ist eingegangen, und dafür ist nichts mehr zu zahlen.',
        'Mit dem Link unten können Sie den Zahlungsbeleg jederzeit öffnen und als PDF speichern.',
      ],
      button: 'Zahlungsbeleg öffnen',
    },
    button: 'Ihre Anmeldung öffnen',
    next: {
      heading: 'Wie es weitergeht',
      points: [
        'Auf Ihrer eigenen Seite können Sie Ihre Anmeldung ändern, stornieren oder übertragen und eine Rechnung oder einen Brief für ein Visum erhalten. Die Schaltfläche oben öffnet sie.',
        'Bewahren Sie die Referenznummer auf. Mit ihr findet das Tagungssekretariat Ihre Anmeldung.',
        'Mit dem Link oben können Sie den Zahlungsbeleg jederzeit öffnen und als PDF speichern. Alle, die den Link haben, können den Beleg sehen.',
        'Ihr Namensschild liegt am ersten Morgen im Tagungsbüro für Sie bereit.',
      ],
    },
    nextOfDiscount: {
      heading: 'Wie es weitergeht',
      points: [
        'Bewahren Sie die Referenznummer auf. Mit ihr findet das Tagungssekretariat diese Zahlung.',
        'Mit dem Link oben können Sie den Zahlungsbeleg jederzeit öffnen und als PDF speichern. Alle, die den Link haben, können den Beleg sehen.',
        'Wenn Sie für andere bezahlt haben, antworten Sie bitte auf diese E-Mail mit deren Namen. Das Tagungssekretariat meldet sie dann an.',
      ],
    },
  },
  paymentReceived: {
    subject: 'Zahlung eingegangen',
    paragraphs: [
      'Vielen Dank. Ihre Zahlung ist eingegangen.',
      'Das Tagungssekretariat vergleicht den Betrag mit Ihrer Vereinbarung und bestätigt Ihren Platz dann per E-Mail.',
    ],
    ofPart: [
      'Vielen Dank. Ihr Teil der Zahlung ist eingegangen.',
      'Den anderen Teil zahlt jemand anders. Sobald auch er bezahlt ist, erhalten Sie eine E-Mail, die Ihren Platz bestätigt.',
    ],
    button: 'Ihre Anmeldung öffnen',
    next: 'Dieser Betrag wurde bei der Zahlung frei gewählt. Wenn er vereinbart war, lassen Sie ihn bitte mit „organiser agree“ eintragen: Dann geht eine E-Mail hinaus, die den Platz bestätigt. Wenn nicht, lassen Sie das Geld bitte erstatten.',
  },
  paymentFailed: {
    subject: 'Zahlung nicht abgeschlossen',
    paragraphs: [
      'Der Zahlungsdienstleister hat Ihre Zahlung nicht angenommen, und es wurde nichts abgebucht.',
      'Mit dem Link unten können Sie es noch einmal versuchen, auf jedem Gerät, mit derselben oder einer anderen Zahlungsart. Bis zum Zeitpunkt unten kostet es gleich viel.',
    ],
    button: 'Ansehen und zahlen',
  },
  paymentExpired: {
    subject: 'Zahlung nicht rechtzeitig abgeschlossen',
    paragraphs: [
      'Die Zahlungsseite, die Sie geöffnet hatten, ist abgelaufen, und es wurde nichts abgebucht.',
      'Ihr Platz ist noch nicht bestätigt. Mit dem Link unten können Sie bis zum Zeitpunkt unten zahlen, auf jedem Gerät.',
    ],
    button: 'Ansehen und zahlen',
  },
  moneyOnItsWay: {
    subject: 'Ihre Zahlung ist unterwegs',
    byDebit:
      'Wir haben den Betrag bei Ihrer Bank angefordert; ihre Antwort kann bis zu 14 Tage dauern. So lange halten wir Ihren Platz frei. Sie müssen nichts tun; bitte zahlen Sie nicht noch einmal.',
    byTransfer:
      'Sie haben die Überweisung gewählt. Bitte überweisen Sie {amount} mit der Bankverbindung und dem Verwendungszweck von der Seite von Stripe, sodass das Geld bis {until} eingeht. So lange halten wir Ihren Platz frei. Bitte zahlen Sie nicht zusätzlich auf anderem Weg.',
    inPart:
      'Von Ihrer Überweisung sind {arrived} eingegangen, und {missing} fehlen noch. Bitte überweisen Sie den Rest mit derselben Bankverbindung und demselben Verwendungszweck. Wir halten Ihren Platz frei, zahlen Sie also bitte nicht auf anderem Weg.',
    follows: 'Sobald der ganze Betrag eingegangen ist, bestätigen wir ihn per E-Mail.',
    instructions: 'Bankverbindung öffnen',
    button: 'Zahlung ansehen',
  },
  transferNotReceived: {
    subject: 'Überweisung nicht eingegangen',
    paragraphs: [
      'Innerhalb von zwei Wochen ist keine Überweisung eingegangen, deshalb halten wir Ihren Platz nicht länger frei.',
      'Wenn Sie das Geld gesendet haben, zahlen Sie bitte nicht noch einmal, sondern antworten Sie auf diese E-Mail. Wenn nicht, können Sie mit dem Link unten noch bis zum Zeitpunkt unten zahlen, auf jedem Gerät.',
    ],
    button: 'Ansehen und zahlen',
  },
  changeNotPaid: {
    subject: 'Änderung nicht bezahlt',
    paragraphs: [
      'Die Zahlung für die Änderung unten wurde nicht abgeschlossen, und es wurde nichts abgebucht.',
      'Ihre Anmeldung bleibt, wie sie ist. Mit dem Link unten können Sie die Änderung noch bis zum Zeitpunkt unten bezahlen, auf jedem Gerät.',
    ],
    button: 'Ansehen und zahlen',
  },
  askedNotPaid: {
    subject: 'Zahlung nicht abgeschlossen',
    paragraphs: [
      'Die Zahlung des Betrags unten wurde nicht abgeschlossen, und es wurde nichts abgebucht.',
      'Mit dem Link unten können Sie ihn noch bis zum Zeitpunkt unten bezahlen, auf jedem Gerät.',
    ],
    button: 'Ansehen und zahlen',
  },
  paymentRefunded: {
    subject: 'Erstattung',
    paragraphs: [
      'Wir haben den Betrag unten auf die Karte oder das Konto erstattet, mit dem bezahlt wurde. Er kommt innerhalb weniger Werktage an.',
      'Den Erstattungsbeleg finden Sie auf der Seite Ihres Zahlungsbelegs.',
    ],
    ofTransfer:
      'Sie haben per Überweisung gezahlt. Wenn Stripe Ihr Bankkonto nicht kennt, fragt es Sie per E-Mail danach: Bitte antworten Sie innerhalb von 45 Tagen, sonst wird die Erstattung abgebrochen.',
    button: 'Erstattungsbeleg öffnen',
  },
  paymentReturned: {
    subject: 'Zahlung zurückgebucht',
    paragraphs: [
      'Sie hatten diese Zahlung angefochten, und Ihre Bank oder PayPal hat Ihnen den Betrag unten zurückgebucht.',
      'Den Erstattungsbeleg finden Sie auf der Seite Ihres Zahlungsbelegs. Wenn Sie weiterhin teilnehmen möchten, antworten Sie bitte auf diese E-Mail.',
    ],
    button: 'Erstattungsbeleg öffnen',
  },
  groupToPay: {
    subject: 'Anmeldung einer Gruppe',
    paragraphs: [
      'Das Tagungssekretariat hat die Anmeldung mehrerer Personen vorbereitet, die zusammen bezahlt werden soll.',
      'Die Seite zeigt die Personen und die Posten, und dort können Sie zahlen.',
      'Sobald sie bezahlt ist, erhalten alle dort Genannten eine E-Mail, die ihren Platz bestätigt, und Sie erhalten den Zahlungsbeleg.',
    ],
    button: 'Ansehen und zahlen',
  },
  changeToPay: {
    subject: 'Eine Änderung Ihrer Anmeldung',
    paragraphs: [
      'Die Änderung, um die Sie gebeten haben, kostet mehr, als Sie bisher bezahlt haben. Der Unterschied steht unten.',
      'Der Link führt zur Zahlung. Bis sie erfolgt ist, bleibt Ihre Anmeldung, wie sie ist.',
    ],
    button: 'Ansehen und zahlen',
  },
  askedToPay: {
    subject: 'Zahlungsaufforderung',
    paragraphs: [
      'Das Tagungssekretariat bittet Sie, den Betrag unten zu bezahlen.',
      'Der Link führt zu einer Seite, auf der Sie ihn bis zum Zeitpunkt unten bezahlen können, auf jedem Gerät. Der Zahlungsbeleg folgt per E-Mail.',
      'Wenn Sie nicht wissen, worum es geht, fragen Sie bitte, bevor Sie zahlen.',
    ],
    button: 'Ansehen und zahlen',
  },
  askedWithdrawn: {
    subject: 'Nichts zu zahlen',
    paragraphs: [
      'Wir hatten Sie um den Betrag unten gebeten. Sie müssen ihn nicht bezahlen, und der Link in früheren E-Mails gilt nicht mehr.',
    ],
  },
  placePaid: {
    subject: 'Ihr Platz ist bestätigt',
    paragraphs: [
      'Ihr Platz bei der Tagung ist bestätigt.',
      'Die Tage der Tagung sind als Kalenderdatei angehängt. Ihr Namensschild liegt im Tagungsbüro für Sie bereit.',
    ],
    button: 'Ihre Anmeldung öffnen',
  },
  placeFree: {
    subject: 'Ihr Platz ist bestätigt',
    paragraphs: [
      'Ihr Platz bei der Tagung ist bestätigt.',
      'Die Tage der Tagung sind als Kalenderdatei angehängt. Ihr Namensschild liegt im Tagungsbüro für Sie bereit.',
    ],
    button: 'Ihre Anmeldung öffnen',
  },
  registrationChanged: {
    subject: 'Anmeldung geändert',
    paragraphs: ['Ihre Anmeldung wurde geändert; die neuen Angaben stehen unten.'],
    refundDue:
      'Wir erstatten den Betrag unten auf die Karte oder das Konto, mit dem bezahlt wurde.',
  },
  registrationCancelled: {
    subject: 'Anmeldung storniert',
    paragraphs: ['Ihre Anmeldung wurde storniert.'],
    refundDue:
      'Wir erstatten den Betrag unten auf die Karte oder das Konto, mit dem bezahlt wurde; er kommt innerhalb weniger Werktage an. Den Erstattungsbeleg finden Sie auf der Seite Ihres Zahlungsbelegs.',
    noRefundDue: 'Es ist nichts zu erstatten.',
    notPaid: 'Sie hatten nicht bezahlt, deshalb ist nichts zu erstatten.',
  },
  registrationRestored: {
    subject: 'Anmeldung wieder gültig',
    paragraphs: [
      'Ihre Anmeldung ist wieder gültig. Bitte entschuldigen Sie die E-Mail, nach der sie storniert war.',
      'Ihr Platz ist bestätigt wie zuvor, mit allem, was unten steht.',
    ],
    refundWithdrawn:
      'Die angekündigte Erstattung wurde nicht gesendet; der Betrag bleibt bei uns als Zahlung für Ihren Platz.',
  },
  abstractReceived: {
    subject: 'Abstract eingegangen',
    paragraphs: [
      'Vielen Dank. Ihr Abstract ist eingegangen, und das Programmkomitee schreibt Ihnen, sobald es gelesen wurde.',
      'Bitte ergänzen Sie jetzt mit dem Link unten den Titel sowie die Autorinnen und Autoren: Sie werden für die Auswahl und das Programm gebraucht. Auf derselben Seite können Sie später die Datei ersetzen, Ihre Angaben berichtigen und die Entscheidung sehen.',
      'Wenn Sie es nicht gesendet haben, hat jemand Ihre Adresse versehentlich eingegeben. Sie müssen dann nichts tun.',
    ],
    blind:
      'Wer begutachtet, erfährt nicht, von wem das Abstract ist. Wenn Ihre Datei Namen, Einrichtungen oder Adressen der Autorinnen und Autoren enthält, ersetzen Sie sie bitte durch eine ohne diese Angaben.',
    button: 'Titel und Autorenliste ergänzen',
    proof:
      'Die Prüfsumme kennzeichnet die Datei, die wir erhalten haben. Vergleichen Sie sie mit der Ihrer eigenen Datei, wenn Sie einmal nicht sicher sind, welche Fassung uns vorliegt.',
  },
  abstractLink: {
    subject: 'Ihr Abstract',
    paragraphs: [
      'E-Mails zu dem Abstract unten kommen jetzt an diese Adresse. Der Link führt zu seiner Seite.',
      'Wenn das Abstract nicht von Ihnen ist, hat jemand Ihre Adresse versehentlich eingegeben. Bitte antworten Sie dann auf diese E-Mail.',
    ],
    button: 'Seite des Abstracts öffnen',
  },
  abstractInfected: {
    subject: 'Die Datei eines Abstracts ist infiziert',
    paragraphs: [
      'Der Virenscanner hat in dieser Datei etwas gefunden. Bitte öffnen Sie sie nicht, und bitten Sie um eine saubere Datei. Die Website gibt die Datei nur heraus, wenn sie ausdrücklich mit Namen verlangt wird.',
    ],
  },
  paymentInDoubt: {
    subject: 'Eine Zahlung braucht Ihre Aufmerksamkeit',
    disputeEnded: 'Eine Zahlungsanfechtung ist beendet',
    of: {
      mismatch:
        'Es ist Geld eingegangen, das nicht zur Buchung passt: anderer Betrag, andere Währung oder andere Referenznummer. Die Buchung ist nicht bestätigt, und es ging kein Zahlungsbeleg hinaus.',
      paidTwice:
        'Diese Buchung wurde zweimal bezahlt. Die erste Zahlung zählt; die zweite wird automatisch erstattet.',
      paidTwoOrders:
        'Diese Person hat mit demselben Namen und derselben E-Mail-Adresse zwei Buchungen bezahlt. Beide sind bestätigt. Bitte fragen Sie, welche gemeint ist, und erstatten Sie die andere.',
      overtaken:
        'Es ist Geld für etwas eingegangen, das Sie zuvor storniert oder geändert hatten. Dadurch wurde nichts geändert. Die zusätzliche Zahlung für eine Änderung wird automatisch erstattet; alles andere erstatten Sie bitte.',
      noPlaceLeft:
        'Das Geld ist eingegangen, nachdem der Platz anderweitig vergeben war; jetzt sind mehr Plätze bezahlt, als es gibt. Die Anmeldung ist bestätigt. Bitte finden Sie einen weiteren Platz, oder stornieren Sie die Anmeldung und erstatten Sie das Geld.',
      disputed:
        'Das Geld für diese Zahlung wurde bei der Bank oder bei PayPal zurückverlangt. Der Zahlungsdienstleister behält den Betrag unten ein, bis darüber entschieden ist, und erwartet eine Antwort von Ihnen auf seiner eigenen Website. Ohne Antwort bis zum Datum unten ist das Geld verloren. Bitte erstatten Sie in der Zwischenzeit nichts: Das Geld könnte sonst zweimal zurückgehen.',
      disputeWon:
        'Die Anfechtung dieser Zahlung ist zu Ihren Gunsten ausgegangen: Sie behalten das Geld. Wenn jetzt mehr Plätze bezahlt sind, als es gibt, sagt es eine weitere E-Mail.',
      disputeLost:
        'Die Anfechtung dieser Zahlung ist zu Ihren Ungunsten ausgegangen. Ein Erstattungsbeleg wurde ausgestellt. Wenn von der Zahlung nichts übrig ist, ist die Buchung nicht mehr bestätigt.',
      refundFailed:
        'Eine Bank hat eine Erstattung zurückgewiesen. Die Buchung gilt wieder als bezahlt, und ihr Erstattungsbeleg ist storniert. Bitte fragen Sie nach, auf welchem anderen Weg das Geld gesendet werden soll.',
      fraudWarning:
        'Die Bank meldet, dass die Karte dieser Zahlung möglicherweise von jemand anderem benutzt wurde. Bisher wurde nichts zurückgebucht. Eine Erstattung erspart jetzt die Zahlungsanfechtung und ihre Gebühr; sehen Sie sich deshalb bitte die Anmeldung an, fragen Sie nach, und erstatten Sie die Zahlung, wenn sie nicht von der angemeldeten Person zu stammen scheint.',
      partPaid:
        'Ein Teil dieser Zahlung ist per Überweisung eingegangen. Wenn er rechtzeitig kam, wurde um den Rest gebeten, und der Platz wird bis dahin freigehalten.',
      overpaid:
        'Es wurde mehr als der Betrag überwiesen. Die Anmeldung ist bezahlt; Stripe verwahrt den Rest, bis Sie ihn zurücksenden.',
      refundRefused:
        'Der Zahlungsdienstleister hat eine Erstattung für diese Buchung abgelehnt. Es wurde kein Geld bewegt.',
    },
    next: 'Bitte sehen Sie sich die Zahlung auf der Website des Zahlungsdienstleisters an; suchen Sie dort nach der Referenznummer oben. Wer diese Website betreibt, findet sie im Protokoll, und was dann zu tun ist, in docs/payments.md.',
  },
  quotaReached: {
    subject: 'Ungewöhnlich viele Anfragen',
    of: {
      payments:
        'Innerhalb einer Stunde wurden mehr Zahlungen begonnen und nicht abgeschlossen, als die Grenze zulässt. Bis es weniger sind, bittet die Website darum, es später noch einmal zu versuchen. Bereits begonnene Zahlungen laufen weiter.',
      mails:
        'Innerhalb einer Stunde wurden so viele E-Mails gesendet, wie die Grenze zulässt. Die übrigen warten und gehen später hinaus; keine geht verloren.',
      uploads:
        'Innerhalb einer Stunde sind mehr Abstracts eingegangen, als die Grenze zulässt. Bis es weniger sind, bittet die Website darum, es später noch einmal zu versuchen.',
      uploadBytes:
        'Innerhalb eines Tages sind die Dateien der Abstracts größer geworden, als die Grenze zulässt. Bis wieder Platz ist, bittet die Website darum, es später noch einmal zu versuchen.',
    },
    next: 'Wenn Sie so viele erwartet haben, kann der Betrieb der Website die Grenze anheben. Wenn nicht, probiert vielleicht jemand gestohlene Karten aus oder sendet Unfug: Bitten Sie dann darum, im Protokoll nachzusehen.',
  },
  receiptReplaced: {
    subject: 'Neuer Zahlungsbeleg',
    paragraphs: [
      'Die Anmeldung wurde berichtigt. Ihr neuer Zahlungsbeleg ersetzt den bisherigen.',
      'Mit der angehängten Kalenderdatei tragen Sie die Tage der Tagung in Ihren Kalender ein.',
    ],
    ofAddress: 'Ihre neue E-Mail-Adresse ist bestätigt. Hier sind Ihre neuen Zahlungsbelege.',
    ofAsked:
      'Die Angaben auf Ihrem Zahlungsbeleg wurden berichtigt. Der neue Zahlungsbeleg ersetzt den bisherigen.',
    button: 'Ihren Zahlungsbeleg öffnen',
  },
  invoiceIssued: {
    subject: 'Ihre Rechnung',
    paragraphs: [
      'Hier ist Ihre Rechnung. Sie ersetzt den Zahlungsbeleg; geben Sie deshalb bitte nur die Rechnung weiter.',
    ],
    ofCorrection: [
      'Die Rechnung wurde berichtigt: Eine Stornorechnung hebt die frühere auf, und eine neue Rechnung ersetzt sie. Bitte geben Sie beide an Ihre Buchhaltung weiter.',
    ],
    button: 'Ihre Rechnung öffnen',
    offer: 'Brauchen Sie eine Rechnung mit der Anschrift Ihrer Einrichtung? Angaben ergänzen',
    offerOnReceipt:
      'Brauchen Sie eine Rechnung mit der Anschrift Ihrer Einrichtung? Ergänzen Sie die Angaben auf der Seite Ihrer Anmeldung. Die Rechnung ersetzt dann diesen Zahlungsbeleg.',
  },
  addressReplaced: {
    subject: 'Anmeldung geändert',
    paragraphs: [
      'Für die Anmeldung unten wurde eine andere E-Mail-Adresse eingegeben. Alle weiteren E-Mails gehen dorthin, und die Links in früheren E-Mails gelten nicht mehr.',
      'Wenn Sie das nicht wollten, antworten Sie bitte auf diese E-Mail.',
    ],
    ofAsked: {
      subject: 'Zahlungsaufforderung geändert',
      paragraphs: [
        'Für die Zahlungsaufforderung unten wurde eine andere E-Mail-Adresse eingegeben. Alle weiteren E-Mails gehen dorthin, und die Links in früheren E-Mails gelten nicht mehr.',
        'Wenn Sie das nicht erwartet haben, antworten Sie bitte auf diese E-Mail.',
      ],
    },
    ofAbstract: {
      subject: 'E-Mail-Adresse geändert',
      paragraphs: [
        'Für das Abstract unten wurde eine andere E-Mail-Adresse eingegeben. Alle weiteren E-Mails dazu gehen dorthin.',
        'Wenn Sie das nicht wollten, antworten Sie bitte auf diese E-Mail.',
      ],
    },
  },
  addressAsked: {
    subject: 'Bitte bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: [
      'Diese Adresse wurde als neue E-Mail-Adresse der Anmeldung unten eingegeben. Der Link führt zu einer Seite, auf der Sie sie bestätigen. Bis dahin ändert sich nichts.',
      'Der Link gilt 48 Stunden und ersetzt frühere Links dieser Art.',
      'Wenn Sie das nicht wollten, hat jemand Ihre Adresse versehentlich eingegeben. Sie müssen dann nichts tun.',
    ],
    button: 'Adresse bestätigen',
  },
  placeOffered: {
    subject: 'Ein Platz bei der Tagung für Sie',
    paragraphs: [
      'Jemand möchte einen bezahlten Platz bei der Tagung auf Sie übertragen. Der Link führt zu einer Seite, die zeigt, wer ihn anbietet und was gebucht ist. Der Platz gehört Ihnen, sobald Sie ihn dort annehmen; Sie zahlen nichts.',
      'Der Link gilt sieben Tage. Bis Sie annehmen, bleibt der Platz bei der Person, die ihn anbietet, und sie kann das Angebot zurückziehen.',
      'Wenn Sie den Platz nicht möchten, sagen Sie es bitte auf dieser Seite. Wenn Sie nicht wissen, worum es geht, müssen Sie nichts tun.',
    ],
    button: 'Platz ansehen',
  },
  placeDeclined: {
    subject: 'Ihr Angebot wurde abgelehnt',
    paragraphs: [
      'Der Platz, den Sie angeboten haben, wurde nicht angenommen. Das Angebot ist beendet, und der Platz bleibt, wie er ist.',
      'Auf der Seite Ihrer Anmeldung können Sie ihn jemand anderem anbieten.',
    ],
  },
  placeHandedOver: {
    subject: 'Ihr Platz ist übertragen',
    paragraphs: [
      'Ihr Angebot wurde angenommen, und der Platz gehört nicht mehr Ihnen. Alle weiteren E-Mails gehen an die neue Person, und die Links in früheren E-Mails gelten nicht mehr. Es ist kein Geld geflossen.',
      'Wenn Sie das nicht wollten, antworten Sie bitte auf diese E-Mail.',
    ],
  },
  placeTakenOver: {
    subject: 'Ihr Platz ist bestätigt',
    paragraphs: [
      'Der Platz bei der Tagung gehört Ihnen. Der neue Zahlungsbeleg lautet auf Ihren Namen und ersetzt den bisherigen.',
      'Mit der angehängten Kalenderdatei tragen Sie die Tage der Tagung in Ihren Kalender ein.',
    ],
    button: 'Ihren Zahlungsbeleg öffnen',
  },
  ownPageLink: {
    subject: 'Der Link zu Ihrer Anmeldung',
    paragraphs: [
      'Auf der Seite hinter diesem Link können Sie Ihre Anmeldung ansehen und ändern, und dort finden Sie alle Belege.',
      'Alle, die den Link haben, können Ihre Anmeldung ändern; geben Sie deshalb bitte nur Ihren Zahlungsbeleg weiter.',
    ],
    button: 'Ihre Anmeldung öffnen',
  },
  paymentReminder: {
    subject: 'Zahlung noch offen',
    paragraphs: [
      'Ihre Anmeldung ist bei uns eingegangen, Ihre Zahlung aber noch nicht. Ihr Platz ist bestätigt, sobald der Betrag unten bezahlt ist.',
      'Der Link führt zur Zahlung, auf jedem Gerät, und Sie müssen nichts noch einmal eingeben.',
      'Wenn Sie gerade bezahlt haben, müssen Sie nichts weiter tun.',
      'Wenn Sie sich nicht angemeldet haben, hat jemand Ihre Adresse versehentlich eingegeben. Sie müssen dann nichts tun.',
    ],
    ofGroup: [
      'Die Anmeldung Ihrer Gruppe ist vorbereitet, aber noch nicht bezahlt. Die Plätze sind bestätigt, sobald der Betrag unten bezahlt ist.',
      'Wenn Sie gerade bezahlt haben, müssen Sie nichts weiter tun.',
    ],
    ofChange: [
      'Die Änderung Ihrer Anmeldung ist noch nicht bezahlt. Sie gilt, sobald der Betrag unten bezahlt ist; bis dahin bleibt die Anmeldung, wie sie ist.',
      'Wenn Sie gerade bezahlt haben, müssen Sie nichts weiter tun.',
    ],
    ofAsked: [
      'Die Zahlung des Betrags unten ist noch nicht bei uns eingegangen. Der Link führt zur Zahlung, auf jedem Gerät.',
      'Wenn Sie gerade bezahlt haben, müssen Sie nichts weiter tun.',
    ],
    button: 'Ansehen und zahlen',
  },
  digestMail: {
    subject: 'Zusammenfassung',
    paragraphs: [
      'Diese Anmeldungen, Abstracts, Zahlungen und Erstattungen sind seit der letzten Zusammenfassung eingegangen. Sie müssen dafür nichts tun.',
    ],
    attention: 'Das braucht Ihre Aufmerksamkeit',
  },
  reportMail: {
    subject: 'Bericht der Woche',
    paragraphs: [
      'Die angehängte Seite enthält die Anmeldungen, Zahlungen und Abstracts bis jetzt. Sie lässt sich in jedem Browser öffnen und drucken.',
    ],
  },
  secretary: {
    registrationReceived: 'Neue Anmeldung',
    paymentConfirmed: 'Bezahlte Anmeldung',
    askedPaid: 'Angeforderter Betrag bezahlt',
    paymentReceived: 'Zahlung zu bestätigen',
    paymentFailed: 'Zahlung fehlgeschlagen',
    paymentExpired: 'Zahlung abgelaufen',
    paymentRefunded: 'Erstattung gesendet',
    ownAct: 'Änderung durch Teilnehmende',
    abstractReceived: 'Neues Abstract',
    abstractReplaced: 'Neue Datei zu einem Abstract',
    abstractChanged: 'Änderung an einem Abstract',
    abstractWithdrawn: 'Abstract zurückgezogen',
    abstractRestored: 'Abstract doch nicht zurückgezogen',
  },
  transfer: {
    heading: 'Per Überweisung zahlen',
    offer:
      'Wenn Sie die Überweisung wählen, erhalten Sie eine E-Mail mit unserem Konto und einer Proforma-Rechnung, und wir warten bis {until} auf Ihre Überweisung.',
    held: 'Bitte überweisen Sie den Betrag unten, und geben Sie den Verwendungszweck genau an. Ihre Buchung halten wir bis {until} für Sie frei, aber nicht länger. Wir bestätigen die Zahlung per E-Mail, sobald das Geld eingegangen ist.',
    inPart:
      'Wir haben {received} erhalten; das ist weniger als der ganze Betrag. Bitte überweisen Sie den Rest mit demselben Verwendungszweck: {due}.',
    instead:
      'Sie können noch auf anderem Weg zahlen. Bitte tun Sie das nicht, wenn Sie schon überwiesen haben: Das Geld käme zweimal an, und wir müssten es zurücküberweisen.',
    proForma: 'Proforma-Rechnung (PDF)',
    labels: {
      amount: 'Betrag',
      stillDue: 'Noch zu zahlen',
      received: 'Eingegangen',
      returned: 'Zurücküberwiesen',
      holder: 'Kontoinhaber',
      iban: 'IBAN',
      bic: 'BIC',
      bank: 'Bank',
      quote: 'Verwendungszweck',
      until: 'Eingang bis',
    },
    chosen: {
      subject: 'Überweisung',
      paragraphs: [
        'Bitte überweisen Sie den Betrag unten auf unser Konto, und geben Sie den Verwendungszweck genau so an, wie er hier steht.',
        'Ihre Buchung halten wir bis zum Tag unten für Sie frei, und Ihr Platz ist bestätigt, sobald das Geld eingegangen ist. Eine Überweisung dauert einen bis drei Tage, aus anderen Ländern länger.',
        'Der Link führt zu denselben Angaben.',
      ],
      button: 'Ansehen und zahlen',
    },
    reminder: {
      subject: 'Überweisung noch offen',
      paragraphs: [
        'Die Überweisung unten ist noch nicht eingegangen. Ihre Buchung halten wir bis zum Tag unten für Sie frei, aber nicht länger.',
        'Wenn Sie in den letzten Tagen überwiesen haben, müssen Sie nichts weiter tun.',
      ],
      button: 'Ansehen und zahlen',
    },
    expired: {
      subject: 'Überweisung nicht eingegangen',
      paragraphs: [
        'Ihre Überweisung ist nicht rechtzeitig eingegangen, deshalb halten wir Ihre Buchung nicht länger für Sie frei.',
        'Wenn Sie schon überwiesen haben, müssen Sie nichts weiter tun: Sobald das Geld eingeht, verwenden wir es für diese Buchung, oder wir überweisen es zurück, wenn das nicht mehr möglich ist. Wenn nicht, sagt der Link unten, wie Sie noch zahlen können.',
      ],
      button: 'Ansehen und zahlen',
    },
    partArrived: {
      subject: 'Ein Teil Ihrer Überweisung fehlt',
      paragraphs: [
        'Für die Buchung unten ist eine Überweisung eingegangen, aber sie ist kleiner als der ganze Betrag. Vielleicht hat Ihre Bank eine Gebühr abgezogen.',
        'Bitte überweisen Sie den Rest mit demselben Verwendungszweck. Ihr Platz ist bestätigt, sobald der ganze Betrag eingegangen ist.',
      ],
      button: 'Ansehen und zahlen',
    },
    returned: {
      subject: 'Wir überweisen Geld zurück',
      tooMuch:
        'Wir haben mehr als den Betrag dieser Buchung erhalten und überweisen den Rest zurück. Wenn Sie ihn lieber der Tagung spenden möchten, antworten Sie bitte auf diese E-Mail.',
      alreadyPaid:
        'Für diese Buchung ist eine Überweisung eingegangen, aber sie ist schon bezahlt.',
      notPossible:
        'Für diese Buchung ist eine Überweisung eingegangen, aber die Buchung wurde storniert oder kann nicht mehr bezahlt werden.',
      next: 'Wir überweisen den Betrag unten innerhalb von zehn Arbeitstagen auf das Konto zurück, von dem er kam. Wenn wir das Konto nicht kennen, fragen wir Sie danach.',
      button: 'Ihre Anmeldung öffnen',
    },
    refunded:
      'Wir erstatten den Betrag unten per Überweisung auf das Konto, von dem gezahlt wurde, innerhalb von zehn Arbeitstagen. Wenn wir das Konto nicht kennen, fragen wir Sie danach.',
    document: {
      title: 'Proforma-Rechnung',
      noInvoice:
        'Dies ist weder eine Rechnung noch ein Zahlungsbeleg. Sie bittet um eine Zahlung, die noch nicht erfolgt ist. Zahlungsbeleg oder Rechnung folgt, sobald das Geld eingegangen ist.',
      date: 'Datum',
      payer: 'Erstellt für',
      payee: 'Zahlungsempfänger',
      for: 'Für',
      code: 'Code für Banking-Apps',
      codeNote: 'Für Ihre Banking-App',
    },
  },
  paymentLink: {
    title: 'Zahlung',
    from: 'Erstellt für',
    payee: 'Zahlungsempfänger',
    toPay: 'Zu zahlen',
    was: 'Bisher',
    becomes: 'Neu',
    difference: 'Unterschied',
    note: 'Als Nächstes öffnet sich die Zahlungsseite von {providers}. Danach kehren Sie auf diese Seite zurück, und der Zahlungsbeleg folgt per E-Mail.',
    noteFree: 'Sie bleiben auf dieser Seite, und die Bestätigung folgt per E-Mail.',
    card: 'Mit Karte zahlen',
    paypal: 'Mit PayPal zahlen',
    transfer: 'Per Überweisung zahlen',
    free: 'Bestätigen',
    paid: 'Bezahlt',
    paidByAnother:
      'Diese Anmeldung ist schon bezahlt, mit der Buchung unten, und es ist nichts mehr zu zahlen. Der Zahlungsbeleg ging bei der Zahlung per E-Mail hinaus.',
    paidAs: 'Bezahlt als',
    paidAtAddress:
      'Eine andere Anmeldung mit Ihrer E-Mail-Adresse ist bezahlt: {reference}. Wenn es Ihre ist, müssen Sie diese nicht bezahlen.',
    receipt: 'Zahlungsbeleg öffnen',
    checking:
      'Ihre Zahlung wird geprüft. Bitte zahlen Sie nicht noch einmal: Sobald sie abgeschlossen ist, folgt eine E-Mail, und diese Seite zeigt es an.',
    checkAgain: 'Noch einmal prüfen',
    notPaid:
      'Die Zahlung wurde nicht abgeschlossen, und es wurde nichts abgebucht. Sie können es noch einmal versuchen.',
    lapsed: 'Dieser Link ist abgelaufen. Bitte fragen Sie das Tagungssekretariat nach einem neuen.',
    lapsedForm:
      'Dieser Link ist abgelaufen, und es wurde nichts abgebucht. Mit dem Formular können Sie zum heutigen Preis buchen.',
    form: 'Zum Formular',
    cancelled: 'Diese Anmeldung wurde storniert, es ist also nichts zu zahlen.',
    withdrawn: 'Diese Änderung wurde zurückgenommen, es ist also nichts zu zahlen.',
    askedNoMore:
      'Das Tagungssekretariat verlangt diesen Betrag nicht mehr, es ist also nichts zu zahlen.',
    notPossible: 'Diese Änderung ist nicht mehr möglich.',
    nothingTaken: 'Es wurde kein Geld eingezogen.',
    stillChecked: 'Ihre Zahlung wird noch geprüft.',
    cameLate:
      'Ihre Zahlung ging erst danach ein. Sie wird auf die Karte oder das Konto erstattet, mit dem bezahlt wurde.',
    lateIsRefunded: 'Eine Zahlung, die noch eingeht, wird automatisch erstattet.',
    lateIsReviewed: 'Wenn noch eine Zahlung eingeht, sehen wir sie uns an und schreiben Ihnen.',
    contact: 'Wenn Sie eine Frage haben, schreiben Sie bitte an',
    notFound:
      'Unter dieser Adresse gibt es nichts zu zahlen. Bitte prüfen Sie, ob der Link vollständig ist.',
  },
  receipt: {
    title: 'Zahlungsbeleg',
    creditNoteTitle: 'Erstattungsbeleg',
    invoiceTitle: 'Rechnung',
    invoiceCancellationTitle: 'Stornorechnung',
    number: 'Nummer',
    issued: 'Ausgestellt am',
    issuedBy: 'Ausgestellt von',
    issuedTo: 'Ausgestellt für',
    ofReceipt: 'Zum Zahlungsbeleg',
    ofInvoice: 'Zur Rechnung',
    orderedBy: 'Gebucht von',
    vatId: 'USt-IdNr.',
    taxNumber: 'Steuernummer',
    purchaseOrder: 'Ihre Bestellnummer',
    supplied: 'Leistungsdatum',
    paidOn: 'am',
    accepted: '{received} eingegangen, {rest} als Bankgebühren übernommen; es ist nichts offen',
    download: 'PDF herunterladen',
    downloadCreditNote: 'Erstattungsbeleg herunterladen',
    creditNotes: 'Erstattungsbelege',
    ofFormerPayer: 'Ausgestellt für die Person, die den Platz vorher hatte',
    ofChanges: 'Bezahlt für Änderungen',
    states: {
      paid: 'Bezahlt',
      partRefunded: 'Bezahlt, teilweise erstattet',
      refunded: 'Erstattet',
    },
    notFound:
      'Unter dieser Adresse gibt es keinen Zahlungsbeleg. Bitte prüfen Sie, ob der Link vollständig ist.',
    code: 'QR-Code von',
    atDesk: 'Bitte zeigen Sie diesen Code im Tagungsbüro vor.',
    item: 'Posten',
    amount: 'Betrag',
    tax: 'USt.',
    net: 'Netto',
    exempt: 'Umsatzsteuerfrei',
    page: 'Seite',
    ofPages: 'von',
    receiptText: 'Dieser Betrag wurde bezahlt.',
    invoiceCancellationText:
      'Dieses Dokument hebt die oben genannte Rechnung auf. Eine berichtigte Rechnung ersetzt sie, und es fließt kein Geld.',
    creditNoteText:
      'Dieser Betrag wurde auf die Karte oder das Konto erstattet, mit dem bezahlt wurde.',
    cancellationTitle: 'Storno eines Erstattungsbelegs',
    cancellationText:
      'Die Bank hat diese Erstattung nicht angenommen; der Betrag wurde deshalb nicht zurückgezahlt.',
    replacedBy: 'Ersetzt durch',
    replaces: 'Ersetzt Zahlungsbeleg',
    cancelledBy: 'Storniert durch',
    cancels: 'Storniert Rechnung',
    corrects: 'Ersetzt Rechnung',
    earlier: 'Frühere Belege',
  },
};
