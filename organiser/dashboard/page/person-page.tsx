import { Link, useParams } from 'react-router';
import { askedFor } from '#contract/answers.ts';
import type { Story } from '../read-pages.ts';
import { ActionButton } from './action-dialog.tsx';
import { Facts } from './facts.tsx';
import { load } from './listings-store.ts';
import { MailList } from './mail-list.tsx';
import { Activities } from './activities.tsx';
import { OfferedActions } from './offered-actions.tsx';
import { PageTitle } from './page-title.tsx';
import { Part } from './part.tsx';
import { StateChip } from './state-chip.tsx';
import { Trouble } from './trouble.tsx';
import { useAnswer } from './use-answer.ts';
import { moneyWords, stateWords, timeWords } from './words.ts';

type Order = NonNullable<Story['order']>;
type Payment = Order['payments'][number];

/** Everything about one person, or about the people of one order, with what can be done for them. */
export function PersonPage({ onDone }: { onDone: () => void }) {
  const { key = '' } = useParams();
  const { data, trouble, reload } = useAnswer<Story>(`/people/${encodeURIComponent(key)}`);
  const changed = () => {
    reload();
    onDone();
    for (const name of ['participants', 'payments', 'refunds', 'mails']) void load(name);
  };
  return (
    <div className="flex flex-col gap-8 p-4 pb-16 sm:p-6 sm:pb-16">
      {trouble !== undefined && <Trouble words={trouble} />}
      {data ? <Person story={data} onDone={changed} /> : <PageTitle words={key} />}
    </div>
  );
}

function Person({ story, onDone }: { story: Story; onDone: () => void }) {
  const { order, people, otherOrders, activities } = story;
  const [first] = people;
  const name = order?.customer.name || first?.name || order?.reference || '';
  return (
    <>
      <PageTitle words={name === '' ? 'Erased' : name}>
        {order && (
          <OfferedActions
            isOffered={({ forOrder }) => forOrder?.(order)}
            subject={name}
            preset={{ reference: order.reference, who: undefined }}
            about={{ ...order.customer, ...(people.length === 1 && first) }}
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
            <Registration key={person.id} person={person} onDone={onDone} />
          ))}
          {order && <Purchase order={order} receipt={first?.receipt} otherOrders={otherOrders} />}
          <Activities activities={activities} />
        </div>
        <div className="grid gap-10">
          {order?.payments.map((payment) => (
            <Attempt key={payment.id} payment={payment} order={order} onDone={onDone} />
          ))}
          {order && (
            <Part heading="Mails">
              <MailList mails={order.mails} />
            </Part>
          )}
        </div>
      </div>
    </>
  );
}

function Registration({ person, onDone }: { person: Story['people'][number]; onDone: () => void }) {
  const { name, reference, hasRoom, nights, guests, extras, checkedInAt } = person;
  return (
    <Part
      heading={person.kind === 'discount' ? 'Discount registration' : 'Registration'}
      actions={
        reference !== undefined && (
          <OfferedActions
            isOffered={({ forPerson }) => forPerson?.(person)}
            subject={name}
            preset={{ reference, who: name }}
            about={person}
            onDone={onDone}
          />
        )
      }
    >
      <Facts
        facts={[
          ['Name', name],
          [
            'Email',
            person.email && (
              <a className="link" href={`mailto:${person.email}`}>
                {person.email}
              </a>
            ),
          ],
          ['Phone', person.phone],
          ['Institute', person.institute],
          ['Country', person.country],
          ['Presentation type', person.presentationType],
          ['What was agreed', person.agreedWords],
          ['Room', hasRoom && `${nights} nights, ${guests} guests`],
          ...askedFor(person).map(
            ({ label, answer }) => [label, answer === true ? 'yes' : answer] as const,
          ),
          ['Extras', extras.map(({ id, count }) => `${id} × ${count}`).join(', ')],
          ['Registered', timeWords(person.registeredAt)],
          ['Paid', person.paidAt && timeWords(person.paidAt)],
          ['Checked in', checkedInAt && timeWords(checkedInAt)],
        ]}
      />
    </Part>
  );
}

function PayLink({ address, lapsesAt }: { address: string; lapsesAt: string }) {
  return (
    <>
      <a className="link" href={address}>
        {address}
      </a>
      , until {timeWords(lapsesAt)}
    </>
  );
}

