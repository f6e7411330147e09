import { useState } from 'react';
import { ask, Refused, tell } from '#organiser/dashboard/page/ask.ts';
import { Trouble } from '#organiser/dashboard/page/trouble.tsx';
import { Button } from '#site/ui/button.tsx';
import type { PreviewOfPage } from '../form-shapes.ts';
import { followBuild } from './follow-build.ts';

const EVERY_MS = 1000;

/** Shows the pages or mails with a change, before anybody else sees them. */
export function PreviewPart({ change }: { change: object }) {
  const [preview, setPreview] = useState<PreviewOfPage>();
  const [trouble, setTrouble] = useState<string>();
  const isBusy = preview?.is === 'building';
  const [changed = [], others = []] = ['changed', 'same'].map((is) =>
    preview?.pages.filter((page) => page.is === is),
  );

  async function make() {
    setTrouble(undefined);
    try {
      const first = await tell<PreviewOfPage>('/content/previews', change);
      setPreview(first);
      if (first.is !== 'building') return;
      const wait = () => new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      const look = () => ask<PreviewOfPage>(`/content/previews/${first.id}`);
      await followBuild({ look, wait, show: setPreview }, new AbortController().signal);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTrouble(error.message);
      setPreview(undefined);
    }
  }

  return (
    <div className="mt-6 flex flex-col gap-3 border-t border-rule pt-5">
      {preview?.is !== 'ready' && (
        <Button variant="secondary" className="self-start" pending={isBusy} onClick={make}>
          {isBusy ? 'The preview is being made …' : 'See it first'}
        </Button>
      )}
      {isBusy && (
        <p role="status" className="text-small text-soft">
          It takes as long as a publication, and changes nothing.
        </p>
      )}
      {trouble !== undefined && <Trouble words={trouble} />}
      {preview?.is === 'failed' && <Trouble words={`There is no preview. ${preview.words}`} />}
      {preview?.is === 'ready' && (
        <>
          <h3 className="font-semibold">Preview, each in a new window</h3>
          {changed.length === 0 && <p className="text-soft">No page looks otherwise.</p>}
          <Links id={preview.id} pages={changed} />
          {others.length > 0 && (
            <details>
              <summary className="link w-fit cursor-pointer py-1">
                As they are now: {others.length}
              </summary>
              <Links id={preview.id} pages={others} />
            </details>
          )}
        </>
      )}
    </div>
  );
}

function Links({ id, pages }: Pick<PreviewOfPage, 'id' | 'pages'>) {
  return (
    <ul className="max-h-60 overflow-y-auto">
      {pages.map(({ path, title }) => (
        <li key={path}>
          <a
            href={`/api/content/previews/${id}${path}`}
            target="_blank"
            rel="noopener"
            className="link inline-block py-1"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
