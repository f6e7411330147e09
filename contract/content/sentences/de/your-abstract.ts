import type { yourAbstract as english } from '../your-abstract.ts';

export const yourAbstract: typeof english = {
  title: 'Ihr Abstract',
  notFound:
    'Unter dieser Adresse gibt es kein Abstract. Vielleicht ist der Link unvollständig; in der neuesten E-Mail steht er ganz. Wenn Sie eine Frage haben, schreiben Sie bitte an',
  states: {
    received:
      'Ihr Abstract ist eingegangen. Das Programmkomitee hat noch nicht darüber entschieden.',
    accepted: 'Ihr Abstract ist angenommen.',
    confirmed:
      'Ihr Abstract ist angenommen, und Sie haben uns mitgeteilt, dass Sie den Beitrag vortragen werden.',
    rejected: 'Ihr Abstract wurde diesmal nicht angenommen.',
    revise: 'Das Programmkomitee möchte eine überarbeitete Fassung sehen, bevor es entscheidet.',
    revised:
      'Ihre überarbeitete Fassung ist eingegangen. Das Programmkomitee sieht sie sich noch einmal an.',
    withdrawn:
      'Dieses Abstract ist zurückgezogen. Das Programmkomitee berücksichtigt es nicht mehr.',
  },
  missing: {
    contribution:
      'Bitte ergänzen Sie den Titel sowie die Autorinnen und Autoren. Sie werden für die Begutachtung, das Programm und den Abstractband gebraucht.',
    addContribution: 'Titel und Autorenliste ergänzen',
    final: 'Bitte senden Sie die Endfassung Ihrer Datei bis {until}.',
    finalAnyTime: 'Bitte senden Sie die Endfassung Ihrer Datei.',
    revision: 'Bitte senden Sie die überarbeitete Fassung Ihrer Datei bis {until}.',
    sendRevision: 'Überarbeitete Fassung senden',
    sendFinal: 'Endfassung senden',
  },
  labels: {
    title: 'Titel',
    authors: 'Autorinnen und Autoren',
    keywords: 'Schlagwörter',
    wish: 'Gewünschte Form',
    publication: 'Veröffentlichung',
    sentAt: 'Gesendet',
    comment: 'Anmerkung des Komitees',
    version: 'Fassung',
  },
  notGiven: 'noch nicht angegeben',
  presenting: 'trägt vor',
  published: 'Sie stimmen zu, dass Ihr Beitrag im Abstractband veröffentlicht wird.',
  notPublished: 'Sie haben der Veröffentlichung Ihres Beitrags im Abstractband nicht zugestimmt.',
  sections: {
    contribution: 'Beitrag',
    file: 'Datei',
    answer: 'Ihre Antwort',
    sender: 'Ihre Angaben',
    withdrawal: 'Zurückziehen',
    contact: 'Fragen',
  },
  file: {
    download: 'Ihre Datei herunterladen',
    earlier: 'Frühere Fassungen',
    final: 'Endfassung',
    checking: 'Diese Datei wird noch auf Viren geprüft. Danach können Sie sie herunterladen.',
    infected:
      'Der Virenscanner hat in dieser Datei etwas gefunden, deshalb öffnet sie niemand. Bitte senden Sie eine saubere Datei, am besten ein PDF.',
  },
  answer: {
    question: 'Werden Sie Ihren Beitrag vortragen? Bitte antworten Sie bis {until}.',
    present: 'Ich werde vortragen',
    presenting:
      'Vielen Dank. Wenn Sie doch nicht kommen können, ziehen Sie den Beitrag bitte bis {until} zurück.',
    over: 'Die Antwort lässt sich hier nicht mehr ändern. Bitte schreiben Sie an',
  },
  from: 'ab',
  until: 'bis',
  contact: 'Wenn Sie eine Frage haben, schreiben Sie bitte an',
  back: 'Zurück ohne Änderung',
  closed: 'Das war bis {until} möglich. Bitte schreiben Sie an',
  closedNow: 'Das ist bei diesem Abstract nicht möglich. Bitte schreiben Sie an',
  opens: 'Das ist ab {from} möglich. Wenn Sie eine Frage haben, schreiben Sie bitte an',
  changedMeanwhile:
    'Die Angaben wurden inzwischen geändert, deshalb wurde nichts gespeichert. Das Formular unten enthält Ihre Eingaben. Wenn Sie es jetzt speichern, ersetzt es die gespeicherten Angaben.',
  savedMeanwhile: 'Jetzt gespeichert',
  mistakes: 'Bitte prüfen Sie die markierten Felder. Es wurde noch nichts gespeichert.',
  unreadable:
    'Das Formular konnte nicht gelesen werden, und es wurde nichts gespeichert. Bitte versuchen Sie es noch einmal.',
  tooMany:
    'Dieses Abstract wurde heute zu oft geändert. Bitte versuchen Sie es morgen noch einmal, oder schreiben Sie uns.',
  done: {
    saved: 'Ihre Angaben sind gespeichert.',
    unchanged: 'Es wurde nichts geändert, denn die Angaben sind dieselben wie zuvor.',
    fileReplaced:
      'Ihre neue Datei ist eingegangen und ersetzt die frühere. Eine E-Mail mit ihrer Prüfsumme ist unterwegs.',
    sameFile: 'Diese Datei haben wir bereits, deshalb wurde nichts geändert.',
    finalSent: 'Ihre Endfassung ist eingegangen. Eine E-Mail mit ihrer Prüfsumme ist unterwegs.',
    withdrawn: 'Ihr Abstract ist zurückgezogen. Eine E-Mail, die das bestätigt, ist unterwegs.',
    restored:
      'Ihr Abstract wird wieder berücksichtigt. Eine E-Mail, die das bestätigt, ist unterwegs.',
    confirmed: 'Vielen Dank. Wir haben notiert, dass Sie vortragen werden.',
    addressChanged:
      'Ihre Angaben sind gespeichert. Die neue Adresse erhält eine E-Mail mit dem Link zu dieser Seite, die bisherige eine Mitteilung.',
  },
  contribution: {
    heading: 'Titel und Autorenliste',
    intro:
      'Bitte schreiben Sie alles so, wie es im Programm und im Abstractband gedruckt werden soll.',
    title: 'Titel des Beitrags',
    titleNote: 'In einer Zeile, ohne Punkt am Ende.',
    authors: 'Autorinnen und Autoren',
    authorsNote:
      'In der Reihenfolge, in der sie gedruckt werden. Bitte markieren Sie alle, die den Beitrag vortragen: mindestens eine Person; wer den Beitrag allein verfasst hat, trägt ihn immer vor. Zeilen ohne Namen werden weggelassen.',
    author: 'Person {number}',
    name: 'Name',
    affiliation: 'Affiliation',
    affiliationNote:
      'Eine Affiliation besteht aus Institut, Stadt und Land in einer Zeile; mehrere trennen Sie bitte durch Semikolons.',
    orcid: 'ORCID iD',
    orcidNote: 'Eine ORCID iD hat 16 Ziffern, zum Beispiel 0000-0002-1825-0097, und kann fehlen.',
    presents: 'trägt den Beitrag vor',
    up: 'Nach oben',
    upOf: 'Person {number} nach oben',
    down: 'Nach unten',
    downOf: 'Person {number} nach unten',
    remove: 'Entfernen',
    removeOf: 'Person {number} entfernen',
    more: 'Weitere hinzufügen',
    notSaved:
      'Diese Schaltflächen ändern nur das Formular. Gespeichert wird erst, wenn Sie auf „Speichern“ drücken.',
    keywords: 'Schlagwörter',
    keywordsNote: 'Bis zu zehn, durch Kommas getrennt. Kann leer bleiben.',
    wish: 'In welcher Form möchten Sie den Beitrag vorstellen?',
    noWish: 'Kein besonderer Wunsch',
    wishNote: 'Die Entscheidung trifft das Programmkomitee.',
    publish:
      'Ich stimme zu, dass dieser Beitrag im Abstractband veröffentlicht wird, und habe die anderen Autorinnen und Autoren gefragt.',
    publishNote:
      'Der Band enthält den Titel, alle Autorinnen und Autoren mit ihren Affiliationen und die neueste Datei. Ohne Ihre Zustimmung steht der Beitrag nicht im Band. Das Komitee entscheidet in beiden Fällen, und das Programm auf dieser Website nennt von jedem angenommenen Beitrag den Titel und die Vortragenden.',
    save: 'Speichern',
    messages: {
      title: 'Bitte geben Sie den Titel in einer Zeile mit höchstens 300 Zeichen ein.',
      noAuthor: 'Bitte geben Sie mindestens eine Autorin oder einen Autor ein.',
      tooMany:
        'Das sind mehr als 60 Autorinnen und Autoren. Bitte nennen Sie eine Gruppe oder ein Konsortium in einer einzigen Zeile.',
      name: 'Bitte geben Sie den Namen in einer Zeile mit höchstens 200 Zeichen ein.',
      affiliation: 'Bitte geben Sie die Affiliation in einer Zeile mit höchstens 300 Zeichen ein.',
      orcid:
        'Das ist keine ORCID iD. Bitte kopieren Sie sie noch einmal, oder lassen Sie das Feld leer.',
      presents: 'Bitte markieren Sie mindestens eine Person, die den Beitrag vorträgt.',
      keywords:
        'Bitte geben Sie bis zu zehn Schlagwörter ein, durch Kommas getrennt, mit zusammen höchstens 300 Zeichen.',
      wish: 'Bitte wählen Sie einen Eintrag der Liste.',
    },
  },
  details: {
    heading: 'Ihre Angaben berichtigen',
    intro:
      'An diese Person schreibt das Programmkomitee. Die Autorinnen und Autoren des Beitrags stehen auf einer eigenen Seite.',
    titlePrefix: 'Anrede',
    emailNote:
      'Eine neue Adresse erhält eine E-Mail mit dem Link zu dieser Seite, die bisherige eine Mitteilung.',
    session: 'Session',
    interestArea: 'Fachgebiet',
    save: 'Speichern',
    messages: {
      titlePrefix: 'Bitte geben Sie eine Anrede ein, zum Beispiel Dr. oder Frau.',
      session: 'Bitte wählen Sie eine Session aus der Liste.',
      interestArea: 'Bitte wählen Sie ein Fachgebiet aus der Liste.',
    },
  },
  replace: {
    heading: 'Datei ersetzen',
    intro:
      'Die neue Datei ersetzt die jetzige: Gutachterinnen und Gutachter und das Programmkomitee erhalten die neueste. Frühere Fassungen werden aufbewahrt.',
    headingOfFinal: 'Endfassung senden',
    introOfFinal:
      'Die Endfassung ist die Datei für den Abstractband. Bitte senden Sie möglichst ein PDF. Sie können sie so oft ersetzen, wie Sie möchten.',
    field: 'Neue Datei',
    taken:
      'PDF, DOC oder DOCX, höchstens 25 MB. Formeln und Zeichnungen, etwa aus ChemDraw, sind in Ordnung.',
    refused:
      'Dateien mit Passwort oder Makros, oder die Bilder von anderswo laden, können wir nicht annehmen. Wenn Word Schwierigkeiten macht, speichern Sie die Datei bitte als PDF.',
    button: 'Neue Datei senden',
    buttonOfFinal: 'Endfassung senden',
    noFile: 'Bitte wählen Sie eine Datei.',
  },
  withdraw: {
    heading: 'Abstract zurückziehen',
    words:
      'Ein zurückgezogenes Abstract berücksichtigt das Programmkomitee nicht mehr, und es erscheint weder im Programm noch im Abstractband. Wir bestätigen es Ihnen per E-Mail und geben dem Tagungssekretariat Bescheid.',
    undo: 'Bis {until} können Sie das hier rückgängig machen.',
    noUndo: 'Das lässt sich hier nicht rückgängig machen.',
    button: 'Zurückziehen',
    restore: 'Zurückziehen rückgängig machen',
    sentAgain:
      'Dieselbe Datei wurde noch einmal eingereicht, als {reference}; diese Einreichung gilt anstelle dieses Abstracts.',
  },
};
