import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { RequestId } from '#contract/requests.ts';
import type { ChangedPart } from '#server/identity.ts';

/**
 * The rows of both engines: ids and times are text (times in ISO 8601 and UTC, so that they sort), money is whole cents,
 * flags are 0 or 1, and nested data is JSON text that its repository parses.
 */
export type Tables = {
  participants: ParticipantRow;
  answers: AnswerRow;
  agreements: AgreementRow;
  members: MemberRow;
  member_list: MemberListRow;
  invitations: InvitationRow;
  proofs: ProofRow;
  orders: OrderRow;
  order_items: OrderItemRow;
  order_changes: OrderChangeRow;
  place_limits: PlaceLimitRow;
  waiting_list: WaitingListRow;
  waiting_list_extras: WaitingListExtraRow;
  payments: PaymentRow;
  payment_history: PaymentHistoryRow;
  webhook_events: WebhookEventRow;
  refunds: RefundRow;
  disputes: DisputeRow;
  reviews: ReviewRow;
  bank_columns: BankColumnRow;
  payouts: PayoutRow;
  payout_entries: PayoutEntryRow;
  bank_entries: BankEntryRow;
  bank_refunds: BankRefundRow;
  outbox: OutboxRow;
  idempotency_keys: IdempotencyKeyRow;
  abstracts: AbstractRow;
  abstract_files: AbstractFileRow;
  abstract_authors: AbstractAuthorRow;
  documents: DocumentRow;
  document_series: DocumentSeriesRow;
  invoice_recipients: InvoiceRecipientRow;
  payment_links: PaymentLinkRow;
  address_confirmations: AddressConfirmationRow;
  decisions: DecisionRow;
  agenda_entries: AgendaEntryRow;
  reviewers: ReviewerRow;
  peer_reviews: PeerReviewRow;
  peer_review_scores: PeerReviewScoreRow;
  peer_review_notes: PeerReviewNoteRow;
  visa_requests: VisaRequestRow;
  letters: LetterRow;
  letter_addresses: LetterAddressRow;
  consents: ConsentRow;
  activities: ActivityRow;
  removals: RemovalRow;
  installation: InstallationRow;
  servers: ServerRow;
  leases: LeaseRow;
  rate_limits: RateLimitRow;
  uploads: UploadRow;
  payment_networks: PaymentNetworkRow;
  alarms: AlarmRow;
};

/** One person who takes part. */
export type ParticipantRow = {
  id: string;
  /** Digest of the form's data: a payment request finds the registration by it. */
  dedupe_key: string;
  /** A digest of name and mail address, the same for all spellings of a name. */
  person_key: string;
  name: string;
  /** The name in the form by which lists are sorted. */
  sort_name: string;
  /** Name, address, telephone number and institute in all spellings (`searchTextOf`). */
  search_text: string;
  phone: string;
  email: string;
  institute: string;
  country: string;
  /** The language of the mails, pages and documents for this person (BCP 47). */
  language: string;
  /** Null for a participant who pays an agreed amount. */
  presentation_type: string | null;
  registration_type: string | null;
  /** The requests; null: not stated. */
  accompanying_person: number | null;
  extra_nights: number | null;
  /** The end of the address of the participant's own page; anyone who has it can act for the participant. */
  page_token: string;
  cancelled_at: string | null;
  checked_in_at: string | null;
  /**
   * When somebody else gave the participant another address: the page does not show what was entered or sent before.
   * Null if nobody did.
   */
  private_from: string | null;
  /** The part that has changed since the person came; changing the other one, too, makes another person. */
  changed_part: ChangedPart | null;
  created_at: string;
};

/** The columns of the requests of participants. */
export const requestColumns = {
  accompanyingPerson: 'accompanying_person',
  extraNights: 'extra_nights',
} as const satisfies Record<RequestId, keyof ParticipantRow>;

/** A participant's answer to a question of the conference. */
export type AnswerRow = {
  participant_id: string;
  /** The id in conference.yaml; a question that was removed there keeps its answers. */
  question_id: string;
  /** A line, an option, or `yes` or `no`. */
  answer: string;
  answered_at: string;
};

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

/** A member of the society: only digests, which nobody can turn back without the key in `member_list`. */
export type MemberRow = {
  id: string;
  /** The digest of the membership number, and of the mail address; at least one of them. */
  number_hash: string | null;
  address_hash: string | null;
  created_at: string;
};

