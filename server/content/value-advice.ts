import { isDay } from '#contract/content/calendar-days.ts';

/**
 * The text to type in place of a value that a schema refuses: "2027-06-16" for 2027-6-16. `refusal` is the message of the
 * schema, `typed` the value in the file. Undefined if nothing is clear enough.
 */
export function valueAdvice(refusal: string, typed: string): string | undefined {
  if (/^[“”„‘’‚«»]/.test(typed)) return 'type straight quotes, " or \', in place of these';
  const [, advice] = advices.find(([begin]) => refusal.startsWith(begin)) ?? [];
  return advice?.(typed.trim(), refusal);
}

const advices: readonly (readonly [
  string,
  (typed: string, refusal: string) => string | undefined,
])[] = [
  ['expected a date', dayAdvice],
  ['expected a day', dayAdvice],
  ['expected a moment', dayAdvice],
  ['expected a time', timeAdvice],
  ['expected an amount', amountAdvice],
  ['expected a number', numberAdvice],
  ['expected a whole number', numberAdvice],
  ['expected true or false', truthAdvice],
];

function dayAdvice(typed: string): string | undefined {
  const [date = '', ...rest] = typed.split(' ');
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date) ??
    [/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(date) ?? []].map(([all, d, m, y]) => [
      all,
      y,
      m,
      d,
    ])[0] ??
    [];
  if (year === '') {
    const named = Date.parse(`${typed} UTC`);
    const isNamed = /[a-z]/i.test(typed) && /\d{4}/.test(typed) && !Number.isNaN(named);
    return isNamed ? write(new Date(named).toISOString().slice(0, 10)) : undefined;
  }
  const meant = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  if (!isDay(meant)) return 'there is no such day';
  if (meant !== date) return write([meant, ...rest].join(' '));
  return rest[0] === '24:00' ? `${write(meant)}, which ends with its day` : undefined;
}

function timeAdvice(typed: string): string | undefined {
  if (/^24[:.]00$/.test(typed)) return 'the end of a day is "00:00"';
  const [, hour, minute = '00', half] =
    /^(\d{1,2})(?:[:.h](\d{1,2}))?(?::00)?\s*(am|pm|uhr|h)?$/i.exec(typed) ?? [];
  if (hour === undefined) return undefined;
  const isLater = half?.toLowerCase() === 'pm' && Number(hour) < 12;
  const hours = Number(hour) + (isLater ? 12 : 0);
  // YAML reads 8.30 as 8.3.
  const minutes = /[.]\d$/.test(typed) ? minute.padEnd(2, '0') : minute.padStart(2, '0');
  if (hours > 23 || Number(minutes) > 59) return undefined;
  return write(`"${String(hours).padStart(2, '0')}:${minutes}"`);
}

function amountAdvice(typed: string, refusal: string): string | undefined {
  // A currency without decimals, and an amount with too many of them.
  if (/such as "\d+"/.test(refusal) || /^\d+(?:\.\d+)?$/.test(typed)) return undefined;
  const [, number] =
    /^(?:[A-Z]{0,2}\p{Sc}|[A-Z]{3})?\s*(\d[\d.,'’\s]*?)(?:\.?[-–])?\s*(?:\p{Sc}|[A-Z]{3})?$/u.exec(
      typed,
    ) ?? [];
  if (number === undefined) return undefined;
  // 1.250,00 and 1,250.00 are clear, 1.250 is not.
  const [, thousands] =
    /^(\d{1,3}(?:([.,'’\s])\d{3})(?:\2\d{3})*)(?!\2)[.,]\d{1,2}$/u.exec(number) ?? [];
  const grouped =
    thousands === undefined ? number : number.replace(thousands, thousands.replace(/\D/g, ''));
  const [, whole, cents = ''] = /^(\d+)(?:[.,](\d{0,2}))?$/.exec(grouped) ?? [];
  if (whole === undefined) return undefined;
  const meant = cents === '' ? whole : `${whole}.${cents.padEnd(2, '0')}`;
  return meant === typed ? undefined : write(`"${meant}"`);
}

function numberAdvice(typed: string): string | undefined {
  if (/^\d+,\d+$/.test(typed)) return write(typed.replace(',', '.'));
  const [number] = /\d+/.exec(typed.replace(/[.,' ](?=\d{3}\b)/g, '')) ?? [];
  if (number === undefined) return undefined;
  return number === typed ? 'remove the quotes' : write(number);
}

function truthAdvice(typed: string): string | undefined {
  if (/^(?:true|false)$/.test(typed)) return 'remove the quotes';
  if (/^(?:yes|ja|on|y|1)$/i.test(typed)) return write('true');
  return /^(?:no|nein|off|n|0)$/i.test(typed) ? write('false') : undefined;
}

function write(text: string): string {
  return `write ${text}`;
}
