/** Why something is not possible, in the answers of the server to the pages of the site. */
export const refusals = {
  unknownPrice: 'Pricing configuration not found',
  priceChanged: 'The price has changed, please reload',
  oneByOne: 'Registrations are sold one by one, in {currency}.',
  paymentsOneByOne: 'Payments are made one by one, in {currency}.',
  discountAmount: 'Please enter a valid discount amount',
  checkFields: 'Please check these fields: {fields}.',
  /** `{closed}` is a sentence of `moments`, about one of the four below. */
  closed: '{closed} Please write to {contact}.',
  registration: 'Registration',
  registrationAs: 'Registration as {type}',
  accommodation: 'Accommodation',
  discounts: 'The payment of agreed amounts',
  abstracts: 'The submission of abstracts',
  /** `{places}` is one of `places`, `placesAs`, `placesFor` and `roomNights`. */
  allTaken: 'All {places} are taken.',
  allTakenNow:
    'All {places} are taken or being paid for at this moment. Please try again in an hour.',
  /** Money may take days, such as that of a bank transfer. */
  allPromised:
    'All {places} are taken or promised to people whose payment may take some days. If one is not paid in time, it goes to the waiting list.',
  places: 'places',
  placesAs: 'places as {type}',
  placesFor: 'places for {extra}',
  roomNights: 'room nights',
  soldOut: '{full} Nothing was charged.',
  perhapsYours: '{full} If one of them is yours, go on and pay.',
  fewLeft:
    'Few places are left, and several of them are reserved for payments from your network. Nothing was charged. Please try again when these are paid or over, or write to {contact}.',
  changeOver:
    'This change is not possible any more. Nothing was charged. Please write to {contact}.',
  invitationOver: 'This invitation has ended. Nothing was charged. Please write to {contact}.',
  cancelled: 'This was cancelled. Nothing was charged.',
  conferenceCancelled:
    'The conference is cancelled. Nothing was charged. Please write to {contact}.',
  notDue: 'Nothing is due any more. Nothing was charged. Please write to {contact}.',
  /** `{until}` is a moment in a sentence. */
  priceEnded:
    'This price ended {until}. Nothing was charged. Please register again at the price of today.',
  paidAlready:
    '{person} has a paid registration with this email address, reference {reference}. To change it, please write to {contact}.',
  transferLate:
    'A bank transfer would arrive too late. Nothing was charged; please choose another way to pay.',
  transferLateAlone:
    'A bank transfer would arrive too late. Nothing was charged. Please write to {contact}.',
  transfersOpen:
    'We are waiting for {count} bank transfers of yours. Please choose another way to pay, or write to {contact}.',
  removed:
    'This purchase was just removed from our records. If you still want to pay, please try again.',
  anotherPerson:
    'Name and address would both be of somebody else. Please hand the place over to a colleague on the page of the registration, or write to {contact}.',
  notOffered: 'This way to pay is not offered at the moment.',
  providerRefused: 'The payment provider did not accept this payment. Nothing was charged.',
  providerSilent:
    'The payment provider does not answer at the moment. Nothing was charged; please try again in a minute.',
  providerChecks:
    'The payment provider does not answer at the moment. We keep checking; please do not pay again.',
  inProgress:
    'A payment for this registration is being processed. Please do not pay again: we will write to you by email.',
  manyPayments:
    'More payments are being started than we can take at the moment. Nothing was charged. If a payment of yours is still open, please go on with that one, or try again in ten minutes.',
  manyOfNetwork:
    'Many payments were begun from your network within the last hour and not completed. Nothing was charged. If a payment of yours is still open, please go on with that one, or try again in ten minutes.',
  notPaid: 'The payment is not complete yet.',
  unknownPayment: 'We do not know this payment.',
  paypalUncertain:
    'We cannot see at the moment whether this payment is complete. Please do not pay again: we will write to you.',
  paypalPending:
    'PayPal is still processing this payment. Please do not pay again: we will write to you.',
  paypalDeclined: 'PayPal could not use this means of payment. Please choose another one.',
  paypalOpen: 'This payment was not approved at PayPal yet. Nothing was charged.',
  paypalRefunded: 'This payment was made and has been refunded.',
  paypalFailed: 'PayPal did not complete this payment. Nothing was charged.',
  // At the return to a payment that was closed, because its person had paid in another window.
  paidByOther:
    'Another registration with the same name and email address is paid, so this payment was closed. Nothing was charged for it.',
  honeypot:
    'A hidden field that has to stay empty was filled in, perhaps by your browser or its password manager. Please reload the page and try again.',
  manyWaiting:
    'More people are joining the waiting list than we can take at the moment. Please try again in an hour, or write to {contact}.',
  tooManyRequests: 'Too many requests. Please wait a moment.',
  tooManyToday: 'Too many requests today. Please try again tomorrow.',
  manyAbstracts:
    'More abstracts arrive than we can take at the moment. Please try again in an hour.',
  manyBytes: 'More abstracts arrived today than we can take in a day. Please try again tomorrow.',
  fileTooLarge: 'File too large. Max 25MB.',
  noRoom: 'We have no room for files at the moment. Please try again in an hour, or write to us.',
  formUnreadable: 'The form could not be read. Please send it again.',
  uploadStood: 'The upload stood still. Please check your connection and send it again.',
  filesNotSaved: 'We cannot save files at the moment. Please try again in a minute.',
  filesNotRead: 'We cannot read files at the moment. Please try again in a minute.',
  fileType: 'Only PDF, DOC, DOCX files allowed.',
  fileIsPdf:
    'Only PDF, DOC, DOCX files allowed. This file is a PDF with another ending: rename it to end with .pdf, and send it again.',
  fileIsDoc:
    'Only PDF, DOC, DOCX files allowed. This file is a Word or RTF document of the old kind: rename it to end with .doc, and send it again.',
  fileIsDocx:
    'Only PDF, DOC, DOCX files allowed. This file is a Word document of the new kind: rename it to end with .docx, and send it again.',
  fileIsWebPage:
    'Only PDF, DOC, DOCX files allowed. This file is a web page: open it, save it as a PDF, and send that.',
  filePassword:
    'This file asks for a password, so nobody could read it. Please save it without the password, and send it again.',
  fileEmpty:
    'Only PDF, DOC, DOCX files allowed. This file is empty: please save it again, and send that.',
  fileDamaged:
    'This file is damaged: its end is missing. Please open and save it again, and send it once more.',
  fileMacros:
    'This document contains macros. Please save it without macros, or as a PDF, and send it again.',
  fileExternal:
    'This document loads something from elsewhere, such as a linked picture or a template. Please save it as a PDF and send that.',
  fileWithin:
    'This document contains another document, such as a web page. Please save it as a PDF and send that.',
  foreignAddress: 'The return address does not belong to this site.',
  unreadable: 'The request could not be read.',
  timedOut: 'The request did not arrive in time.',
  tooLarge: 'The request is too large.',
  tooSlow: 'This takes too long at the moment. Please try again in a minute.',
  busy: 'Many people are here at the moment. Please try again shortly.',
  notSaved:
    'We cannot save anything at the moment. Nothing was charged; please try again in a minute.',
  diskFull: 'We cannot save anything at the moment. Nothing was charged; please try again later.',
  notDone: 'Sorry, that did not work',
  fault: 'Something went wrong on our side. Please write to us and quote {id}.',
};
