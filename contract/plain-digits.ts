/** The text with the digits 0 to 9. Arabic, Persian and Japanese keyboards have digits of their own. */
export function plainDigits(typed: string): string {
  return typed.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) % 16));
}
