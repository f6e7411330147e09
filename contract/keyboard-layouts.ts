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
  // Poland and Romania with the layout of typewriters; Albania.
  ['1234567890+', '!"#¤%&/()=*', QWERTZ],
  [DIGITS, '!"#$%^&*()_', QWERTZ],
  // Czechia, Slovakia and Hungary, with both orders of letters; Slovenia, Croatia, Bosnia and Serbia.
  ['+ěščřžýáíé=', '1234567890%', QWERTZ],
  ['+ěščřžýáíé=', '1234567890%'],
  ['+ľščťžýáíé=', '1234567890%', QWERTZ],
  ['+ľščťžýáíé=', '1234567890%'],
  ['123456789öü', '\'"+!%/=()ÖÜ', QWERTZ],
  ['123456789öü', '\'"+!%/=()ÖÜ'],
  ["1234567890'", '!"#$%&/()=?', QWERTZ],
  // The Netherlands, Lithuania, French Canada.
  ['1234567890/', '!"#$%&_()\'?'],
  ['ąčęėįšųū90-', 'ĄČĘĖĮŠŲŪ()_'],
  ['ąčęėįšųū„“-', 'ĄČĘĖĮŠŲŪ()_'],
  ['!-/;:,.=()?', '1234567890+', 'ąžertyuiopasdšghjklzūcvbnm'],
  [DIGITS, '!"/$%?&*()_'],
  // Turkey, with both orders of letters.
  ['1234567890*', "!'^+%&/()=?", 'qwertyuıopasdfghjklzxcvbnm'],
  ['1234567890/', '!"^$%&\'()=?', 'fgğıodrnhpuieaütkmljövcçzs', 'FGĞIODRNHPUİEAÜTKMLJÖVCÇZS'],
  // Greece, Russia and Ukraine.
  [DIGITS, '!@#$%^&*()_', ';ςερτυθιοπασδφγηξκλζχψωβνμ', ':΅ΕΡΤΥΘΙΟΠΑΣΔΦΓΗΞΚΛΖΧΨΩΒΝΜ'],
  [DIGITS, '!"№;%:?*()_', 'йцукенгшщзфывапролдячсмить'],
  [DIGITS, '!"№;%:?*()_', 'йцукенгшщзфівапролдячсмить'],
  // Russia by sound, and Belarus.
  [DIGITS, '!@ёЁъЪ&*()_', 'явертыуиопасдфгчйклзхцжбнм'],
  [DIGITS, '!"№;%:?*()_', 'йцукенгшўзфывапролдячсміть'],
  // Bulgaria, and the two orders by sound.
  [DIGITS, '!?+"%=:/–№$', ',уеишщксдзьяаожгтнвюйъэфхп', 'ыУЕИШЩКСДЗѝЯАОЖГТНВЮЙЪЭФХП'],
  [DIGITS, '!@№$%€§*()–', 'явертъуиопасдфгхйклзьцжбнм', 'ЯВЕРТЪУИОПАСДФГХЙКЛЗѝЦЖБНМ'],
  [DIGITS, '!@№$%€§*()–', 'чшертъуиопасдфгхйклзжцвбнм'],
  // Serbia, with both letters of its Z, and North Macedonia.
  ["1234567890'", '!"#$%&/()=?', 'љњертзуиопасдфгхјклѕџцвбнм'],
  ["1234567890'", '!"#$%&/()=?', 'љњертзуиопасдфгхјклжџцвбнм'],
  [DIGITS, '!„“$%^&*()_', 'љњертѕуиопасдфгхјклзџцвбнм'],
  // Georgia and Azerbaijan.
  [DIGITS, '!@#$%^&*()_', 'ქწერტყუიოპასდფგჰჯკლზხცვბნმ', 'QჭEღთYUIOPAშDFGHჟKLძXჩVBNM'],
  [DIGITS, '!"№;%:?*()_', 'qüertyuiopasdfghjklzxcvbnm'],
  // France by Bépo.
  ['"«»()@+-/*=', '1234567890°', "bépoè^vdljauie,ctsràyx.k'q", 'BÉPOÈ!VDLJAUIE;CTSRÀYX:K?Q'],
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
  return [...new Set([...all, signs.map(koreanKeys).join('')])];
}

// The keys of Korean letters: those at the beginning of a syllable, its vowels, those at its end, and the letters alone, in
// the order of Unicode. Several keys together make one letter.
const BEGINNINGS = 'r R s e E f a q Q t T d w W c z x v g'.split(' ');
const VOWELS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ');
const ENDS = ' r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g'.split(' ');
const ALONE = 'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g'.split(' ');

/** The keys of a Korean syllable or letter: on a computer that types Korean, RNA arrives as one syllable. */
function koreanKeys(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  const alone = [...ALONE, ...VOWELS][point - 0x31_31];
  if (alone !== undefined) return alone;
  const syllable = point - 0xac_00;
  if (syllable < 0 || syllable >= BEGINNINGS.length * VOWELS.length * ENDS.length) return sign;
  const [vowel, end] = [Math.floor(syllable / ENDS.length), syllable % ENDS.length];
  return [
    BEGINNINGS[Math.floor(vowel / VOWELS.length)],
    VOWELS[vowel % VOWELS.length],
    ENDS[end],
  ].join('');
}
