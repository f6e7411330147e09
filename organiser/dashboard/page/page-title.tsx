import type { ReactNode } from 'react';

/** The heading of a page, which is also the window's title, and the page's buttons. */
export function PageTitle({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <title>{`${words} · Dashboard`}</title>
      <h1 className="font-serif text-[clamp(1.625rem,1.3rem+1.2vw,2.375rem)] leading-tight tracking-tight">
        {words}
      </h1>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </div>
  );
}
