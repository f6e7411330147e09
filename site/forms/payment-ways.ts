import * as forms from 'content:labels/forms';
import * as labels from 'content:labels/registration';
import details from 'content:conference-details';
import pages from 'content:pages';
import prices from 'content:prices';
import type { Titled } from '#contract/content/page-words.ts';
import { fillPlaceholders } from '#contract/content/placeholders.ts';
import { formWays, leastBy, PROVIDER_NAMES, type Way } from '#contract/content/ways.ts';
import type { Cents } from '#contract/money.ts';

/** A way to pay of the forms, with the lowest amount that can be paid so. */
export type OfferedWay = Titled & { way: Way; least: Cents };

/** The ways to pay, and the sentences about the next page. The loaders of the forms return them. */
export type PaymentWays = {
  offered: readonly OfferedWay[];
  next: { both: string; card: string; paypal: string; transfer: string; nothing: string };
};

export function paymentWays(): PaymentWays {
  const { card, paypal, transfer } = pages.registration.payment;
  const { currency } = prices;
  const texts: Record<Way, Titled> = {
    card: card ?? { title: labels.cardTitle, text: labels.cardText },
    paypal: paypal ?? { title: labels.paypalTitle, text: labels.paypalText },
    transfer: transfer ?? { title: labels.transferTitle, text: labels.transferText },
  };
  const opens = (provider: string) => fillPlaceholders(forms.oneProviderOpens, { provider });
  return {
    offered: formWays(details, currency).map((way) => ({
      way,
      least: leastBy(way, currency),
      ...texts[way],
    })),
    next: {
      both: forms.providerOpens,
      card: opens(PROVIDER_NAMES.card),
      paypal: opens(PROVIDER_NAMES.paypal),
      transfer: forms.transferOpens,
      nothing: forms.nothingToPay,
    },
  };
}
