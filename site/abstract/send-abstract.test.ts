import { beforeEach, describe, expect, test } from 'vitest';
import { sendAbstract, type UploadProgress, type UploadRequest } from './send-abstract.ts';

let request: FakeRequest;
let progress: [number, number][];
let leaving: AbortController;
const body = new FormData();

beforeEach(() => {
  request = new FakeRequest();
  progress = [];
  leaving = new AbortController();
});

test('an abstract is posted once, with its body', () => {
  void submit();
  expect(request.calls).toEqual([
    ['open', 'POST', '/api/form-submission/submit'],
    ['header', 'accept-language', 'en'],
    ['send', body],
  ]);
});

describe('an answer', () => {
  test.each([
    [200, '{"success":true,"reference":"PS26-7K3M-9QXW"}', { reference: 'PS26-7K3M-9QXW' }],
    [201, '{}', {}],
    [204, '', {}],
    [200, 'Thank you', {}],
    [200, 'null', {}],
  ])('%i %s means that the abstract is received', async (status, text, receipt) => {
    const outcome = submit();
    request.answer(status, text);
    expect(await outcome).toEqual({ end: 'received', receipt });
  });

  const FAILED = 'Submission failed. Try again.';
  test.each([
    [413, '', 'File too large. Max 25MB.', undefined],
    [413, '{"message":"At most 25 MB."}', 'File too large. Max 25MB.', 'At most 25 MB.'],
    [400, '{"message":"","error":"Unknown session"}', FAILED, 'Unknown session'],
    [415, '{"message":"No PDF."}', FAILED, 'No PDF.'],
    [429, '{}', FAILED, undefined],
    [500, '<h1>Error</h1>', FAILED, undefined],
    [302, '', FAILED, undefined],
    [200, '{"success":false,"message":"Closed"}', FAILED, 'Closed'],
  ])('%i %s means that the abstract is not received', async (status, text, words, reason) => {
    const outcome = submit();
    request.answer(status, text);
    expect(await outcome).toEqual({ end: 'failed', text: words, reason, isAboutFile: false });
  });

  test('says whether the server refused the file', async () => {
    const outcome = submit();
    request.answer(400, '{"message":"It asks for a password.","fields":["abstractFile"]}');
    expect(await outcome).toMatchObject({ reason: 'It asks for a password.', isAboutFile: true });
  });
});

test.each(['error', 'timeout'] as const)(
  'without an answer (%s) the outcome is a network error',
  async (end) => {
    const outcome = submit();
    request.tell(end);
    expect(await outcome).toEqual({ end: 'unreachable', text: 'Network error. Try again.' });
  },
);

describe('an upload', () => {
  test('reports its progress', () => {
    void submit();
    request.move({ loaded: 10, total: 40, lengthComputable: true });
    request.move({ loaded: 20, total: 0, lengthComputable: false });
    expect(progress).toEqual([
      [10, 40],
      [20, 0],
    ]);
  });

  test('can be cancelled', async () => {
    const outcome = submit();
    leaving.abort();
    expect(request.calls.at(-1)).toEqual(['abort']);
    expect(await outcome).toEqual({ end: 'cancelled' });
  });

  test('ignores events after its cancellation', async () => {
    const outcome = submit();
    leaving.abort();
    request.answer(200, '{}');
    expect(await outcome).toEqual({ end: 'cancelled' });
  });
});

test('an upload that is cancelled before it starts is not sent', async () => {
  leaving.abort();
  expect(await submit()).toEqual({ end: 'cancelled' });
  expect(request.calls).toEqual([]);
});

function submit() {
  const watch = {
    signal: leaving.signal,
    onProgress: (sent: number, total: number) => void progress.push([sent, total]),
  };
  return sendAbstract(body, watch, () => request);
}

type End = Parameters<UploadRequest['addEventListener']>[0];

class FakeRequest implements UploadRequest {
  status = 0;
  responseText = '';
  calls: unknown[][] = [];
  private listeners = new Map<End, () => void>();
  private progressListeners: ((event: UploadProgress) => void)[] = [];
  upload: UploadRequest['upload'] = {
    addEventListener: (_, listener) => void this.progressListeners.push(listener),
  };

  open(method: string, address: string) {
    this.calls.push(['open', method, address]);
  }
  setRequestHeader(name: string, value: string) {
    this.calls.push(['header', name, value]);
  }
  send(sent: FormData) {
    this.calls.push(['send', sent]);
  }
  abort() {
    this.calls.push(['abort']);
    this.tell('abort');
  }
  addEventListener(end: End, listener: () => void) {
    this.listeners.set(end, listener);
  }
  tell(end: End) {
    this.listeners.get(end)?.();
  }
  answer(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.tell('load');
  }
  move(event: UploadProgress) {
    for (const listener of this.progressListeners) listener(event);
  }
}