/** The one row of the list of members. */
export type MemberListRow = {
  id: number;
  /** The secret key of all digests. */
  hash_key: string;
  changed_at: string;
};

/** A personal link that carries a price. It can be used once. */
export type InvitationRow = {
  id: string;
  /** The end of the address of the link. */
  token: string;
  name: string;
  email: string;
  /** As in ParticipantRow. */
  language: string;
  /** The id in prices.yaml. */
  presentation_type: string;
  /** The price of the registration, without the fee. */
  unit_cents: number;
  /** A sentence for the invited person; empty without one. */
  note: string;
  /** The first moment at which the link is over. */
  lapses_at: string;
  /** The system user who made it. */
  invited_by: string;
  withdrawn_at: string | null;
  /** The order that used the link. */
  order_id: string | null;
  /** When the mail with the link was written. */
  created_at: string;
};

/** `ASKED`: nothing was sent yet. `SENT`: an organiser has to decide. */
export type ProofState = 'ASKED' | 'SENT' | 'ACCEPTED' | 'REFUSED';

/** The proof of one participant, with its newest file. */
export type ProofRow = {
  participant_id: string;
  state: ProofState;
  /** Null without a file, or after the retention period. */
  file_name: string | null;
  bytes: number | null;
  sha256: string | null;
  file_key: string | null;
  file_store: string | null;
  active_content: string | null;
  sent_at: string | null;
  /** As in AbstractFileRow. */
  scan: string | null;
  scan_finding: string | null;
  scan_due_at: string | null;
  scan_tries: Generated<number>;
  decided_at: string | null;
  decided_by: string | null;
  /** Only of a refused proof. */
  reason: string | null;
  /** When the difference was claimed, because nothing was proved in time. */
  claimed_at: string | null;
  /** The change that asks for the difference. */
  change_id: string | null;
};

export type OrderRow = {
  id: string;
  /** Short and unique; payers quote it in mails, so it is no secret. */
  reference: string;
  /** The system user who made the order for others, such as a group; null if the payer made it with a form. */
  offered_by: string | null;
  /** Digest of payer, items and price: a repeated purchase finds the same order, unless that was refunded or cancelled. */
  dedupe_key: string;
  /** Counts the changes: a change names the version that it was planned for. */
  version: Generated<number>;
  /** A digest of the payer's name and mail address; orders of one person have the same. */
  person_key: string;
  /** The sum of the booked items, which includes the fee. */
  amount_cents: number;
  fee_cents: number;
  /** The rule of the fee: hundredths of a per cent, and the fixed part. */
  fee_basis_points: number;
  fee_fixed_cents: number;
  /** As in OrderItemRow, about the fee. */
  fee_tax_basis_points: number | null;
  /** The line of the fee in the language of the order, with {fee}. */
  fee_words: string;
  /** Whether its documents state the tax: 0 or 1. */
  states_tax: Generated<number>;
  currency: string;
  /** The decimals of the amounts: 2 for EUR, 0 for JPY. */
  currency_decimals: number;
  product_name: string;
  payer_name: string;
  payer_email: string;
  payer_phone: string;
  payer_institute: string;
  payer_country: string;
  /** As in ParticipantRow, for the payer. */
  language: string;
  /** As in ParticipantRow, about the payer. */
  search_text: string;
  /** Unused: the text that the page sends has a name. */
  order_reference: Generated<string | null>;
  state: string;
  paid_payment_id: string | null;
  /** The end of the receipt's address; anyone who has it can read the receipt. */
  receipt_token: string;
  /** The end of the address of the payer's own page; null if the payer is the participant, whose page it is. */
  page_token: string | null;
  /** When an organiser withdrew or cancelled the order, paid or not. */
  cancelled_at: string | null;
  /** The end of the personal link whose price the order has; null for other orders. */
  invited_until: string | null;
  /** The refund sent by mistake that this order asks for again, by its id in the list of refunds; null for other orders. */
  undoes: string | null;
  /** As in ParticipantRow, about the payer. */
  changed_part: Generated<ChangedPart | null>;
  created_at: string;
};

/** The kinds of items. An organiser asks for an `asked` amount, which gives nobody a place. */
export type ItemKind = 'registration' | 'room' | 'guest' | 'extra' | 'agreed' | 'asked' | 'fee';

