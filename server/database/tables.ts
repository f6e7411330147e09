import type { Generated, Kysely, Transaction } from 'kysely';
import type { RequestId } from '#contract/requests.ts';

/**
 * The rows as both engines hold them: ids and times are text (times ISO 8601 in UTC, so that they sort), money is whole
 * cents, flags are 0 or 1, nested data is JSON text that its store parses.
 */
export type Tables = {
  participants: ParticipantRow;
  agreements: AgreementRow;
  orders: OrderRow;
  order_items: OrderItemRow;
  order_changes: OrderChangeRow;
  place_limits: PlaceLimitRow;
  payments: PaymentRow;
  payment_history: PaymentHistoryRow;
  webhook_events: WebhookEventRow;
  refunds: RefundRow;
  disputes: DisputeRow;
  reviews: ReviewRow;
  outbox: OutboxRow;
  idempotency_keys: IdempotencyKeyRow;
  abstracts: AbstractRow;
  documents: DocumentRow;
  payment_links: PaymentLinkRow;
  decisions: DecisionRow;
  letters: LetterRow;
  letter_addresses: LetterAddressRow;
  activities: ActivityRow;
  removals: RemovalRow;
  installation: InstallationRow;
  servers: ServerRow;
  leases: LeaseRow;
  rate_limits: RateLimitRow;
  payment_networks: PaymentNetworkRow;
  alarms: AlarmRow;
};

/** One human who takes part, however he or she came in. */
export type ParticipantRow = {
  id: string;
  /** Digest of what was typed; finds the registration again when its payment is asked for. */
  dedupe_key: string;
  /** A digest of name and mail address, the same for all spellings of a name. */
  person_key: string;
  name: string;
  /** By which lists are sorted; made of the name. */
  sort_name: string;
  /** Name, address, telephone number and institute in all spellings (`searchTextOf`). */
  search_text: string;
  phone: string;
  email: string;
  institute: string;
  country: string;
  /** Null for somebody who pays an agreed amount. */
  presentation_type: string | null;
  registration_type: string | null;
  /** The requests, each null where nobody said it. */
  accompanying_person: number | null;
  extra_nights: number | null;
  cancelled_at: string | null;
  checked_in_at: string | null;
  created_at: string;
};

/** The columns of the requests of participants. */
export const requestColumns = {
  accompanyingPerson: 'accompanying_person',
  extraNights: 'extra_nights',
} as const satisfies Record<RequestId, keyof ParticipantRow>;

export type AgreementRow = {
  id: string;
  /** Normalised. */
  email: string;
  /** Without the processing fee. */
  amount_cents: number;
  words: string;
  created_at: string;
  /** The paid order that it confirmed; null until then. */
  order_id: string | null;
};

export type OrderRow = {
  id: string;
  /** People quote it in a mail: short, unique, never a secret. */
  reference: string;
  /** The system user who made it for others, as a group; null where its payer made it with a form. */
  offered_by: string | null;
  /** Digest of who buys what at which price: the same purchase again is the same order, unless it was refunded or cancelled. */
  dedupe_key: string;
  /** How often it was changed: whoever changes it names the number that was looked at. */
  version: Generated<number>;
  /** A digest of the payer's name and mail address; orders of one person have the same. */
  person_key: string;
  /** The sum of its booked items, and the fee in it. */
  amount_cents: number;
  fee_cents: number;
  /** The rule of the fee: hundredths of a per cent, and the fixed part. */
  fee_basis_points: number;
  fee_fixed_cents: number;
  currency: string;
  /** How many decimals the amounts are counted with. */
  currency_decimals: number;
  product_name: string;
  payer_name: string;
  payer_email: string;
  payer_phone: string;
  payer_institute: string;
  payer_country: string;
  /** The same of the payer as of a participant. */
  search_text: string;
  /** Text the page sent for display; never an id. */
  order_reference: string | null;
  state: string;
  paid_payment_id: string | null;
  /** The end of the receipt's address; anyone who has it can read the receipt. */
  receipt_token: string;
  /** When an organiser took it back or cancelled it, paid or not. */
  cancelled_at: string | null;
  created_at: string;
};

