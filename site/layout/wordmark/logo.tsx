import conference from 'content:conference';
import { Link } from 'react-router';
import logo from 'theme:logo';

const { name } = conference;

/** The logo of the conference. Its file may have another version for dark screens. */
export function Wordmark() {
  const { light, dark, width, height } = logo;
  return (
    <Link to="/" translate="no" className="wordmark">
      <picture>
        {dark && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
        <img src={light} alt={name} width={width} height={height} className="wordmark-logo" />
      </picture>
    </Link>
  );
}