/** `proposed`: its change waits for money. `cancelled`: removed without a replacement, or proposed and never booked. */
export type ItemState = 'proposed' | 'booked' | 'replaced' | 'cancelled';

/** An item of an order. */
export type OrderItemRow = {
  id: string;
  order_id: string;
  /** The participant of this item; null if it belongs to the whole order. */
  participant_id: string | null;
  kind: ItemKind;
  /** The id in prices.yaml of a presentation type or an extra. For an asked amount: the reference that it is about, or empty. */
  item: string;
  /** The id of the choice of an extra that has choices, otherwise null. */
  choice: string | null;
  label: string;
  /** The words of a line in the language of the order; null if the label is enough. */
  words: string | null;
  stated_by_payer: string | null;
  /** The phase of the prices; null if prices have no phases. */
  phase: string | null;
  /** The days of arrival and departure; only a room has them. */
  from_day: string | null;
  until_day: string | null;
  quantity: number;
  unit_cents: number;
  /** Quantity times unit. */
  amount_cents: number;
  /** The tax in the amount, in hundredths of a per cent; null if the item is exempt or no tax is stated. */
  tax_basis_points: number | null;
  /** The digest of the member whose price a registration has (MemberRow). */
  member_key: string | null;
  /** The rank of the item in the list. */
  position: number;
  state: ItemState;
  /** The change that made or proposes this item; null for an item of the first order. */
  change_id: string | null;
  /** The change that replaces this item. */
  replaced_by: string | null;
  created_at: string;
};

/** `proposed`: waits for money. `withdrawn`: by an organiser. `lapsed`: not paid in time, or no longer possible when paid. */
export type ChangeState = 'proposed' | 'made' | 'withdrawn' | 'lapsed';

/** A change of an order. */
export type OrderChangeRow = {
  id: string;
  order_id: string;
  participant_id: string | null;
  /** The system user who made it, `participant`, or `server` for a price that was not proved. */
  actor: string;
  was: string;
  becomes: string;
  /** The difference of the price; negative if the change costs less. */
  difference_cents: number;
  /** The fee in this difference. */
  fee_difference_cents: number;
  state: ChangeState;
  /** The end of the address of its payment page; null if the change costs nothing more or was withdrawn. */
  token: string | null;
  paid_payment_id: string | null;
  /** The moment when it lapses unpaid; null if it costs nothing more. */
  lapses_at: string | null;
  created_at: string;
  closed_at: string | null;
};

/** A limit of places that an organiser has changed with a command. */
export type PlaceLimitRow = {
  kind: string;
  count: number;
  /** The limit in content/ at the time of the command. If content/ has another limit later, that one counts. */
  instead_of: number;
};

/**
 * `OFFERED`: its places are reserved until `offered_until`. `TAKEN`: an order took the offer; its places stay reserved
 * until it is paid or `offered_until` is over. `LAPSED`: not taken or not paid in time, or no longer sold. `LEFT`: by the
 * person, an organiser, or because the person got a place otherwise.
 */
export type WaitingState = 'WAITING' | 'OFFERED' | 'TAKEN' | 'LAPSED' | 'LEFT';

/** A person on the waiting list, with the choice for which no place was left. */
export type WaitingListRow = {
  id: string;
  /** A digest of person and choice: the same person waits once for the same choice. */
  dedupe_key: string;
  /** As in ParticipantRow. */
  person_key: string;
  name: string;
  email: string;
  search_text: string;
  presentation_type: string;
  registration_type: string;
  /** 0 without a room. */
  nights: number;
  guests: number;
  state: WaitingState;
  /** The end of the addresses of the person's page and of the offer. */
  token: string;
  /** The site on which the person joined; links in mails begin with it. */
  origin: string;
  /** As in ParticipantRow. */
  language: string;
  offered_at: string | null;
  offered_until: string | null;
  /** The order that took the offer. */
  order_id: string | null;
  /** When its reader confirmed the address, which gives the entry its turn; null: nobody has. */
  confirmed_at: Generated<string | null>;
  created_at: string;
};

/** An extra for which a person waits. */
export type WaitingListExtraRow = {
  entry_id: string;
  /** The id in prices.yaml. */
  extra: string;
  /** The id of the choice of an extra that has choices, otherwise empty. */
  choice: string;
  quantity: number;
};

