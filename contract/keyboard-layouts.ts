/**
 * A scanner of codes pretends to be a keyboard of the United States, and the computer reads its keys by the layout of its
 * own country: on a German computer `-` arrives as `ß`, and Y as Z.
 */

/** The keys of a reference on the scanner's keyboard. */
const DIGITS = '1234567890-';
const LETTERS = 'qwertyuiopasdfghjklzxcvbnm';

const QWERTZ = 'qwertzuiopasdfghjklyxcvbnm';
const AZERTY = 'azertyuiopqsdfghjklwxcvbn,';

/** The characters of these keys: digits and `-`, the same with Shift or Caps Lock, letters, letters with Shift. */
type Layout = readonly [digits: string, shifted: string, letters?: string, capitals?: string];

const layouts: readonly Layout[] = [
  // The United States, Poland (programmers), Brazil, Romania, and the United Kingdom.
  [DIGITS, '!@#$%^&*()_'],
  [DIGITS, '!"£$%^&*()_'],
  // Germany and Austria; Switzerland, Liechtenstein and Luxembourg.
  ['1234567890ß', '!"§$%&/()=?', QWERTZ],
  ["1234567890'", '+"*ç%&/()=?', QWERTZ],
  // France; Belgium, and France on a Mac.
  ['&é"\'(-è_çà)', '1234567890°', AZERTY, 'AZERTYUIOPQSDFGHJKLWXCVBN?'],
  ['&é"\'(§è!çà)', '1234567890°', AZERTY, 'AZERTYUIOPQSDFGHJKLWXCVBN?'],
  // Spain; Latin America, Portugal and Italy.
  ["1234567890'", '!"·$%&/()=?'],
  ["1234567890'", '!"#$%&/()=?'],
  ["1234567890'", '!"£$%&/()=?'],
  // Sweden, Norway, Denmark, Finland and Estonia; Iceland.
  ['1234567890+', '!"#¤%&/()=?'],
  ['1234567890ö', '!"#$%&/()=Ö'],
  // Poland and Romania with the layout of typewriters.
  ['1234567890+', '!"#¤%&/()=*', QWERTZ],
  // Czechia, with both orders of letters, and Slovakia.
  ['+ěščřžýáíé=', '1234567890%', QWERTZ],
  ['+ěščřžýáíé=', '1234567890%'],
  ['+ľščťžýáíé=', '1234567890%', QWERTZ],
  // Hungary; Slovenia, Croatia, Bosnia and Serbia.
  ['123456789öü', '\'"+!%/=()ÖÜ', QWERTZ],
  ["1234567890'", '!"#$%&/()=?', QWERTZ],
  // The Netherlands, Lithuania, French Canada.
  ['1234567890/', '!"#$%&_()\'?'],
  ['ąčęėįšųū90-', 'ĄČĘĖĮŠŲŪ()_'],
  [DIGITS, '!"/$%?&*()_'],
  // Turkey, with both orders of letters.
  ['1234567890*', "!'^+%&/()=?", 'qwertyuıopasdfghjklzxcvbnm'],
  ['1234567890/', '!"^$%&\'()=?', 'fgğıodrnhpuieaütkmljövcçzs'],
  // Greece, Russia and Ukraine.
  [DIGITS, '!@#$%^&*()_', ';ςερτυθιοπασδφγηξκλζχψωβνμ', ':ΣΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ'],
  [DIGITS, '!"№;%:?*()_', 'йцукенгшщзфывапролдячсмить'],
  [DIGITS, '!"№;%:?*()_', 'йцукенгшщзфівапролдячсмить'],
];

/** For each layout, the character of the scanner's keyboard for each character that arrives. */
const readers = layouts.map(([digits, shifted, letters = LETTERS, capitals]) => {
  const rows = [
    [digits, DIGITS],
    [shifted, DIGITS],
    [letters, LETTERS],
    [capitals ?? letters.toUpperCase(), LETTERS],
  ] as const;
  return new Map(
    rows.flatMap(([arriving, meant]) =>
      [...arriving].map((sign, at) => [sign, meant[at] ?? sign] as const),
    ),
  );
});

/** The texts that a scanner may have sent, if this one arrived. */
export function scannedTexts(arrived: string): string[] {
  const signs = [...arrived.normalize('NFC')];
  const all = readers.map((meant) => signs.map((sign) => meant.get(sign) ?? sign).join(''));
  return [...new Set(all)];
}
