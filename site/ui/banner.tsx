import type { ReactNode } from 'react';

type BannerProps = {
  /** Errors and warnings are alerts; other banners are status messages. */
  tone: 'error' | 'warning' | 'good' | 'note';
  heading?: string;
  className?: string;
  children: ReactNode;
};

const tones = {
  error: 'border-error bg-raised',
  warning: 'border-warning bg-raised',
  good: 'border-good bg-raised',
  note: 'border-edge bg-sunk',
} as const;

/** A message in the page. */
export function Banner({ tone, heading, className = '', children }: BannerProps) {
  return (
    <div
      role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}
      className={`border-s-4 px-5 py-4 ${tones[tone]} ${className}`}
    >
      {heading && <p className="font-semibold">{heading}</p>}
      <div className="text-small">{children}</div>
    </div>
  );
}
