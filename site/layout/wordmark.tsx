import conference from 'content:conference';
import { Link } from 'react-router';
import logo from 'theme:logo';
import kind from 'theme:wordmark';

const { name, shortName = name } = conference;

/** The logo of the conference, or its name, as the theme chooses. */
export function Wordmark() {
  const isPlain = kind === 'plain';
  return (
    <Link
      to="/"
      translate="no"
      aria-label={isPlain ? name : undefined}
      className={`wordmark${isPlain ? ' wordmark-plain' : ''}`}
    >
      {isPlain ? shortName : kind === 'logo' ? <Logo /> : <RepeatUnit />}
    </Link>
  );
}

/** The file of the logo may have another version for dark screens. */
function Logo() {
  const { light, dark, width, height } = logo;
  return (
    <picture>
      {dark && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
      <img src={light} alt={name} width={width} height={height} />
    </picture>
  );
}

/** The name in brackets, as the repeat unit of a formula with lines on both sides, and the year as the count. */
function RepeatUnit() {
  const year = String(conference.dates.year);
  return (
    <span className="flex items-center">
      <span className="wordmark-line" />
      <span className="wordmark-bracket border-s-[1.5px]" />
      <span className="px-0.5 pt-0.5">{name.replace(year, '').trim()}</span>{' '}
      <span className="wordmark-bracket border-e-[1.5px]" />
      <span className="wordmark-line" />
      {name.includes(year) && <span className="wordmark-year">{year}</span>}
    </span>
  );
}
