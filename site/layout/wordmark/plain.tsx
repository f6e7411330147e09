import conference from 'content:conference';
import { Link } from 'react-router';

const { name, shortName = name } = conference;

/** The name of the conference, which breaks on a narrow screen. */
export function Wordmark() {
  return (
    <Link to="/" translate="no" aria-label={name} className="wordmark wordmark-plain">
      {shortName}
    </Link>
  );
}
