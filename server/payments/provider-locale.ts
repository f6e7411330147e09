/** The languages of Stripe's page: https://docs.stripe.com/payments/checkout/customization/appearance#localization */
const OF_STRIPE = [
  ...(['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fil', 'fr', 'hr', 'hu'] as const),
  ...(['id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'mt', 'nb', 'nl', 'pl', 'pt', 'ro'] as const),
  ...(['ru', 'sk', 'sl', 'sv', 'th', 'tr', 'vi', 'zh'] as const),
];

/** The language of Stripe's page for an order: `de` for de-CH. Undefined for a language that Stripe does not speak. */
export function stripeLocale(language: string): (typeof OF_STRIPE)[number] | undefined {
  const [main] = language.split('-');
  return OF_STRIPE.find((known) => known === main);
}

/** The locale of PayPal's page for an order: `de-DE`. PayPal takes a language with a country. */
export function paypalLocale(language: string): string | undefined {
  const { language: main, region } = new Intl.Locale(language).maximize();
  return main.length === 2 && region !== undefined ? `${main}-${region}` : undefined;
}