export type PaymentRow = {
  id: string;
  order_id: string;
  /** The change that this payment is for; null if it is for the order itself. */
  change_id: string | null;
  attempt: number;
  provider: string;
  /** sandbox, test or live. */
  mode: string;
  /** The provider's id of the account that gets the money; null for a free order. */
  account: string | null;
  idempotency_key: string;
  /** The exact request to the provider: a repeated request has to have the same bytes. */
  request: string;
  provider_ref: string | null;
  /** The payer goes to this address; null until the provider has answered. */
  checkout_url: string | null;
  /** The provider's id of the money: Stripe's payment intent, PayPal's capture. */
  provider_payment_ref: string | null;
  amount_cents: number;
  /** The arrived amount of a mismatch in our currency, or the part of a bank transfer; null for every other payment. */
  arrived_cents: Generated<number | null>;
  /** debit or virtual-account, if the money comes days after the checkout. */
  delayed_by: Generated<string | null>;
  /** The money beyond the amount, which the provider keeps for the payer. */
  overpaid_cents: Generated<number>;
  currency: string;
  /** As in OrderRow. */
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
  /** The refunded sum of the payment from then on; null if the transition is about no refund. */
  refunded_cents: Generated<number | null>;
};

export type WebhookEventRow = {
  provider: string;
  event_id: string;
  type: string;
  ref: string | null;
  payment_ref: string | null;
  /** The provider's id of the dispute that the event is about. */
  dispute_ref: string | null;
  /** The provider's id of the fraud warning that the event is about. */
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
  /** How often the provider refused it. A new try has a new idempotency key, because a refused one moved no money. */
  refusals: Generated<number>;
  /** When the server asks for a refused refund again; null if a person has to ask. */
  next_try_at: string | null;
  /** When the server asked the provider for the first time; null until then. */
  asked_at: string | null;
  /** Why the provider gave no clear answer, if a person has to act. */
  trouble: string | null;
  /** 1: a person wants the refund although the payment is disputed. */
  despite_dispute: Generated<number>;
  /** The participant of a group whose registration is refunded; null if the refund is about the whole order. */
  participant_id: Generated<string | null>;
  /** The change that costs less and is refunded; null for every other refund. */
  change_id: Generated<string | null>;
  /** When a person marked a refused or failed refund as settled. */
  settled_at: string | null;
  created_at: string;
};

export type DisputeRow = {
  provider: string;
  /** The provider's id of the dispute. */
  provider_ref: string;
  payment_id: string;
  state: string;
  amount_cents: number;
  currency: string;
  /** The deadline for an answer to the provider, if it expects one. */
  due_at: string | null;
  opened_at: string;
  closed_at: string | null;
  /** When the server asked the provider for this state. An answer to an earlier question changes nothing. */
  asked_at: string;
  /** When this row last changed. */
  changed_at: string;
};

/** A sum of money: PostgreSQL returns large integers as text. */
type Sum = ColumnType<number | string, number, number>;

/** Money that a provider sent to the bank account of the conference. */
export type PayoutRow = {
  provider: string;
  account: string;
  mode: string;
  /** The provider's id of the payout. */
  ref: string;
  state: string;
  /** 1: the provider made it by itself, and says which entries are in it. */
  is_automatic: number;
  amount_cents: Sum;
  currency: string;
  currency_decimals: number;
  /** The day on which it arrives at the bank. */
  arrives_on: string;
  created_at: string;
};

/** A movement of money on the account of a provider: net is gross less the fee, and money that leaves is negative. */
export type PayoutEntryRow = {
  provider: string;
  account: string;
  mode: string;
  /** The provider's id of the movement. */
  ref: string;
  kind: string;
  /** The payout that has it; null until then, and for ever if the provider does not tell. */
  payout_ref: string | null;
  /** The provider's id of the payment that it is about, as in PaymentRow. */
  payment_ref: string | null;
  /** The provider's id of the refund, dispute or payout that caused it. */
  source_ref: string | null;
  /** The invoice that the shop wrote into the payment. */
  invoice: string | null;
  gross_cents: Sum;
  fee_cents: Sum;
  net_cents: Sum;
  currency: string;
  currency_decimals: number;
  occurred_at: string;
};

