import type { Prices } from '#contract/content/prices-shape.ts';
import { add, type Cents, decimalFromCents, feeOn } from '#contract/money.ts';
import { presentationTypes } from '#contract/registration-options.ts';

/** What everything costs, before anything is chosen. The server charges by the same file of content/. */
export function PriceList({ prices }: { prices: Prices }) {
  const { processingFeePercent: percent, presentation, room } = prices;
  const rows = [
    ...Object.entries(presentationTypes).map(
      ([type, { label }]) => [label, presentation[type as keyof typeof presentation]] as const,
    ),
    ['Room, per night', room.night] as const,
    ['Guest in your room, per night', room.guestPerNight] as const,
  ];
  return (
    <table className="w-full text-small">
      <caption className="sr-only">Prices</caption>
      <thead className="text-label text-soft">
        <tr className="border-b border-rule">
          <th scope="col" className="py-2 text-left font-normal">
            <span className="sr-only">For</span>
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-normal">
            Price
          </th>
          <th scope="col" className="py-2 pl-3 text-right font-normal">
            With {percent}% fee
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, price]) => (
          <tr key={label} className="border-b border-rule last:border-b-0">
            <th scope="row" className="py-1.5 text-left font-normal">
              {label}
            </th>
            <td className="py-1.5 pl-3 text-right text-soft">{euros(price)}</td>
            <td className="py-1.5 pl-3 text-right font-semibold">
              {euros(add(price, feeOn(price, percent)))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function euros(amount: Cents): string {
  return `€${decimalFromCents(amount)}`;
}
