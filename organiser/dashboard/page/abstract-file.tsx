import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#site/ui/button.tsx';
import type { AbstractStory } from '../read-pages.ts';
import { askFile, Refused } from './ask.ts';
import { Facts } from './facts.tsx';
import { Part } from './part.tsx';
import { Trouble } from './trouble.tsx';

type Version = Pick<
  AbstractStory['versions'][number],
  'id' | 'fileName' | 'bytes' | 'activeContent'
>;

/** The version whose file is beside the story. */
export type ShownVersion = {
  id: string | undefined;
  /** Chooses another version, or the last one. */
  choose: (id?: string) => void;
};

type BesideProps = {
  /** The address of the calls about the abstract. */
  calls: string;
  reference: string;
  versions: readonly Version[];
  children: (shown: ShownVersion) => ReactNode;
};

/** The facts about an abstract beside the last version of its file, or the one that the reader chooses. */
export function BesideFile({ calls, reference, versions, children }: BesideProps) {
  const [chosenId, choose] = useState<string>();
  const version = versions.find(({ id }) => id === chosenId) ?? versions.at(-1);
  return (
    <div className="grid gap-6 p-4 sm:p-6 xl:min-h-0 xl:flex-1 xl:grid-cols-[minmax(22rem,2fr)_3fr]">
      <div className="flex min-w-0 flex-col gap-6 xl:overflow-y-auto xl:pe-2">
        {children({ id: version?.id, choose })}
      </div>
      {version && <AbstractFile key={version.id} {...{ calls, reference, version }} />}
    </div>
  );
}

type VersionsProps = { facts: AbstractStory['versionFacts']; shown: ShownVersion };

/** The versions of the file, each with a button that shows it. */
export function FileVersions({ facts, shown }: VersionsProps) {
  return (
    <Part heading="Versions of the file">
      <Facts
        facts={facts}
        renderMore={({ id }) =>
          id !== undefined &&
          id !== shown.id && (
            <Button variant="quiet" onClick={() => shown.choose(id)}>
              Show this version
            </Button>
          )
        }
      />
    </Part>
  );
}

type Props = Pick<BesideProps, 'calls' | 'reference'> & { version: Version };

/** A version of the file of an abstract. */
function AbstractFile({ calls, reference, version }: Props) {
  const { id, fileName, bytes, activeContent } = version;
  const { address, trouble } = useFile(
    `${calls}/${encodeURIComponent(reference)}/files/${id}`,
    fileName,
  );
  // A stranger's file that does more than show pages is not shown, only offered as a download.
  const isShown = /\.pdf$/i.test(fileName) && activeContent === undefined;
  return (
    <Part
      heading={fileName}
      actions={
        address !== undefined && (
          <a className="link" href={address} download={`${reference} ${fileName}`}>
            Save ({Math.ceil(bytes / 1024).toLocaleString('en')} kB)
          </a>
        )
      }
    >
      {trouble !== undefined && <Trouble words={trouble} />}
      {address !== undefined &&
        (isShown ? (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- Browsers show no PDF in a sandbox; the type is PDF in any case.
          <iframe
            // Without the viewer's sidebar, which has no room here.
            src={`${address}#navpanes=0&view=FitH`}
            title={`The file of ${reference}`}
            className="min-h-[70vh] w-full flex-1 border border-rule bg-raised"
          />
        ) : (
          <p className="text-soft">This file is not shown here. Save it, and open it with care.</p>
        ))}
    </Part>
  );
}

/** A blob address for the file, because the server gives the file only to calls with the key. */
function useFile(path: string, fileName: string) {
  const [file, setFile] = useState<{ address?: string; trouble?: string }>({});
  useEffect(() => {
    const gone = new AbortController();
    let address: string | undefined;
    askFile(path, gone.signal).then(
      (blob) => {
        if (gone.signal.aborted) return;
        // The ending decides the type, whatever the file contains.
        const type = /\.pdf$/i.test(fileName) ? 'application/pdf' : 'application/octet-stream';
        address = URL.createObjectURL(new Blob([blob], { type }));
        setFile({ address });
      },
      (error: unknown) => {
        if (gone.signal.aborted) return;
        if (!(error instanceof Refused)) throw error;
        setFile({ trouble: error.message });
      },
    );
    return () => {
      gone.abort();
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [path, fileName]);
  return file;
}
