import * as labels from 'content:labels/abstract';
import * as layout from 'content:labels/layout';
import { type ReactNode, useState } from 'react';
import type { Titled } from '#contract/content/page-words.ts';
import { Button } from '#site/ui/button.tsx';
import { Dialog } from '#site/ui/dialog.tsx';
import { sizeText } from '#site/ui/number-text.ts';
import type { Receipt } from './abstract-wire.ts';

type AbstractReceiptProps = {
  words: Titled;
  receipt: Receipt | undefined;
  onClose: () => void;
};

/** The receipt of an abstract, with the facts from the server's answer. */
export function AbstractReceipt({ words, receipt, onClose }: AbstractReceiptProps) {
  return (
    <Dialog open={receipt !== undefined} heading={words.title} onClose={onClose}>
      <p>{words.text}</p>
      <p className="mt-4 font-semibold">{labels.stepLeft}</p>
      {receipt && <Facts receipt={receipt} />}
      <Button ref={focusedFirst} onClick={onClose} className="mt-7">
        {layout.close}
      </Button>
    </Dialog>
  );
}

function Facts({ receipt }: { receipt: Receipt }) {
  const { reference, session, fileName, bytes, sha256 } = receipt;
  if ([reference, session, fileName, bytes, sha256].every((fact) => !fact)) return null;
  return (
    <dl className="mt-6 border-b border-rule text-small">
      {reference && (
        <Fact label={labels.reference}>
          <span translate="no" className="font-mono font-semibold">
            {reference}
          </span>
        </Fact>
      )}
      {session && <Fact label={labels.session}>{session}</Fact>}
      {fileName && (
        <Fact label={labels.fileName}>
          <span translate="no">{fileName}</span>
        </Fact>
      )}
      {bytes !== undefined && <Fact label={labels.fileSize}>{sizeText(bytes)}</Fact>}
      {sha256 && (
        <Fact label={labels.digest}>
          <Digest text={sha256} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-5 border-t border-rule py-2.5 sm:grid-cols-[9rem_1fr]">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** Shows both ends of the digest, which are enough for a comparison. The button copies the whole digest. */
function Digest({ text }: { text: string }) {
  const [state, setState] = useState<'short' | 'copied' | 'whole'>('short');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // A browser may refuse access to the clipboard. The visitor can then select the whole text.
      setState('whole');
    }
  };
  const isShort = state !== 'whole' && text.length > 20;
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <code translate="no" className="break-all">
        {isShort ? `${text.slice(0, 8)}…${text.slice(-8)}` : text}
      </code>
      <Button variant="quiet" onClick={copy} className="-my-2.5">
        <span>{state === 'copied' ? labels.copied : labels.copy}</span>
        <span className="sr-only">{` ${labels.ofDigest}`}</span>
      </Button>
    </span>
  );
}

/** React does not render `autoFocus` as an attribute, but the dialog looks for the attribute. */
function focusedFirst(button: HTMLButtonElement | null): void {
  button?.setAttribute('autofocus', '');
}