function Purchase({
  order,
  receipt,
  otherOrders,
}: {
  order: Order;
  receipt: string | undefined;
  otherOrders: readonly string[];
}) {
  const { code } = order.currency;
  return (
    <Part
      heading="Order"
      actions={
        receipt !== undefined && (
          <a className="link" href={receipt} target="_blank" rel="noreferrer">
            Receipt on the site
          </a>
        )
      }
    >
      <table className="w-full">
        <caption className="sr-only">What was bought</caption>
        <tbody>
          {order.lines.map(({ words, amount }) => (
            <tr key={words} className="border-t border-rule">
              <th scope="row" className="py-1.5 pe-4 font-normal">
                {words}
              </th>
              <td className="py-1.5 text-end whitespace-nowrap">{amount}</td>
            </tr>
          ))}
          <tr className="border-t border-ink">
            <th scope="row" className="py-1.5">
              Total
            </th>
            <td className="py-1.5 text-end font-semibold whitespace-nowrap">
              {moneyWords(order.amountCents, code)}
            </td>
          </tr>
        </tbody>
      </table>
      <Facts
        facts={[
          ['Ordered', timeWords(order.createdAt)],
          ['Made by', order.offeredBy],
          ['Link to pay', order.linkToPay && <PayLink {...order.linkToPay} />],
          ...order.changes.map(
            ({ was, becomes, difference, state, createdAt, linkToPay }) =>
              [
                `Change, ${state}`,
                <>
                  {`From ${was} to ${becomes}, ${difference}, ${timeWords(createdAt)}`}
                  {linkToPay && (
                    <>
                      {': '}
                      <PayLink {...linkToPay} />
                    </>
                  )}
                </>,
              ] as const,
          ),
          ...order.documents.map(
            ({ kind, number, issuedAt, totalCents }) =>
              [
                stateWords(kind.replaceAll('-', '_')),
                `${number}, ${moneyWords(totalCents, code)}, ${timeWords(issuedAt)}`,
              ] as const,
          ),
          [
            'Other orders',
            otherOrders.length > 0 &&
              otherOrders.map((reference) => (
                <Link key={reference} to={`/people/${reference}`} className="link me-4">
                  {reference}
                </Link>
              )),
          ],
        ]}
      />
    </Part>
  );
}

function Attempt({
  payment,
  order: { currency },
  onDone,
}: {
  payment: Payment;
  order: Order;
  onDone: () => void;
}) {
  const money = (cents: number) => moneyWords(cents, currency.code);
  const { attempt, provider, mode, refunds, disputes, history } = payment;
  return (
    <Part heading={`Payment ${attempt}`} actions={<StateChip state={payment.state} />}>
      <Facts
        facts={[
          ['Amount', money(payment.amountCents)],
          ['Refunded', payment.wentBackCents > 0 && money(payment.wentBackCents)],
          ['Provider', mode === 'live' ? provider : `${provider} (${mode})`],
          ['Provider’s checkout', payment.providerRef],
          ['Provider’s payment', payment.providerPaymentRef],
        ]}
      />
      {refunds.length > 0 && (
        <ul aria-label="Refunds">
          {refunds.map(({ id, state, amountCents, createdAt, trouble }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 border-t border-rule py-1.5"
            >
              <span>
                Refund of {money(amountCents)}{' '}
                <span className="text-label text-faint">{timeWords(createdAt)}</span>
                {trouble !== undefined && <span className="block text-error">{trouble}</span>}
              </span>
              <span className="flex items-center gap-4">
                {!['SENT', 'CANCELLED', 'FAILED'].includes(state) && (
                  <ActionButton
                    action="take-refund-back"
                    subject={money(amountCents)}
                    preset={{ id }}
                    onDone={onDone}
                  />
                )}
                <StateChip state={state} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {disputes.length > 0 && (
        <ul aria-label="Disputes">
          {disputes.map(({ ref, state, amountCents, dueAt }) => (
            <li
              key={ref}
              className="flex flex-wrap justify-between gap-x-6 border-t border-rule py-1.5"
            >
              <span>
                Dispute of {money(amountCents)} ({ref})
                {dueAt !== undefined && `, answer by ${timeWords(dueAt)}`}
              </span>
              <StateChip state={state} />
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="cursor-pointer text-label text-soft">What happened</summary>
        <ol className="mt-2">
          {history.map(({ at, actor, to, evidence }) => (
            <li key={`${at} ${to} ${evidence}`} className="border-t border-rule py-1.5 text-label">
              {timeWords(at)}: {stateWords(to)}, by {actor}
              <span className="block text-faint [overflow-wrap:anywhere]">{evidence}</span>
            </li>
          ))}
        </ol>
      </details>
    </Part>
  );
}
