/** Patterns of keys and passwords that must not be in the repository. */
const secrets: Readonly<Record<string, RegExp>> = {
  'a Stripe key': /\b[rs]k_(?:live|test)_[0-9A-Za-z]{20,}/,
  'a signing secret': /\bwhsec_[0-9A-Za-z+/]{24,}/,
  'a private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  'an AWS key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a GitHub token': /\b(?:gh[pousr]_[0-9A-Za-z]{36}|github_pat_[0-9A-Za-z_]{40,})/,
  'an npm token': /\bnpm_[0-9A-Za-z]{36}\b/,
  'a Slack token': /\bxox[abeoprs]-[0-9A-Za-z-]{10,}/,
  'a Google key': /\bAIza[0-9A-Za-z_-]{35}/,
  'a PayPal secret': /PAYPAL_CLIENT_SECRET["']?\s*[:=]\s*["']?E[0-9A-Za-z_-]{60,}/,
  'a signed token': /\beyJ[0-9A-Za-z_-]{10,}\.eyJ[0-9A-Za-z_-]{10,}\.[0-9A-Za-z_-]{20,}/,
  'an address with a password':
    /\b(?:postgres(?:ql)?|mysql|redis|amqp|https?|smtps?):\/\/[^\s:/@"'`]+:(?!password@)[^\s:/@"'`$]{8,}@(?!(?:127\.|localhost|[\w.-]*\.(?:example|test|invalid)\b))/,
};

/** Each line of a text with the kind of secret that it seems to contain; the secret itself is left out. */
export function secretsIn(text: string): { line: number; what: string }[] {
  return text.split('\n').flatMap((words, index) =>
    Object.entries(secrets)
      .filter(([, pattern]) => pattern.test(words))
      .map(([what]) => ({ line: index + 1, what })),
  );
}