/** A payment that a person has to check, for a reason that no other table has. */
export type ReviewRow = {
  id: string;
  kind: string;
  payment_id: string;
  /** The id of the second subject: the other order of the same person, or the provider's warning. */
  about: string;
  noted_at: string;
  /** When a person marked it as settled, and the system user of that person. */
  settled_at: string | null;
  settled_by: string | null;
};

/**
 * `open`: nobody has decided what it is about. `booked`: it is about a payment or a refund of ours, at least in part.
 * `returned`: it is about nothing that can be paid, and the whole amount is in `bank_refunds`. `ignored`: a person has
 * decided that it is not about the conference, or a provider's payout.
 */
export type BankEntryState = 'open' | 'booked' | 'returned' | 'ignored';

/** A credit or a debit of the conference's bank account. */
export type BankEntryRow = {
  id: string;
  /** A digest: the same line of another statement, or of a statement that overlaps, has the same key. */
  entry_key: string;
  /** The IBAN of the conference's account. */
  account: string;
  /** A day, such as 2026-04-03. */
  booked_on: string;
  /** Negative for a debit. */
  amount_cents: number;
  currency: string;
  /** As in OrderRow. */
  currency_decimals: number;
  /** The other side, as far as the statement tells it; empty after an erasure. */
  name: string;
  iban: string | null;
  bic: string | null;
  /** The remittance information; empty after an erasure. */
  words: string;
  /** The end-to-end id of the transfer; a refund of ours has the id of its row in `bank_refunds`. */
  end_to_end: string | null;
  /** The bank's own reference of the entry. Two entries of one format with different ones are two. */
  bank_reference: string | null;
  /** Whether the bank takes an earlier entry back: 0 or 1. */
  is_reversal: number;
  /** The format of the statement that brought the entry; null until a statement shows it. */
  format: StatementFormat | null;
  source: BankEntrySource;
  state: BankEntryState;
  /** The order that this credit is about, also if its money is returned. */
  order_id: string | null;
  /** The payment that this credit is about; null if it is about none. `booked_cents` count for it. */
  payment_id: string | null;
  /** The refund of ours that this debit is. */
  bank_refund_id: string | null;
  /** The part of the amount that counts for the payment. */
  booked_cents: Generated<number>;
  /** Since when the entry waited for a person, in its own currency; null if it never did. */
  waited_from: Generated<string | null>;
  /** When somebody decided what the entry is about. */
  decided_at: Generated<string | null>;
  /** When its money ended to count for the payment, because it is returned. */
  released_at: Generated<string | null>;
  /** The day of an entry that was booked by hand, before a statement showed it with a day of its own. */
  listed_on: Generated<string | null>;
  /** The system user who booked it. */
  actor: string;
  created_at: string;
};

export type StatementFormat = 'CAMT.053' | 'MT940' | 'CSV';

/** `hand`: by `organiser paid`. */
export type BankEntrySource = 'statement' | 'hand';

/** A transfer that the treasurer has to make: the refund of a payment, or what a credit has too much. */
export type BankRefundRow = {
  id: string;
  /** The payment that is refunded; null if the money of a credit never counted for a payment. */
  payment_id: string | null;
  /** The refund in `refunds`; null as `payment_id`. */
  refund_id: string | null;
  /** The credit whose money is returned; null for the refund of a payment. */
  bank_entry_id: string | null;
  amount_cents: number;
  currency: string;
  /** As in OrderRow. */
  currency_decimals: number;
  /** The account that gets the money; null if nobody knows it yet. */
  name: string;
  iban: string | null;
  bic: string | null;
  /** The words for the recipient's statement: the reference of the order. */
  reason: string;
  /** The file for the bank that contains it, and when it was written. */
  file_id: string | null;
  asked_at: string | null;
  /** When a statement, or a person, said that the bank has made the transfer. */
  sent_at: string | null;
  /** When the recipient's bank has returned it; without `sent_at`: when somebody took it off the list. */
  failed_at: string | null;
  created_at: string;
};

/** A column of a bank's CSV files, as a treasurer has named it. */
export type BankColumnRow = {
  /** A digest of all headings: the files of one bank have the same. */
  heads: string;
  /** The meaning of the column: `date`, `amount`; `order` for the order of day, month and year. */
  role: string;
  /** The heading in the file; for `order`: DMY, MDY or YMD. */
  heading: string;
};

