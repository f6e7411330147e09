/** The characters that people type as an apostrophe, a hyphen, a comma …, for a class of a regular expression. */
export const APOSTROPHES = "'’‘‛ʼʻʹˈ`´′";
export const DASHES = '\\-‐‑‒–—―−';
/** Also those of Chinese, Japanese and Arabic, which a keyboard types there by itself. */
export const COMMAS = ',，、،';
export const SEMICOLONS = ';；؛';
