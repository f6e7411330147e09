import { language } from 'content:language';
import { sizeText as sizeIn } from '#contract/size-text.ts';

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

export function sizeText(bytes: number): string {
  return sizeIn(bytes, language);
}
