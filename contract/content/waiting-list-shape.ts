import * as z from 'zod/mini';
import { text } from './content-fields.ts';

const paragraphs = z.array(text).check(z.minLength(1));
const mail = { subject: text, paragraphs };

/** The mails and pages of the waiting list. */
export const WaitingListWords = z.strictObject({
  joined: z.strictObject({ ...mail, button: text }),
  offered: z.strictObject({ ...mail, button: text }),
  /** Each reason has its own paragraphs: the offer was not taken, its order not paid, or the sale is over. */
  ended: z.strictObject({
    subject: text,
    lapsed: paragraphs,
    unpaid: paragraphs,
    closed: paragraphs,
  }),
  labels: z.strictObject({ choice: text, position: text, offeredUntil: text, priceUntil: text }),
  /** The page on which a visitor joins the list, and the page of a person on the list. */
  page: z.strictObject({
    title: text,
    intro: text,
    how: text,
    join: text,
    joined: text,
    free: text,
    form: text,
    unknown: text,
    waiting: text,
    leave: text,
    left: text,
    ended: text,
    check: text,
    hidden: text,
    notFound: text,
  }),
  offerPage: z.strictObject({
    title: text,
    intro: text,
    missing: text,
    unreadable: text,
    take: text,
    note: text,
    priceChanged: text,
    decline: text,
    declineNote: text,
    taken: text,
    payment: text,
    lapsed: text,
    closed: text,
    declined: text,
    notFound: text,
  }),
});
export type WaitingListWords = z.output<typeof WaitingListWords>;