/** The kinds of things that are ordered. */
export type ItemKind = 'registration' | 'room' | 'guest' | 'extra' | 'agreed' | 'fee';

/** Proposed by a change that waits for money; booked; replaced by another item; or cancelled: taken away without another in its place, or proposed and never booked. */
export type ItemState = 'proposed' | 'booked' | 'replaced' | 'cancelled';

/** One thing that was ordered. */
export type OrderItemRow = {
  id: string;
  order_id: string;
  /** The participant that it is for; null where it is for nobody alone. */
  participant_id: string | null;
  kind: ItemKind;
  /** The id in prices.yaml of a presentation type or an extra. */
  item: string;
  label: string;
  stated_by_payer: string | null;
  /** The phase of the prices, where they go by date. */
  phase: string | null;
  /** The days of arrival and departure; a room alone has them. */
  from_day: string | null;
  until_day: string | null;
  quantity: number;
  unit_cents: number;
  /** Quantity times unit. */
  amount_cents: number;
  /** In which order the items are read. */
  position: number;
  state: ItemState;
  /** The change that made or proposes it; null for what was ordered at first. */
  change_id: string | null;
  /** The change that took its place, or would. */
  replaced_by: string | null;
  created_at: string;
};

/** Waits for money; made; withdrawn by an organiser; or not paid in time, or impossible by then. */
export type ChangeState = 'proposed' | 'made' | 'withdrawn' | 'lapsed';

/** A change of what was ordered. */
export type OrderChangeRow = {
  id: string;
  order_id: string;
  participant_id: string | null;
  /** The system user who made it. */
  actor: string;
  was: string;
  becomes: string;
  /** The difference of the price; negative where the change costs less. */
  difference_cents: number;
  /** The part of it that is fee. */
  fee_difference_cents: number;
  state: ChangeState;
  /** The end of the address of the page where it is paid; null where it costs nothing more, or was withdrawn. */
  token: string | null;
  paid_payment_id: string | null;
  created_at: string;
  closed_at: string | null;
};

/** A limit that an organiser has changed since the content was built. */
export type PlaceLimitRow = {
  kind: string;
  count: number;
  /** The limit in content/ at that time; a new one in content/ replaces both. */
  instead_of: number;
};

export type PaymentRow = {
  id: string;
  order_id: string;
  /** The change of the order that it pays; null where it pays the order itself. */
  change_id: string | null;
  attempt: number;
  provider: string;
  /** sandbox, test or live: which kind of money it is. */
  mode: string;
  /** The account that gets the money, as the provider names it; null for a free order. */
  account: string | null;
  idempotency_key: string;
  /** The exact request to the provider: a repetition must be the same byte for byte. */
  request: string;
  provider_ref: string | null;
  /** The payer goes to this address; null until the provider has answered. */
  checkout_url: string | null;
  /** The provider's id of the money: Stripe's payment intent, PayPal's capture. */
  provider_payment_ref: string | null;
  amount_cents: number;
  /** The amount that came in its currency, if it is not the amount that was requested. */
  came_cents: Generated<number | null>;
  currency: string;
  /** As of the order. */
  currency_decimals: number;
  state: string;
  failure_code: string | null;
  declines: Generated<number>;
  refunded_cents: Generated<number>;
  lease_until: string | null;
  next_check_at: string | null;
  checks: Generated<number>;
  created_at: string;
  expires_at: string;
};

export type PaymentHistoryRow = {
  id: string;
  payment_id: string;
  at: string;
  actor: string;
  from_state: string | null;
  to_state: string;
  evidence: string;
};

export type WebhookEventRow = {
  provider: string;
  event_id: string;
  type: string;
  ref: string | null;
  payment_ref: string | null;
  /** The provider's id of the dispute that the event is about. */
  dispute_ref: string | null;
  /** The provider's id of the warning of fraud that the event is. */
  warning_ref: string | null;
  live: number;
  received_at: string;
  done_at: string | null;
  outcome: string | null;
};

