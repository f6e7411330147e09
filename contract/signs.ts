/** The characters that people type as an apostrophe, and as a hyphen or dash, for a class of a regular expression. */
export const APOSTROPHES = "'’‘‛ʼʻʹˈ`´′";
export const DASHES = '\\-‐‑‒–—―−';
