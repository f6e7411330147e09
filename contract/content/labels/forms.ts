/** The words that the forms share. */
export const forms = {
  yourDetails: 'Your details',
  requiredFields: 'Fields with a * must be filled in.',
  /** Before the title of the page, and beside the message of a field, while a field has a mistake. */
  titleWithErrors: 'Error: {title}',
  error: 'Error:',
  failingFields: { one: '1 field needs your attention.', other: '{n} fields need your attention.' },
  title: 'Title',
  fullName: 'Name',
  phone: 'Phone',
  email: 'Email',
  countryField: 'Country',
  institute: 'Institute / University',
  choose: 'Choose',
  chooseCountry: 'Choose a country',
  mr: 'Mr',
  ms: 'Ms',
  dr: 'Dr',
  prof: 'Prof',
  nameRequired: 'Name is required',
  phoneRequired: 'Phone is required',
  emailRequired: 'Email is required',
  countryRequired: 'Country is required',
  emailInvalid: 'Please enter a valid email address',
  otherCountry: 'Other',
  loadingCountries: 'Loading countries…',
  tryAgain: 'Try again',
  captcha: 'Captcha',
  captchaCode: 'Captcha code',
  refreshCaptcha: 'Refresh captcha',
  /** For screen readers, which do not tell the case of a letter. */
  newCode: 'The new code: {code}',
  capitalLetter: 'capital {letter}',
  smallLetter: 'small {letter}',
  captchaShow: 'Show',
  captchaHide: 'Hide',
  /** For screen readers, after Show or Hide. */
  ofCaptcha: 'captcha',
  captchaRequired: 'Captcha is required',
  captchaIncorrect: 'Captcha is incorrect',
  pasteByKeys: 'Press Ctrl+V to paste',
  lettersDiffer: 'Capital and small letters differ.',
  leaveEmpty: 'Leave this empty',
  filledByBrowser:
    'Your browser filled in a field that has to stay empty. It has been emptied; please press again.',
  draftKept:
    'Your entries are kept on this device only, for 24 hours, so that nothing is lost if this page closes.',
  draftNotKept: 'Your browser keeps nothing. Please do not close this page.',
  /** Entries of an earlier visit, or of another window that may still be open. */
  otherEntries:
    'This browser keeps entries from an earlier visit or from another window. They are not in this form.',
  bringBack: 'Put them into the form',
  discard: 'Discard them',
  cleared: 'The form is cleared.',
  clear: 'Clear form',
  undo: 'Undo',
  offline: 'Nothing was charged, and your entries are still here. {next}',
  pressAgainOnline: 'Press again when you are online.',
  noConnection: 'no connection to the server',
  /** The payee receives the money. `{total}` is an amount. */
  youPay: 'You pay {total}, and {payee} receives it.',
  paymentGoesTo: '{payee} receives the payment.',
  providerOpens:
    'The page of Stripe or PayPal opens next, so that no card number reaches us. If you cancel there, you come back and nothing is charged.',
  /** The same of one provider, and of a bank transfer. */
  oneProviderOpens:
    'The page of {provider} opens next. If you cancel there, you come back and nothing is charged.',
  transferOpens:
    'If you choose the bank transfer, the next page shows our account, the reference to quote and the last day.',
  nothingToPay: 'There is nothing to pay. A confirmation follows by email.',
  /** `{contact}` is a mail address. */
  withoutScripts:
    'This form needs JavaScript, which is switched off in your browser. Switch it on and reload the page, or write to {contact}.',
  notLoaded: 'The form could not be loaded completely. Reload the page, or write to {contact}.',
  pleaseWrite: 'Please write to {contact}.',
  total: 'Total',
  spokenTotal: 'Total {total}',
  spokenTotalWithFee: 'Total {total}, processing fee included',
  processingFee: 'Processing fee',
  processing: 'Processing...',
};