export type OutboxRow = {
  id: string;
  /** One message per event: `payment-confirmed:<order>`. */
  message_key: string;
  kind: string;
  recipient: string;
  /** The order or abstract that the mail is about; null for other subjects, such as a registration without an order. */
  reference: string | null;
  payload: string;
  created_at: string;
  attempts: Generated<number>;
  next_attempt_at: string;
  lease_until: string | null;
  sent_at: string | null;
  /** When the server gave the mail up, after the last try. */
  dead_at: string | null;
  /** The error of the last try, without the text of the mail server. */
  trouble: string | null;
  /** Set for a mail about a missing payment: the registration or the order that has to be paid. */
  until_paid: string | null;
  /** When the mail became untrue before it was sent; it is no longer sent. */
  withdrawn_at: string | null;
  /** The digest that contains this mail; null if it is sent by itself. */
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
  /**
   * Digest of author, first file and session: a repeated submission finds the same abstract. A withdrawn abstract has
   * another key, so that the author can submit the file again.
   */
  dedupe_key: string;
  reference: string;
  /** The end of the address of the author's page. */
  token: string;
  title_prefix: string;
  /** The person who submitted the abstract, who need not be among its authors. */
  name: string;
  phone: string;
  email: string;
  organization: string;
  /** As in ParticipantRow, about the submitter. */
  search_text: string;
  country: string;
  /** As in ParticipantRow, for the submitter. */
  language: string;
  interest_area_id: string;
  session_id: string;
  /** The title of the contribution; null until an author or organiser writes it. */
  title: string | null;
  /** One line, separated by commas. */
  keywords: string | null;
  /** The kind of presentation that the authors wish, one of `abstracts.kinds` in the content. */
  wish: string | null;
  /** When the authors agreed that the abstract is published; null: they have not. */
  publish_at: string | null;
  withdrawn_at: string | null;
  /** The newest version of the file. */
  file_id: string;
  /** Counts the changes, so that a form that was made before the last one is refused. */
  version: Generated<number>;
  created_at: string;
};

/** One version of the file of an abstract. Earlier versions stay. */
export type AbstractFileRow = {
  id: string;
  abstract_id: string;
  /** `submitted`, or `final` for the version that is printed. */
  kind: string;
  /** The sender's own name for the file, cleaned; never part of a path. */
  file_name: string;
  bytes: number;
  sha256: string;
  /** The name of the file in the file store. */
  file_key: string;
  /** The store that the file was put into. */
  file_store: string;
  /** A description of the active content in the file; null: none. */
  active_content: string | null;
  created_at: string;
  /** `author`, or the organiser who sent the file. */
  actor: string;
  /** CLEAN, INFECTED, or GIVEN_UP if no scanner can complete the file; null until a scan has ended. */
  scan: string | null;
  /** The infection of a file, in the scanner's words. */
  scan_finding: string | null;
  /** When the next scan is due; null after the scan. */
  scan_due_at: string | null;
  scan_tries: Generated<number>;
};

/** An author of an abstract. Without rows the submitter is the only author. */
export type AbstractAuthorRow = {
  abstract_id: string;
  /** From 0, in the order of the authors. */
  position: number;
  name: string;
  /** One line; several affiliations are separated by semicolons. */
  affiliation: string;
  /** 0000-0002-1825-0097 */
  orcid: string | null;
  /** 1: this author presents. */
  presents: number;
};

/** An issued receipt, invoice or credit note. A row changes only if its customer is erased. */
export type DocumentRow = {
  number: string;
  order_id: string;
  payment_id: string;
  /** The series of its number and the rank in it; null if its number belongs to no series. */
  series: string | null;
  series_number: number | null;
  /** The full text of the document, as JSON. */
  content: string;
  /** 1 if the document was issued to the payer before the present one: the present payer must not read it. */
  is_of_former_payer: Generated<number>;
  issued_at: string;
};

/** A series of document numbers. A transaction that issues a document raises its number, so that there is no gap. */
export type DocumentSeriesRow = {
  /** The pattern of one year, such as `2026-{n}`. */
  series: string;
  last_number: number;
  /** The number of documents that were deleted after the retention period; the others are all there. */
  deleted: Generated<number>;
};

