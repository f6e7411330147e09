import { Link, useParams, useSearchParams } from 'react-router';
import { stateWords } from '#server/reports/list-cells.ts';
import type { Fact } from '#server/reports/story-facts.ts';
import type { Story } from '../read-pages.ts';
import { ActionButton } from './action-dialog.tsx';
import { Facts } from './facts.tsx';
import { loadAgain } from './listings-store.ts';
import { Activities } from './activities.tsx';
import { OfferedActions } from './offered-actions.tsx';
import { PageTitle } from './page-title.tsx';
import { Part } from './part.tsx';
import { StateChip } from './state-chip.tsx';
import { Trouble } from './trouble.tsx';
import { useAnswer } from './use-answer.ts';
import { moneyWords } from './words.ts';

type Order = NonNullable<Story['order']>;
type Payment = Order['payments'][number];

/** The page of a person or of all people of an order, with their actions. */
export function PersonPage({ onDone }: { onDone: () => void }) {
  const { key = '' } = useParams();
  const { data, trouble, reload } = useAnswer<Story>(`/people/${encodeURIComponent(key)}`);
  const changed = () => {
    reload();
    onDone();
    void loadAgain('participants', 'payments', 'refunds', 'asked', 'mails');
  };
  return (
    <div className="flex flex-col gap-8 p-4 pb-16 sm:p-6 sm:pb-16">
      {trouble !== undefined && <Trouble words={trouble} />}
      {data ? <PersonStory story={data} onDone={changed} /> : <PageTitle words={key} />}
    </div>
  );
}

function PersonStory({ story, onDone }: { story: Story; onDone: () => void }) {
  const { order, people, mails, otherOrders, activities } = story;
  const [first] = people;
  const [address] = useSearchParams();
  const pressed = people.find(({ id }) => id === address.get('person'));
  const payer = order?.customer.name || first?.name || order?.reference || '';
  const name = pressed?.name || payer;
  const paid = order && paidWords(order);
  return (
    <>
      <PageTitle words={name === '' ? 'Erased' : name}>
        {order && (
          <OfferedActions
            isOffered={({ forOrder }) => forOrder?.(order, people)}
            subject={payer}
            paid={`${payer}: ${paid}`}
            isForOrder
            preset={{ reference: order.reference, who: undefined }}
            about={{
              ...order.customer,
              ...(people.length === 1 && first),
              invoice: order.invoice,
              reference: order.reference,
            }}
            onDone={onDone}
          />
        )}
      </PageTitle>
      <p className="-mt-5 flex flex-wrap gap-x-5 gap-y-1">
        {order && <span className="font-medium">{order.reference}</span>}
        <StateChip state={(people.length === 1 && first?.state) || order?.state || 'REGISTERED'} />
      </p>
      <div className="grid items-start gap-10 xl:grid-cols-2">
        <div className="grid gap-10">
          {people.map((person) => (
            <Registration
              key={person.id}
              person={person}
              heading={headingOf(person, people.length > 1)}
              paid={`${person.name}: ${paid}${people.length > 1 ? ' for the whole group' : ''}`}
              onDone={onDone}
            />
          ))}
          {order && <Purchase order={order} otherOrders={otherOrders} />}
          <Activities activities={activities} />
        </div>
        <div className="grid gap-10">
          {order?.payments.map((payment) => (
            <Attempt key={payment.id} payment={payment} onDone={onDone} />
          ))}
          {mails.length > 0 && (
            <Part heading="Mails">
              <Facts facts={mails} />
            </Part>
          )}
        </div>
      </div>
    </>
  );
}

function paidWords({ payments, currency }: Order): string {
  const paying = payments.filter(({ isPaidBy }) => isPaidBy);
  const other = payments.find(({ state }) => state === 'MISMATCH');
  if (paying.length === 0 && other?.arrivedCents !== undefined) {
    return `${moneyWords(other.arrivedCents, currency.code)} came that does not fit the order`;
  }
  const words = (of: 'amountCents' | 'refundedCents') =>
    moneyWords(
      paying.reduce((sum, each) => sum + each[of], 0),
      currency.code,
    );
  const hasRefund = paying.some(({ refundedCents }) => refundedCents > 0);
  return `${words('amountCents')} paid${hasRefund ? `, ${words('refundedCents')} refunded` : ''}`;
}

type Person = Story['people'][number];

function headingOf({ kind, name, state }: Person, isOneOfSeveral: boolean): string {
  if (isOneOfSeveral) return `${name || 'Erased'} — ${stateWords(state).toLowerCase()}`;
  return kind === 'discount' ? 'Discount registration' : 'Registration';
}

type RegistrationProps = { person: Person; heading: string; paid: string; onDone: () => void };

function Registration({ person, heading, paid, onDone }: RegistrationProps) {
  const { name, reference } = person;
  return (
    <Part
      heading={heading}
      actions={
        reference !== undefined && (
          <OfferedActions
            isOffered={({ forPerson }) => forPerson?.(person)}
            subject={name}
            paid={paid}
            preset={{ reference, who: name }}
            about={person}
            onDone={onDone}
          />
        )
      }
    >
      <Facts facts={person.facts} />
    </Part>
  );
}

function Purchase({ order, otherOrders }: { order: Order; otherOrders: readonly string[] }) {
  return (
    <Part heading="Order">
      <table className="w-full">
        <caption className="sr-only">Ordered items</caption>
        <tbody>
          {order.bought.map(({ label, text }) => (
            <tr
              key={label}
              className="border-t border-rule last:border-ink last:[&>td]:font-semibold"
            >
              <th scope="row" className="py-1.5 pe-4 font-normal">
                {label}
              </th>
              <td className="py-1.5 text-end whitespace-nowrap">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Facts facts={order.facts} />
      {otherOrders.length > 0 && (
        <p>
          <span className="me-4 text-soft">Other orders</span>
          {otherOrders.map((reference) => (
            <Link key={reference} to={`/people/${reference}`} className="link me-4">
              {reference}
            </Link>
          ))}
        </p>
      )}
    </Part>
  );
}

function Attempt({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  const { attempt, state, facts, refundFacts, disputeFacts, historyFacts } = payment;
  const askAgain = ({ id, text, state: its = '' }: Fact) =>
    id !== undefined &&
    ['SENT', 'LOST'].includes(its) && (
      <ActionButton action="undo-refund" subject={text} preset={{ id }} onDone={onDone} />
    );
  return (
    <Part heading={`Payment ${attempt}`} actions={<StateChip state={state} />}>
      <Facts facts={facts} />
      {disputeFacts.length > 0 && (
        <section aria-label="Disputes">
          <Facts facts={disputeFacts} renderMore={askAgain} />
        </section>
      )}
      {refundFacts.length > 0 && (
        <section aria-label="Refunds">
          <Facts
            facts={refundFacts}
            renderMore={(fact) => {
              const { id, text, state: its = '' } = fact;
              if (id === undefined || its === 'SENT') return askAgain(fact);
              if (its === 'CANCELLED' || its === 'FAILED') return undefined;
              return (
                <ActionButton
                  action="take-refund-back"
                  subject={text}
                  preset={{ id }}
                  onDone={onDone}
                />
              );
            }}
          />
        </section>
      )}
      <details>
        <summary className="cursor-pointer text-label text-soft">History</summary>
        <div className="mt-2 text-label">
          <Facts facts={historyFacts} />
        </div>
      </details>
    </Part>
  );
}
