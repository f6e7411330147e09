import conference from 'content:conference';
import { Link } from 'react-router';

const year = String(conference.dates.year);
const unit = conference.name.replace(year, '').trim();

/** The name as chemists write a polymer: the repeat unit in brackets, with bonds on both sides and the year as the count. */
export function Wordmark() {
  return (
    <Link to="/" translate="no" className="wordmark">
      <span className="flex items-center">
        <span className="bond" />
        <span className="bracket border-l-[1.5px]" />
        <span className="px-0.5 pt-0.5">{unit}</span> <span className="bracket border-r-[1.5px]" />
        <span className="bond" />
        {conference.name.includes(year) && <span className="wordmark-year">{year}</span>}
      </span>
    </Link>
  );
}
