import conference from 'content:conference';
import { Link } from 'react-router';

const year = String(conference.dates.year);
const unit = conference.name.replace(year, '').trim();

/** The name in brackets, as the repeat unit of a formula with lines on both sides, and the year as the count. */
export function Wordmark() {
  return (
    <Link to="/" translate="no" className="wordmark">
      <span className="flex items-center">
        <span className="wordmark-line" />
        <span className="wordmark-bracket border-s-[1.5px]" />
        <span className="px-0.5 pt-0.5">{unit}</span>{' '}
        <span className="wordmark-bracket border-e-[1.5px]" />
        <span className="wordmark-line" />
        {conference.name.includes(year) && <span className="wordmark-year">{year}</span>}
      </span>
    </Link>
  );
}
