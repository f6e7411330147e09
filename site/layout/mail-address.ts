/** A link that opens the visitor's mail program with a prepared message. */
export function mailAddress(to: string, message: { subject: string; body?: string }): string {
  const fields = Object.entries(message).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.replaceAll('\n', '\r\n'))}`,
  );
  return `mailto:${to}?${fields.join('&')}`;
}
