/** The words around days and hours. `{zone}` is a time zone, or the words of `anywhere`. */
export const moments = {
  /** A moment in a sentence, after "opens" or "closed". */
  onDay: 'on {day} ({zone})',
  atTime: 'on {day} at {time} ({zone})',
  endOfDay: 'at the end of {day} ({zone})',
  /** A moment after a label. */
  day: '{day} ({zone})',
  dayAndTime: '{day} at {time} ({zone})',
  anywhere: 'anywhere on Earth',
  /** A deadline that has no end in `opening`. */
  notSet: 'to be announced',
  /** `{what}` is what opens and closes, such as "Registration". */
  opens: '{what} opens {from}.',
  closes: '{what} closes {until}.',
  opensAndCloses: '{what} opens {from} and closes {until}.',
  closed: '{what} closed {until}.',
  /** In place of `{until}` after the conference was cancelled. */
  cancelled: 'because the conference is cancelled',
  /** The nights in a hotel. */
  nights: '{from} to {until}',
};
