import { language } from 'content:language';

/** 30000 -> "30,000"; in German "30.000". The first use of Intl takes a tenth of a second on a slow phone. */
export function groupedText(number: number): string {
  return language === 'en'
    ? String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
    : new Intl.NumberFormat(language).format(number);
}

/** 42 -> "42%"; in German "42 %" */
export function percentText(percent: number): string {
  return language === 'en'
    ? `${percent}%`
    : new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100);
}

/** "12.4 MB", or "850 KB" below one megabyte; in German "12,4 MB" */
export function sizeText(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024);
  const isSmall = bytes < 1024 * 1024;
  if (language === 'en') return isSmall ? `${kilobytes} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  });
  return format.format(isSmall ? kilobytes : bytes / 1024 / 1024);
}
