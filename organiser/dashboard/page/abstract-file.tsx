import { useEffect, useState } from 'react';
import type { AbstractStory } from '../read-pages.ts';
import { askFile, Refused } from './ask.ts';
import { Part } from './part.tsx';
import { Trouble } from './trouble.tsx';

type Props = {
  /** The address of the calls about the abstract. */
  calls: string;
  reference: string;
  version: Pick<AbstractStory['versions'][number], 'id' | 'fileName' | 'bytes' | 'activeContent'>;
};

/** A version of the file of an abstract. */
export function AbstractFile({ calls, reference, version }: Props) {
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
