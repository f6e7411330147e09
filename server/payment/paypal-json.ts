/** What PayPal sends should be JSON; undefined where it is not. */
export function readPaypalJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
