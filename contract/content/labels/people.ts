/** Short words in mails and on pages for one person. */
export const people = {
  /** The giver of a place, in the mail to a colleague. */
  offeredBy: 'Offered by',
  linkUntil: 'The link works until',
  /** In place of the sentence about a corrected receipt, where the payer has an invoice. */
  invoiceAgain: 'The invoice is cancelled, and a new one is issued with the new entries.',
  /** The number of a poster, alone and after a time or a room. */
  poster: 'Poster {number}',
  alsoPoster: 'poster {number}',
  /** The place in a queue. A language without words for it writes "{n}." or "{n}". */
  position: { one: '{n}st', two: '{n}nd', few: '{n}rd', other: '{n}th' },
  /** The first places in words, with commas between them; later ones are `position`. */
  positions:
    'first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth',
};