/**
 * The recipient of the invoices of an order, or of an order that an agreement waits for. Without a row the order has
 * receipts.
 */
export type InvoiceRecipientRow = {
  id: string;
  order_id: string | null;
  agreement_id: string | null;
  legal_name: string;
  /** Its lines, without the country. */
  address: string;
  country: string;
  vat_id: string | null;
  /** The recipient's own order number. */
  purchase_order: string | null;
  asked_at: string;
  /** The system user, or `participant`. */
  asked_by: string;
};

/** The link to pay an unpaid order. */
export type PaymentLinkRow = {
  order_id: string;
  /** The end of the page's address; anyone who has it can see the amount and pay. */
  token: string;
  lapses_at: string;
};

/** A new address of a registration, or a colleague who is to take the place: it waits for a yes from this address. */
export type AddressConfirmationRow = {
  id: string;
  /** The end of the address of the page where it is confirmed. Only a mail to `email` has it. */
  token: string;
  kind: ConfirmationKind;
  order_id: string;
  /** The participant whose entries change; null: the payer of a group. */
  participant_id: string | null;
  email: string;
  /** The further entries of a colleague; null if only the address changes. */
  name: string | null;
  phone: string | null;
  institute: string | null;
  country: string | null;
  state: ConfirmationState;
  /** 1: the payer of a group asked for one of its people; null: asked before this was recorded. */
  by_payer: Generated<number | null>;
  created_at: string;
};

export type ConfirmationKind = 'address' | 'hand-over';

/** `withdrawn`: by the sender, by a later request, or because the registration has another address now. */
export type ConfirmationState = 'open' | 'confirmed' | 'withdrawn' | 'declined';

/**
 * Somebody who reviews abstracts. After an erasure the name, the address, the institute, the conflicts and the sessions
 * are empty, and the reviews stay.
 */
export type ReviewerRow = {
  id: string;
  name: string;
  email: string;
  institute: string;
  /** Names, addresses and references of abstracts, with semicolons between them. */
  conflicts: string;
  /** The sessions that the reviewer covers, with semicolons between them; empty: all. */
  sessions: string;
  created_at: string;
};

/** An abstract that is assigned to a reviewer, and the comments of the review. */
export type PeerReviewRow = {
  abstract_id: string;
  reviewer_id: string;
  assigned_at: string;
  comment_for_committee: string | null;
  comment_for_author: string | null;
  /** 1 if the reviewer stated a conflict. */
  declined: number;
  /** When the review came back; null before. */
  collected_at: string | null;
};

export type PeerReviewScoreRow = {
  abstract_id: string;
  reviewer_id: string;
  /** The id of a criterion in conference.yaml. */
  criterion: string;
  score: number;
};

/** The reviewer's entry in a column that the workbook did not have. */
export type PeerReviewNoteRow = {
  abstract_id: string;
  reviewer_id: string;
  heading: string;
  text: string;
};

/** The programme committee's decision about an abstract, and the author's confirmation. */
export type DecisionRow = {
  abstract_id: string;
  /** ACCEPTED or REJECTED. */
  outcome: string;
  /** The kind of presentation, such as talk or poster, as the committee wrote it. */
  presentation: string | null;
  /** Time and room in the committee's words, before they are known as below. */
  slot: string | null;
  /** 2026-05-29 */
  day: string | null;
  /** 09:00 by the clock of the conference, as `ends`; both are there or none. */
  starts: string | null;
  ends: string | null;
  room: string | null;
  track: string | null;
  chair: string | null;
  /** The number of a poster. */
  number: string | null;
  decided_at: string;
  /** When the mail to the author was written; null before that, and after a change of the decision. */
  told_at: string | null;
  /** The outcome in the last letter to the author, who does not see another one before the next letter. */
  told_outcome: string | null;
  /** A text of the committee to the author. */
  comment: string | null;
  /** When the author confirmed to present; null: not yet. A withdrawal is a column of the abstract. */
  confirmed_at: string | null;
};

/**
 * The values that `organiser agenda` wrote last into the item of an abstract in agenda.yaml. A value of the file that
 * differs was edited by hand.
 */
export type AgendaEntryRow = {
  abstract_id: string;
  day: string | null;
  starts: string | null;
  ends: string | null;
  title: string | null;
  room: string | null;
  track: string | null;
  topic: string | null;
  chair: string | null;
  /** One name a line. */
  speakers: string | null;
};