export type RefundRow = {
  id: string;
  payment_id: string;
  idempotency_key: string;
  provider_ref: string | null;
  amount_cents: number;
  reason: string;
  state: string;
  /** How often it was refused; each try has a key of its own, since nothing moved. */
  refusals: Generated<number>;
  /** When a refused one is asked for again; null for one that a person has to ask for. */
  next_try_at: string | null;
  /** When the provider was asked for the first time; null while it was not. */
  asked_at: string | null;
  /** Why the provider gave no clear answer, where a person has to do something about it. */
  trouble: string | null;
  /** 1 where a person wants it sent although the payment is disputed. */
  despite_dispute: Generated<number>;
  /** The one of a group whose registration is refunded; null where it is about the order or its only participant. */
  participant_id: Generated<string | null>;
  /** When a person said that nothing is left to do about one that was refused or failed. */
  settled_at: string | null;
  created_at: string;
};

export type DisputeRow = {
  provider: string;
  /** The provider's id of it. */
  provider_ref: string;
  payment_id: string;
  state: string;
  amount_cents: number;
  currency: string;
  /** Until when the provider wants an answer, if it wants one. */
  due_at: string | null;
  opened_at: string;
  closed_at: string | null;
  /** When the provider was asked for what this row says; an answer to an older question changes nothing. */
  asked_at: string;
  /** When this row last changed. */
  changed_at: string;
};

/** Something about a payment that needs a person, and that no other table says. */
export type ReviewRow = {
  id: string;
  kind: string;
  payment_id: string;
  /** The id of its other subject besides the payment: the other order of the same person, the provider's warning. */
  about: string;
  noted_at: string;
  /** When a person said that nothing is left to do about it, and which system user that was. */
  settled_at: string | null;
  settled_by: string | null;
};

export type OutboxRow = {
  id: string;
  /** One message per event: `payment-confirmed:<order>`. */
  message_key: string;
  kind: string;
  recipient: string;
  /** The order or abstract that the mail is about; null where it is about neither, such as a registration before its order. */
  reference: string | null;
  payload: string;
  created_at: string;
  attempts: Generated<number>;
  next_attempt_at: string;
  lease_until: string | null;
  sent_at: string | null;
  /** When it was given up, after its last try. */
  dead_at: string | null;
  /** The error of the last try, without a word of the other side. */
  trouble: string | null;
  /** For a mail that says that something is unpaid: what it waits for, a person's registration or one order. */
  until_paid: string | null;
  /** When it stopped being true before it was sent; it is not sent any more. */
  withdrawn_at: string | null;
  /** The digest that it goes out in, where it is not sent by itself. */
  digest_id: string | null;
};

export type IdempotencyKeyRow = {
  /** Digest of an Idempotency-Key or of the content of a write. */
  key: string;
  subject_id: string;
  claimed_at: string;
};

export type AbstractRow = {
  id: string;
  /** Digest of who sent which bytes for which session: the same again is the same abstract. */
  dedupe_key: string;
  reference: string;
  title_prefix: string;
  name: string;
  phone: string;
  email: string;
  organization: string;
  /** The same of the author as of a participant. */
  search_text: string;
  country: string;
  interest_area_id: string;
  session_id: string;
  /** The author's own name for the file, cleaned; never part of a path. */
  file_name: string;
  bytes: number;
  sha256: string;
  /** The name of the file in the file store. */
  file_key: string;
  /** The store that the file was put into. */
  file_store: string;
  /** The active content of the file, in words; null: it only shows pages. */
  active_content: string | null;
  state: string;
  created_at: string;
  /** CLEAN, INFECTED, or GIVEN_UP where no scanner gets through it; null as long as nobody has looked. */
  scan: string | null;
  /** The infection of a file, in the scanner's words. */
  scan_finding: string | null;
  /** When a scanner is to look; null once it has. */
  scan_due_at: string | null;
  scan_tries: Generated<number>;
};

/** A receipt or a credit note as it was issued. Rows are never changed, but when its customer is erased. */
export type DocumentRow = {
  number: string;
  order_id: string;
  /** The payment that it is about. */
  payment_id: string;
  /** Everything that is printed on it, as JSON. */
  content: string;
  issued_at: string;
};

