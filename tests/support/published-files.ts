import { existsSync } from 'node:fs';

/** The folder of what others publish, by address; published-schemas/README.md says how it gets there. */
export const publishedFiles = new URL('published-schemas/files/', import.meta.url).pathname;

export const paypalFiles = `${publishedFiles}raw.githubusercontent.com/paypal/paypal-rest-api-specifications/ec4d8f36a6ab0abcc3865e1072aaddc85ea14d5c/openapi/`;

export const hasPaypalFiles = existsSync(paypalFiles);