/** The secretary's decision about a visa letter. */
export type VisaOutcome = 'ISSUED' | 'DECLINED';

/**
 * A participant's request for a visa letter. The columns from `name` to `consulate` are null after the retention period
 * and after a withdrawal.
 */
export type VisaRequestRow = {
  id: string;
  participant_id: string;
  /** As in the passport. */
  name: string | null;
  nationality: string | null;
  passport: string | null;
  /** Days, such as 1990-05-31. */
  birth_date: string | null;
  expiry_date: string | null;
  consulate: string | null;
  requested_at: string;
  outcome: VisaOutcome | null;
  decided_at: string | null;
  /** The system user who decided. */
  decided_by: string | null;
  /** A sentence for the participant; only a declined request has one. */
  reason: string | null;
  /** The number of the issued letter: PS26-7K3M-9QXW-V1. */
  letter: string | null;
  /** The presentation type and the amount paid by the participant when the letter was issued. */
  presentation_type: string | null;
  paid_cents: number | null;
  /** When another request replaced it, or when a change of the registration made it void. */
  withdrawn_at: string | null;
};

/** A letter of the organisers to many people. */
export type LetterRow = {
  id: string;
  subject: string;
  body: string;
  /** The recipients, as the organiser selected them: "paid, speaker". */
  selection: string;
  recipients: number;
  /** The system user. */
  sent_by: string;
  sent_at: string;
};

/** The answer of an address whether the next conference may invite it. It outlives the retention periods. */
export type ConsentRow = {
  /** In lower case. */
  email: string;
  name: string;
  language: string;
  answer: 'yes' | 'no';
  answered_at: string;
};

/** An address that got a letter, and whether its owner wants more. */
export type LetterAddressRow = {
  /** Normalised. */
  email: string;
  /** The end of the address of the unsubscribe page. */
  token: string;
  unsubscribed_at: string | null;
};

/** An entry in the log of the organisers' commands. */
export type ActivityRow = {
  id: string;
  at: string;
  /** The system user who ran the command or the dashboard. */
  who: string;
  /** The command: "correct", "refund". */
  action: string;
  /** The order or abstract of the command. */
  reference: string | null;
  /** The member of a group whom the change was about; the participant has the name, so that an erasure removes it. */
  participant_id: string | null;
  /** A sentence about the change; empty after an erasure of the person in it. */
  words: string;
};

/** A file that has to be deleted because its row is deleted. */
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
  /** A fingerprint of the secret key, from which nobody can compute the key. */
  stripe_key: string | null;
  paypal_client: string | null;
  sandbox_id: string | null;
  /** The name of the bucket, or the id in the folder of files. */
  file_store: string;
  /** The time of the newest backup, and of the newest that is on another machine. */
  backed_up_at: string | null;
  copied_at: string | null;
  /** Signs the lists of desks without a network. */
  desk_key: string | null;
};

/** A server that runs, or that ran recently. */
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

/** The server that runs a job, or ran it last. */
export type LeaseRow = {
  /** The job. */
  name: string;
  /** The server. */
  holder: string;
  /** No other server takes the job before this time. */
  until: string;
};

/** How much a network has used of a rate limit that all servers share. */
export type RateLimitRow = {
  /** A digest of the limit and the network. */
  key: string;
  /** When the limit is unused again. Milliseconds since 1970, so that SQL can add to it. */
  full_at: number;
};

/** A file that was received, also if another one has replaced it since; kept for a day. */
export type UploadRow = {
  key: string;
  bytes: number;
  received_at: string;
};

/** The network from which a payment was begun; kept for an hour. */
export type PaymentNetworkRow = {
  payment_id: string;
  /** A digest. */
  network: string;
  created_at: string;
};

/** A concern that the server posts to `ALARM_URL` once. */
export type AlarmRow = {
  /** A digest of `about`, `subject` and `words`: a repeated concern is the same alarm. */
  key: string;
  about: string;
  subject: string;
  words: string;
  noted_at: string;
  /** When ALARM_URL accepted it; null until then. */
  told_at: string | null;
};

export type Db = Kysely<Tables>;

/** A function that takes a Tx writes in its caller's transaction. */
export type Tx = Transaction<Tables> & { readonly isTransaction: true };
