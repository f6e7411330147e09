import * as labels from 'content:labels/registration';
import type { PriceTable } from './offer.ts';

/** All prices, for visitors who have not chosen yet. The server charges the prices of the same file of content/. */
export function PriceList({ table }: { table: PriceTable }) {
  const { caption, isByDate, columns, rows, taxNote } = table;
  return (
    <>
      <table className="w-full text-small">
        <caption className={isByDate ? 'pb-2 text-start text-label text-soft' : 'sr-only'}>
          {caption}
        </caption>
        <thead className="text-label text-soft">
          <tr className="price-row border-b border-rule">
            <th scope="col" className="py-2 text-start font-normal">
              <span className="sr-only">{labels.priceOf}</span>
            </th>
            {columns.map(({ name, note }) => (
              <th
                key={name}
                scope="col"
                className={`py-2 ps-3 text-end align-top font-normal ${breakOf(name)}`}
              >
                {name}
                {note && <span className="block">{note}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, note, amounts }) => (
            <tr key={label} className="price-row border-b border-rule last:border-b-0">
              <th scope="row" className={`py-1.5 text-start font-normal ${breakOf(label)}`}>
                {label}
                {note && <span className="block text-label text-soft wrap-anywhere">{note}</span>}
              </th>
              {/* A price that is the same in every phase stands once, below all of them. */}
              {amounts.map((amount, at) => (
                <td
                  key={columns[at]?.name}
                  colSpan={amounts.length < columns.length ? columns.length : undefined}
                  className={`py-1.5 ps-3 ${amounts.length < columns.length ? 'flex-1 text-center' : 'text-end'} ${isByDate ? '' : 'last:font-semibold not-last:text-soft'}`}
                >
                  {amount}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {taxNote && <p className="pt-2 text-label text-soft">{taxNote}</p>}
    </>
  );
}

/** A word that is longer than a column of a phone is broken. The other words keep the width of their column. */
function breakOf(text: string): string {
  return /[^\s\u00ad/–-]{25}/.test(text) ? 'wrap-anywhere' : '';
}