/** The page where an order that an organiser made can be paid. */
export type PaymentLinkRow = {
  order_id: string;
  /** The end of its address; anyone who has it sees what has to be paid. */
  token: string;
  created_at: string;
};

/** The programme committee's decision about an abstract, and the author's answer. */
export type DecisionRow = {
  abstract_id: string;
  /** ACCEPTED or REJECTED. */
  outcome: string;
  /** How an accepted one is presented, such as talk or poster, in the committee's words. */
  presentation: string | null;
  /** When and where, in the committee's words. */
  slot: string | null;
  decided_at: string;
  /** When the author was written to about it; null while nobody was, or what was decided changed since. */
  told_at: string | null;
  /** The end of the address of the author's page. */
  token: string;
  /** CONFIRMED or WITHDRAWN; null as long as the author has not answered. */
  answer: string | null;
  answered_at: string | null;
};

/** A letter that organisers wrote to many. */
export type LetterRow = {
  id: string;
  subject: string;
  body: string;
  /** Whom it went to, as the organiser wrote it: "paid, speaker". */
  selection: string;
  recipients: number;
  /** The system user. */
  sent_by: string;
  sent_at: string;
};

/** An address that got a letter, and whether its owner wants more. */
export type LetterAddressRow = {
  /** Normalised. */
  email: string;
  /** The end of the address of its unsubscribe page. */
  token: string;
  unsubscribed_at: string | null;
};

/** Something that an organiser did. */
export type ActivityRow = {
  id: string;
  at: string;
  /** The system user who ran the command or the dashboard. */
  who: string;
  /** The command: "correct", "refund". */
  action: string;
  /** The order or abstract that it was about. */
  reference: string | null;
  /** The member of a group that it was about; the name is read from the participant, so that an erasure removes it here. */
  participant_id: string | null;
  /** The change; empty once the person it was about is erased. */
  words: string;
};

/** A file whose row is gone and that has to go too. */
export type RemovalRow = {
  /** `files`: the file store, by its key; `mail`: the folder of mails, by the id of the message. */
  place: string;
  name: string;
  /** The store that the file is in; null for a mail. */
  file_store: string | null;
};

/** The accounts and stores that the database is used with. There is one row, written at the first start. */
export type InstallationRow = {
  id: 1;
  /** sandbox, test or live. */
  mode: string;
  stripe_account: string | null;
  /** A fingerprint of the secret key, which it does not give away. */
  stripe_key: string | null;
  paypal_client: string | null;
  sandbox_id: string | null;
  /** The bucket, or the id that lies in the folder. */
  file_store: string;
};

/** A server that runs, or ran until lately. */
export type ServerRow = {
  id: string;
  host: string;
  version: string;
  /** sandbox, test or live. */
  mode: string;
  file_store: string;
  sandbox_id: string | null;
  started_at: string;
  seen_at: string;
};

/** Which server does a job, or did it last. */
export type LeaseRow = {
  /** The job. */
  name: string;
  /** The server. */
  holder: string;
  /** Until then nobody else takes it up. */
  until: string;
};

/** The use that a network has made of a rate limit that all servers share. */
export type RateLimitRow = {
  /** A digest of the limit and the network. */
  key: string;
  /** When all of it is there again, in milliseconds since 1970, which SQL can add to. */
  full_at: number;
};

/** From where a payment was begun, for an hour. */
export type PaymentNetworkRow = {
  payment_id: string;
  /** A digest. */
  network: string;
  created_at: string;
};

/** Something that needs a person and that `ALARM_URL` is told once. */
export type AlarmRow = {
  /** A digest of the rest: the same again is the same alarm. */
  key: string;
  about: string;
  subject: string;
  words: string;
  noted_at: string;
  /** When it was taken; null until then. */
  told_at: string | null;
};

export type Db = Kysely<Tables>;

/** A function that takes a Tx writes together with its caller: all of it is kept or nothing. */
export type Tx = Transaction<Tables> & { readonly isTransaction: true };
