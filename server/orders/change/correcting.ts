import type { ChangedPart } from '#server/identity.ts';
import type { ChangedBy } from '#server/orders/rows/participants.ts';
import type { AddressConfirmation } from '#server/orders/rows/address-confirmations.ts';
import type { ReceiptDocument } from '#server/receipts/receipt-document.ts';
import type { OrderChange } from '#server/orders/rows/order-changes.ts';
import type { Customer, Order } from '#server/orders/rows/orders.ts';

/** A correction for the transaction that makes it. */
export type Correcting = {
  order: Order;
  /** The act in the log. */
  action: 'correct' | 'hand-over';
  /** Whether another person takes the place, who must not read the answers and documents of the person before. */
  isReplaced: boolean;
  changedPart: ChangedPart | undefined;
  by: ChangedBy;
  /** Unpaid changes that end when the place is handed over. */
  unpaid: readonly OrderChange[];
  before: Customer;
  after: Customer;
  sortName: string | undefined;
  /** The names of the corrected entries, and sentences about them for the log. */
  changed: string[];
  words: string[];
  /** The request that the new address confirms; absent if nobody had to be asked. */
  confirmation: AddressConfirmation | undefined;
};

/** The new documents of the payer, and mails that are not sent any more. */
export type Corrected = { documents: ReceiptDocument[]; withdrawn: number };
