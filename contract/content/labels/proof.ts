/** The proof of a price, which a participant sends on the own page. `{text}` is the wish in prices.yaml. */
export const proof = {
  heading: 'Proof of your price',
  /** After the wish of prices.yaml: before somebody agrees to the price, and in the mail about the place. */
  inMail:
    'You can send it on the page of your registration until it closes {until}. Without it the difference to the full price is due.',
  until: 'Send it before it closes {until}. Without it the difference to the full price is due.',
  late: 'It was due {until}. You can still send it.',
  link: 'Send the proof',
  title: 'Send the proof of your price',
  field: 'File',
  taken:
    'A PDF, JPG or PNG of at most 25 MB. Only the organisers see it, and it is deleted afterwards.',
  button: 'Send',
  back: 'Back to your registration',
  sent: 'We have your file {file}, and look at it soon. Another file replaces it.',
  accepted: 'Your proof was accepted. Thank you.',
  refused: 'Your proof was not accepted: {reason} Please send another one.',
  claimed:
    'Because nothing was proved in time, the difference is due. If your proof is accepted before you have paid, nothing is due any more.',
  noFile: 'Please choose a file.',
  wrongType:
    'Only PDF, JPG and PNG files are taken, and this file is none or is damaged. Please save it again as a PDF, and send that.',
  heic: 'This photo is in a format that not every program opens (HEIC). Please send a JPG instead, such as a screenshot of the photo.',
  password:
    'This file asks for a password, so nobody could read it. Please save it without the password.',
};
