import { base } from 'content:language';

/** The path of a page without the language: /privacy for /de/privacy. */
export function pathIn({ pathname }: Pick<URL, 'pathname'>): string {
  return pathname.slice(base.length).replace(/\/$/, '');
}
