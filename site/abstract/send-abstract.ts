import { language } from 'content:language';
import * as labels from 'content:labels/abstract';
import { readAnswer, type Receipt, SUBMIT_PATH } from './abstract-wire.ts';

/** The end of a submission. `reason` is the server's message, and `isAboutFile` says that the server refused the file. */
export type Outcome =
  | { end: 'received'; receipt: Receipt }
  | { end: 'failed'; text: string; reason: string | undefined; isAboutFile: boolean }
  | { end: 'unreachable'; text: string }
  | { end: 'cancelled' };

export type Watch = {
  /** An abort of this signal cancels the upload. */
  signal: AbortSignal;
  /** `total` is 0 if the browser does not know the total. */
  onProgress: (sent: number, total: number) => void;
};

/** The part of XMLHttpRequest that this file uses. Unlike fetch, XMLHttpRequest reports the progress of an upload. */
export type UploadRequest = {
  open: (method: string, address: string) => void;
  setRequestHeader: (name: string, value: string) => void;
  send: (body: FormData) => void;
  abort: () => void;
  readonly status: number;
  readonly responseText: string;
  addEventListener: (type: 'load' | 'error' | 'timeout' | 'abort', listener: () => void) => void;
  readonly upload: {
    addEventListener: (type: 'progress', listener: (event: UploadProgress) => void) => void;
  };
};
export type UploadProgress = { loaded: number; total: number; lengthComputable: boolean };

/** Sends the form with its file. The function never throws; the outcome has the error. */
export function sendAbstract(
  body: FormData,
  { signal, onProgress }: Watch,
  makeRequest: () => UploadRequest = () => new XMLHttpRequest(),
): Promise<Outcome> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve({ end: 'cancelled' });
    const request = makeRequest();
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const unreachable = () => resolve({ end: 'unreachable', text: labels.unreachable });
    request.addEventListener('load', () => resolve(outcomeOf(request)));
    request.addEventListener('error', unreachable);
    request.addEventListener('timeout', unreachable);
    request.addEventListener('abort', () => resolve({ end: 'cancelled' }));
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) =>
      onProgress(loaded, lengthComputable ? total : 0),
    );
    request.open('POST', SUBMIT_PATH);
    // The server answers in the language of the page.
    request.setRequestHeader('accept-language', language);
    request.send(body);
  });
}

function outcomeOf({ status, responseText }: UploadRequest): Outcome {
  const { success, message, error, fields = [], ...receipt } = readAnswer(responseText);
  const isWell = status >= 200 && status < 300 && success !== false;
  if (isWell) return { end: 'received', receipt };
  const text = status === 413 ? labels.tooLargeForServer : labels.failed;
  const isAboutFile = fields.includes('abstractFile');
  return { end: 'failed', text, reason: message || error, isAboutFile };
}
