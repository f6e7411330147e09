import * as z from 'zod/mini';
import { id, noTwins } from '#contract/content/content-fields.ts';
import type { FeatureTexts } from '#contract/content/feature-texts.ts';

/** The facts of which another program can hear. */
export const eventTypes = [
  'paid',
  'changed',
  'cancelled',
  'checked-in',
  'submitted',
  'decided',
] as const;
export type EventType = (typeof eventTypes)[number];

/** The personal data that an endpoint may get. */
const FIELDS = ['name', 'email', 'institute', 'country', 'title'] as const;
export type PersonalField = (typeof FIELDS)[number];

const Webhook = z.strictObject({
  /** WEBHOOK_ENDPOINTS has the address of the endpoint with this name. */
  id,
  events: z._default(z.array(z.enum(eventTypes)).check(z.minLength(1)), [...eventTypes]),
  fields: z._default(z.array(z.enum(FIELDS)), []),
});
type Webhook = z.output<typeof Webhook>;

export const webhooksTexts: FeatureTexts = {
  facts: { conference: ['events', 'fields'] },
  shapes: { conference: { webhooks: z._default(z.array(Webhook).check(noTwins('id')), []) } },
};

declare module '#contract/content/feature-texts.ts' {
  interface AddedToConference {
    webhooks: Webhook[];
  }
}
