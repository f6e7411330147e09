import type { yourRegistration as english } from '../your-registration.ts';

export const yourRegistration: typeof english = {
  title: 'Ihre Anmeldung',
  states: {
    registered: 'Wir haben Ihre Angaben. Gebucht ist noch nichts.',
    unpaid:
      'Diese Anmeldung ist noch nicht bezahlt. Ihr Platz ist bestätigt, sobald sie bezahlt ist.',
    checking: 'Wir warten auf den Eingang der Zahlung. Sie müssen nichts tun.',
    lapsed: 'Diese Anmeldung wurde nicht rechtzeitig bezahlt, und ihr Platz ist wieder frei.',
    paidByAnother: 'Diese Anmeldung wurde mit einer anderen Buchung bezahlt.',
    confirmed: 'Ihr Platz ist bestätigt.',
    waitsForAgreement:
      'Ihre Zahlung ist eingegangen. Das Tagungssekretariat muss den Betrag noch bestätigen.',
    waitsForPayer:
      'Ihr Teil ist bezahlt. Ihr Platz ist bestätigt, sobald auch der andere Teil bezahlt ist.',
    refunded: 'Diese Anmeldung wurde erstattet, und ihr Platz ist wieder frei.',
    cancelled: 'Diese Anmeldung ist storniert.',
  },
  labels: {
    takingPart: 'Teilnahme',
    conference: 'Tagung',
    place: 'Ort',
    paid: 'Bezahlt',
    refunded: 'Erstattet',
    kept: 'Nicht erstattet',
    due: 'Noch zu zahlen',
  },
  sections: {
    people: 'Personen',
    openChanges: 'Noch zu bezahlende Änderungen',
    asked: 'Weitere Beträge',
    documents: 'Belege',
    calendar: 'Kalender',
    changes: 'Etwas ändern',
    waiting: 'Noch nicht bestätigt',
    contact: 'Fragen',
  },
  form: 'Noch einmal anmelden',
  payNote: 'Sie zahlen auf der Seite von {providers}. Hier müssen Sie nichts noch einmal eingeben.',
  openChange: 'Noch nicht bezahlt:',
  checkedChange: 'Ihre Zahlung wird geprüft. Bitte zahlen Sie nicht noch einmal:',
  pay: 'Zahlen',
  payFor: 'Für {person} zahlen',
  receipt: 'Zahlungsbelege, Rechnungen und Erstattungsbelege',
  invoice: {
    heading: 'Rechnung',
    offer: 'Brauchen Sie eine Rechnung mit der Anschrift Ihrer Einrichtung?',
    add: 'Angaben ergänzen',
    asked:
      'Wenn Sie bezahlt haben, erhalten Sie anstelle des Zahlungsbelegs eine Rechnung. Sie geht an:',
    issued: 'Ihre Rechnung ist ausgestellt auf:',
    correct: 'Diese Angaben berichtigen',
    until: 'Möglich bis',
    title: 'Rechnung',
    intro:
      'Geben Sie ein, was auf der Rechnung für Ihre Einrichtung stehen muss. Die Beträge bleiben gleich, mit oder ohne USt-IdNr.',
    before: 'Die Rechnung wird ausgestellt, sobald die Zahlung eingeht.',
    replaces: 'Die Rechnung wird sofort ausgestellt und ersetzt Ihren Zahlungsbeleg.',
    corrects:
      'Eine Stornorechnung hebt Ihre jetzige Rechnung auf, und eine neue Rechnung wird sofort ausgestellt. Beide erhalten Sie per E-Mail.',
    labels: {
      legalName: 'Name der Einrichtung',
      address: 'Anschrift',
      country: 'Land',
      vatId: 'USt-IdNr.',
      purchaseOrder: 'Ihre Bestellnummer',
    },
    hints: {
      legalName: 'Der vollständige rechtliche Name.',
      address: 'Straße, Postleitzahl und Ort, jeweils in einer eigenen Zeile.',
      vatId: 'Mit den Buchstaben des Landes, zum Beispiel DE136695976.',
      purchaseOrder: 'Falls Ihre Buchhaltung Ihnen eine genannt hat.',
    },
    optional: 'kann leer bleiben',
    choose: 'Bitte wählen',
    button: 'Rechnung ausstellen',
    buttonBefore: 'Speichern',
    mistakes: 'Es wurde nichts gespeichert. Bitte prüfen Sie die markierten Felder.',
    messages: {
      legalName: 'Bitte geben Sie den Namen ein, mit höchstens 200 Zeichen.',
      address: 'Bitte geben Sie eine bis sechs Zeilen ein, jede mit höchstens 100 Zeichen.',
      country: 'Bitte wählen Sie das Land.',
      vatId:
        'Das ist keine USt-IdNr. dieses Landes. Bitte prüfen Sie Buchstaben und Ziffern, oder lassen Sie das Feld leer.',
      purchaseOrder: 'Bitte verwenden Sie höchstens 60 Zeichen.',
    },
    done: 'Ihre Rechnung ist ausgestellt. Sie finden sie unten und erhalten sie per E-Mail.',
    saved: 'Gespeichert. Sie erhalten die Rechnung, sobald die Zahlung eingeht.',
    unchanged: 'Das steht bereits auf der Rechnung. Es wurde nichts geändert.',
    closed: 'Auf dieser Seite lässt sich keine Rechnung mehr erstellen. Bitte schreiben Sie an',
  },
  calendar: 'Tagung in den Kalender eintragen',
  acts: {
    correct: 'Ihre Angaben berichtigen',
    change: 'Teilnahmeart, Zimmer oder Zusatzleistungen ändern',
    cancel: 'Stornieren',
    handOver: 'Platz übertragen',
  },
  actsOf: {
    correct: 'Angaben berichtigen: {person}',
    change: 'Teilnahmeart, Zimmer oder Zusatzleistungen ändern: {person}',
    cancel: 'Anmeldung stornieren: {person}',
    handOver: 'Platz übertragen: {person}',
  },
  until: 'Möglich bis',
  contact: 'Bei allem anderen nennen Sie bitte Ihre Referenznummer und schreiben an',
  questions: {
    heading: 'Unsere Fragen an Sie',
    intro:
      'Ihre Antworten helfen uns, die Tagung für Sie vorzubereiten. Sie können sie hier ändern.',
    required: 'Fragen mit einem Stern brauchen eine Antwort.',
    until: 'Antwort möglich bis',
    over: 'Eine Antwort war möglich bis',
    onBadge: 'Ihre Antwort wird auf Ihr Namensschild gedruckt.',
    noAnswer: 'Keine Antwort',
    yes: 'Ja',
    no: 'Nein',
    notOffered: 'nicht mehr angeboten',
    save: 'Antworten speichern',
    privacy:
      'Die Veranstalter und alle, die etwas für Sie vorbereiten, sehen Ihre Antworten. Gelöscht werden sie {answers_period} nach der Tagung.',
    payerSees:
      'Die Person, die für Ihre Gruppe zahlt, kann Ihre Antworten ebenfalls lesen und ändern.',
    answered: 'Beantwortet',
    unanswered: 'Noch nicht beantwortet',
    refused: 'Es wurde noch nichts gespeichert. Bitte prüfen Sie die markierten Antworten.',
    back: 'Zurück zu Ihrer Anmeldung',
    mistakes: {
      missing: 'Bitte beantworten Sie diese Frage.',
      tooLong: 'Das ist zu lang. Bitte verwenden Sie höchstens 200 Zeichen.',
      unusable: 'Bitte schreiben Sie eine Zeile einfachen Text.',
      notOffered: 'Bitte wählen Sie eine der Antworten.',
    },
  },
  changedMeanwhile:
    'Ihre Anmeldung hat sich geändert, seit jene Seite geöffnet wurde. Unten sehen Sie den jetzigen Stand.',
  amountChanged:
    'Der Betrag hat sich geändert, seit Sie ihn gesehen haben. Bitte prüfen Sie ihn noch einmal.',
  refund: {
    amount: 'Wir erstatten {amount} auf die Karte oder das Konto, mit dem bezahlt wurde.',
    amountInParts: 'Wir erstatten {amount}: {parts}.',
    parts: {
      stripe: '{amount} auf die Karte',
      paypal: '{amount} auf das PayPal-Konto',
      transfer: '{amount} auf das Bankkonto',
    },
    share:
      'Bis {until} erstatten wir {percent} % vom Preis dessen, worauf Sie verzichten: {price}.',
    shareWhole:
      'Bis {until} erstatten wir den vollen Preis dessen, worauf Sie verzichten: {price}.',
    feeKept: 'Die Bearbeitungsgebühr wird nicht erstattet: {fee}.',
    lessEarlier: 'Frühere Erstattungen werden abgezogen.',
    none: 'Bis {until} wird nichts erstattet.',
    noneAnyMore: 'Es wird nichts mehr erstattet. Erstattungen waren bis {until} möglich.',
    next: 'Danach erstatten wir {percent} %.',
    nextHalf: 'Danach erstatten wir die Hälfte.',
    nextWithoutFee: 'Danach erstatten wir {percent} %, ohne die Bearbeitungsgebühr.',
    nextNone: 'Danach wird nichts erstattet.',
  },
  change: {
    title: 'Ihre Anmeldung ändern',
    titleOf: 'Anmeldung ändern: {person}',
    unpaid:
      'Diese Anmeldung ist noch nicht bezahlt. Wenn Sie etwas anderes möchten, melden Sie sich über das Formular noch einmal an: Es zählt nur, was Sie bezahlen.',
    intro:
      'Wählen Sie, was Sie haben möchten. Der nächste Schritt sagt, was es kostet oder was erstattet wird; es ändert sich nichts, bevor Sie zustimmen. Für das, was Sie bereits gebucht haben, behalten Sie den alten Preis.',
    type: 'Teilnahme als',
    room: 'Zimmer',
    noRoom: 'Kein Zimmer',
    withRoom: 'Ein Zimmer: {hotel}',
    roomPrice: '{night} pro Nacht, und {guest} pro Nacht für jeden Gast',
    nights: 'Nächte',
    guests: 'Gäste im selben Zimmer',
    extras: 'Zusatzleistungen',
    soldOut: 'ausgebucht',
    next: 'Weiter',
    check: 'Bitte prüfen Sie die Änderung',
    withdraws: 'Die frühere, nicht bezahlte Änderung wird zurückgenommen: {part}.',
    costsMore: 'Sie zahlen {amount} mehr.',
    costsMoreWithFee: 'Sie zahlen {amount} mehr, einschließlich der Bearbeitungsgebühr.',
    reserved:
      'Die Änderung gilt, sobald sie bezahlt ist. Bis dahin bleibt Ihre Anmeldung, wie sie ist, und die Plätze bleiben {hours} Stunden lang für Sie reserviert.',
    paypalAlone:
      'Einen so kleinen Betrag können Karten nicht zahlen, deshalb wird er mit PayPal bezahlt.',
    costsLess: 'Es kostet {amount} weniger.',
    costsTheSame: 'Es ist nichts zu zahlen.',
    pay: 'Weiter zur Zahlung: {amount}',
    make: 'Änderung vornehmen',
    makeWithRefund: 'Änderung vornehmen, Erstattung: {amount}',
    withdraw: 'Diese Änderung zurücknehmen',
    withdrawOf: 'Änderung zurücknehmen: {person}',
    done: 'Ihre Anmeldung ist geändert.',
    doneWithRefund:
      'Ihre Anmeldung ist geändert, und die Erstattung ist unterwegs. Es kann einige Tage dauern, bis sie ankommt.',
    withdrawn: 'Die Änderung ist zurückgenommen. Für sie wurde nichts bezahlt.',
    paid: 'Ihre Zahlung ist eingegangen, und Ihre Anmeldung ist geändert.',
  },
  cancel: {
    title: 'Ihre Anmeldung stornieren',
    titleOf: 'Anmeldung stornieren: {person}',
    titleOfGroup: 'Die Anmeldung der ganzen Gruppe stornieren',
    intro:
      'Die Schaltfläche unten storniert die Anmeldung von {person} sofort. Der Platz wird dann anderweitig vergeben, und das lässt sich hier nicht rückgängig machen.',
    introOfGroup:
      'Die Schaltfläche unten storniert die Anmeldungen aller {count} Personen der Gruppe sofort. Die Plätze werden dann anderweitig vergeben, und das lässt sich hier nicht rückgängig machen.',
    notPaid: 'Sie hatten nicht bezahlt, deshalb ist nichts zu erstatten.',
    partReturned:
      'Von Ihrer Überweisung sind {amount} eingegangen; wir überweisen diesen Betrag auf das Konto zurück, von dem er kam.',
    nothingLeft: 'Es ist nichts mehr zu erstatten.',
    keptBy: 'Der Platz selbst bleibt, denn er wurde auch mit {reference} bezahlt.',
    otherPayer: 'Wer den anderen Teil, {reference}, bezahlt hat, erhält {amount} zurück.',
    button: 'Anmeldung stornieren',
    buttonWithRefund: 'Stornieren, Erstattung: {amount}',
    done: 'Die Anmeldung ist storniert.',
    doneWithRefund:
      'Die Anmeldung ist storniert, und die Erstattung ist unterwegs. Es kann einige Tage dauern, bis sie ankommt.',
  },
  answersSaved: 'Ihre Antworten sind gespeichert.',
  answersPartly:
    'Ihre Antworten sind gespeichert, außer denen auf Fragen, die jetzt geschlossen sind.',
  answersStale:
    'Ihre Antworten wurden inzwischen in einem anderen Fenster geändert, deshalb wurde gerade nichts gespeichert. Unten sehen Sie den jetzigen Stand.',
  notFound:
    'Unter dieser Adresse gibt es nichts. Vielleicht ist der Link unvollständig, oder eine neuere E-Mail enthält einen anderen: Bitte verwenden Sie den Link aus der neuesten E-Mail. Wenn Sie ihn nicht finden, schreiben Sie bitte an',
  mailLink: {
    words:
      'Um Ihre Anmeldung anzusehen oder zu ändern, verwenden Sie den Link in unseren E-Mails. Wir können ihn Ihnen noch einmal senden.',
    button: 'Link per E-Mail senden',
    sent: 'Der Link ist unterwegs an die Adresse dieser Anmeldung.',
  },
  personFields: {
    choose: 'Bitte wählen',
    unreadable: {
      name: 'Bitte geben Sie den Namen ein, in einfachem Text.',
      email: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.org.',
      phone: 'Bitte geben Sie die Telefonnummer ein.',
      institute: 'Bitte geben Sie das Institut ein, in einfachem Text.',
      country: 'Bitte wählen Sie ein Land aus der Liste.',
    },
    tooLong: 'Das ist zu lang.',
  },
  details: {
    title: 'Ihre Angaben berichtigen',
    titleOf: 'Angaben berichtigen: {person}',
    email: 'Andere E-Mail-Adresse verwenden',
    button: 'Weiter',
    check: 'Bitte prüfen',
    change: '{entry}: {to} statt {from}.',
    new: '{entry}: jetzt {to}.',
    receipt:
      'Ein berichtigter Zahlungsbeleg wird ausgestellt und Ihnen gesendet; der frühere wird als ersetzt gekennzeichnet.',
    receiptOfGroup:
      'Ein berichtigter Zahlungsbeleg mit dem neuen Namen wird ausgestellt und Ihnen gesendet; frühere Belege verlieren den alten Namen.',
    receiptOfPayer:
      'Die Person, die für Ihre Gruppe zahlt, erhält einen berichtigten Zahlungsbeleg mit dem neuen Namen.',
    confirm: 'Berichtigen',
    unchanged: 'Die Angaben sind dieselben wie zuvor, es gibt also nichts zu berichtigen.',
    done: 'Die Angaben sind berichtigt.',
  },
  address: {
    title: 'Andere E-Mail-Adresse verwenden',
    titleOf: 'Andere E-Mail-Adresse: {person}',
    present: 'Alle E-Mails zu dieser Anmeldung gehen an {email}.',
    label: 'Neue E-Mail-Adresse',
    button: 'Weiter',
    check: 'Bitte prüfen',
    sends:
      'Wir senden eine E-Mail mit einem Link an {email}. Bis die Adresse dort bestätigt ist, ändert sich nichts. Der Link gilt 48 Stunden.',
    afterwards:
      'Danach gehen alle E-Mails an die neue Adresse, und sie erhält einen neuen Link zur Anmeldung. Die Links in früheren E-Mails gelten dann nicht mehr. Ihre bisherige Adresse erhält eine kurze Mitteilung.',
    receipt:
      'Ein berichtigter Zahlungsbeleg wird ausgestellt; der frühere wird als ersetzt gekennzeichnet.',
    confirm: 'E-Mail senden',
    same: 'Das ist bereits Ihre Adresse.',
    sent: 'Die E-Mail ist unterwegs. Die Adresse ändert sich, sobald sie dort bestätigt ist.',
    waiting: 'Die neue E-Mail-Adresse {email} kann noch bis {until} bestätigt werden.',
    withdraw: 'Jetzige Adresse behalten',
    withdrawn: 'Die Adresse bleibt, wie sie ist.',
  },
  handOver: {
    title: 'Platz übertragen',
    titleOf: 'Platz übertragen: {person}',
    intro: 'Die andere Person erhält den Platz mit allem, was gebucht ist: {booked}.',
    introOf: 'Die neue Person erhält den Platz mit allem, was gebucht ist: {booked}.',
    button: 'Weiter',
    check: 'Bitte prüfen',
    sends:
      'Wir senden eine E-Mail mit einem Link an {email}. Der Platz geht auf {person} über, sobald er dort angenommen wird. Bis dahin ändert sich nichts, und das Angebot kann zurückgezogen werden. Nach sieben Tagen verfällt es.',
    openChange: 'Die noch nicht bezahlte Änderung endet, sobald der Platz angenommen wird: {part}.',
    receipt:
      'Der Zahlungsbeleg wird auf den neuen Namen ausgestellt, und der frühere wird als ersetzt gekennzeichnet.',
    receiptOfGroup:
      'Ein berichtigter Zahlungsbeleg mit dem neuen Namen wird ausgestellt und Ihnen gesendet.',
    leaves:
      'Sobald der Platz angenommen ist, gehört diese Seite nicht mehr Ihnen, und die Links in Ihren E-Mails gelten nicht mehr, auch nicht der zu Ihrem Zahlungsbeleg. Speichern Sie den Beleg vorher, wenn Sie ihn brauchen.',
    leavesOf:
      'Dann erhält {person} die Mitteilung, dass der Platz übertragen wurde, und die Links in früheren E-Mails gelten nicht mehr.',
    money: 'Dabei fließt kein Geld. Sie vereinbaren untereinander, wer zahlt.',
    afterwards:
      'Die neue Person kann die Anmeldung später ändern oder stornieren. Eine Erstattung geht immer auf die Karte oder das Konto, mit dem bezahlt wurde.',
    forgotten:
      'Antworten auf Fragen und eine Anfrage nach einem Einladungsschreiben werden gelöscht; die neue Person beginnt von vorn.',
    confirm: 'Platz anbieten',
    same: 'Die andere Person braucht eine andere E-Mail-Adresse als die dieser Anmeldung.',
    sameName:
      'Das ist der Name dieser Anmeldung. Für eine andere Adresse von Ihnen selbst wählen Sie bitte „Andere E-Mail-Adresse verwenden“.',
    sent: 'Das Angebot ist unterwegs. Der Platz ist übertragen, sobald er angenommen wird.',
    waiting: 'Der Platz ist bis {until} angeboten: {person}, {email}.',
    withdraw: 'Angebot zurückziehen',
    withdrawn: 'Das Angebot ist zurückgezogen, und der Platz bleibt, wie er ist.',
  },
  confirmation: {
    address: {
      title: 'Ihre neue E-Mail-Adresse',
      words:
        '{email} wird die Adresse der Anmeldung {reference}. Alle E-Mails dazu gehen dorthin, und die Links in früheren E-Mails gelten nicht mehr.',
      button: 'Adresse bestätigen',
      done: 'Die Adresse ist bestätigt. Eine E-Mail mit dem Link zu Ihrer Anmeldung ist dorthin unterwegs.',
    },
    handOver: {
      title: 'Ein Platz bei der Tagung für Sie',
      words: '{person} bietet Ihnen einen bezahlten Platz an: {conference}.',
      booked: 'Gebucht',
      entries: 'Sie werden mit diesen Angaben angemeldet; danach können Sie sie berichtigen.',
      free: 'Sie zahlen nichts. Wenn Sie annehmen, gehört der Platz Ihnen.',
      afterwards:
        'Sie können die Anmeldung später ändern oder stornieren. Eine Erstattung geht immer auf die Karte oder das Konto, mit dem bezahlt wurde.',
      button: 'Platz annehmen',
      done: 'Der Platz gehört Ihnen. Eine E-Mail mit dem Link zu Ihrer Anmeldung ist unterwegs an Sie.',
      declineNote:
        'Wenn Sie den Platz nicht möchten, sagen Sie es bitte, damit er anderweitig angeboten werden kann.',
      decline: 'Nein, danke',
      declined:
        'Vielen Dank für die Rückmeldung. Das Angebot ist beendet, und die Person, die es gemacht hat, erhält eine E-Mail.',
    },
    changed:
      'Die Anmeldung hat sich geändert, seit diese Seite geöffnet wurde. Unten sehen Sie den jetzigen Stand.',
    over: 'Unter dieser Adresse gibt es nichts zu bestätigen. Vielleicht ist der Link unvollständig oder abgelaufen, oder eine neuere E-Mail enthält einen anderen. Wenn Sie eine Frage haben, schreiben Sie bitte an',
  },
  tooMany:
    'Heute können dafür keine weiteren E-Mails gesendet werden. Bitte versuchen Sie es morgen noch einmal, oder schreiben Sie dem Tagungssekretariat.',
  mistakes: 'Bitte prüfen Sie die markierten Felder. Es wurde noch nichts geändert.',
  closed: 'Das war bis {until} möglich. Bitte schreiben Sie an',
  notOpen: 'Das ist hier nicht möglich. Bitte schreiben Sie an',
  back: 'Zurück ohne Änderung',
  edit: 'Bearbeiten',
  refusals: {
    changed: 'Ihre Anmeldung hat sich inzwischen geändert. Bitte sehen Sie sie noch einmal an.',
    beingPaid:
      'Eine Zahlung für diese Anmeldung wird noch geprüft. Bitte versuchen Sie es noch einmal, wenn das Ergebnis feststeht.',
    providerSilent:
      'Der Zahlungsdienstleister antwortet im Moment nicht. Bitte versuchen Sie es in einigen Minuten noch einmal.',
    mismatch:
      'Eine Zahlung für diese Anmeldung passt nicht zu ihr; das Tagungssekretariat geht der Sache nach.',
    disputed:
      'Die Zahlung wurde bei der Bank oder bei PayPal angefochten. Bis darüber entschieden ist, kann hier nichts erstattet werden.',
    soldOut: 'Es sind nicht genügend Plätze frei.',
    closed: 'Ein Teil davon wird zurzeit nicht angeboten.',
    notOffered: 'Diese Auswahl bietet die Tagung nicht an.',
    unchanged: 'Das haben Sie bereits, es würde sich also nichts ändern.',
    unreadable: 'Eine Angabe konnte nicht gelesen werden. Bitte prüfen Sie alle.',
    tooLittle:
      'Der Unterschied ist zu klein, um bezahlt zu werden. Bitte verbinden Sie ihn mit einer weiteren Änderung.',
    allRefunded:
      'Damit würde alles erstattet, was bezahlt wurde, und ohne Zahlung gibt es keinen Platz. Um den Platz aufzugeben, stornieren Sie bitte die Anmeldung.',
    noRules:
      'Diese Tagung hat keine festen Regeln für Erstattungen; über alles, was weniger kostet, entscheidet deshalb das Tagungssekretariat.',
    samePerson:
      'Diese Person hat mit dieser E-Mail-Adresse bereits eine bezahlte Anmeldung und braucht nur eine.',
    tooMany:
      'Hier wurde zu oft etwas geändert, oder Plätze wurden für Änderungen freigehalten, die niemand bezahlt hat. Bitte versuchen Sie es morgen noch einmal, oder schreiben Sie dem Tagungssekretariat.',
    checkedIn: 'Mit dieser Anmeldung wurde bereits jemand eingecheckt.',
    cancelled: 'Diese Anmeldung ist bereits storniert.',
    refunded:
      'Diese Anmeldung wurde erstattet. Um teilzunehmen, melden Sie sich bitte noch einmal an.',
    notPaid: 'Diese Anmeldung ist noch nicht bezahlt.',
    erased: 'Die Angaben dieser Anmeldung wurden gelöscht.',
    other: 'Das ist hier nicht möglich.',
  },
};
