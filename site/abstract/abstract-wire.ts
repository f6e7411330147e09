import * as z from 'zod/mini';
import {
  type AbstractFields as FieldsOnWire,
  listInterestAreas,
  listSessions,
  submitAbstract,
} from '#contract/abstract.ts';
import { lenient, lenientTexts } from '#contract/lenient.ts';
import { honeypotOf } from '#site/forms/honeypot.ts';
import type { AbstractEntry } from './abstract-fields.ts';

/** An option of one of the two lists. */
export type Option = { id: string; name: string };

const OptionAsRead = z.object({
  id: lenient(z.union([z.string(), z.number()])),
  ...lenientTexts('option_name', 'sessionName', 'name', 'label'),
});

/** Leaves out an entry without an id or a text, and an entry that repeats an id. */
const Options = z.pipe(
  z.array(lenient(OptionAsRead)),
  z.transform((entries) => {
    const options = new Map<string, Option>();
    for (const entry of entries) {
      const id = String(entry?.id ?? '');
      const name = entry?.option_name || entry?.sessionName || entry?.name || entry?.label;
      if (id && name && !options.has(id)) options.set(id, { id, name });
    }
    return [...options.values()];
  }),
);

// The calls with this page's own `reads`, which also accepts the property names of other servers.
export const interestsCall = { ...listInterestAreas, reads: Options };
export const sessionsCall = { ...listSessions, reads: Options };
export type OptionsCall = typeof interestsCall | typeof sessionsCall;

/** The server's receipt; any part of it may be missing. */
const Receipt = z.object({
  ...lenientTexts('reference', 'session', 'fileName', 'sha256'),
  bytes: lenient(z.number().check(z.minimum(0))),
});
export type Receipt = z.output<typeof Receipt>;

/** The answer to a submission. `readAnswer` accepts any text, also a text that is not JSON. */
const Answer = z.catch(
  z.extend(Receipt, {
    success: lenient(z.boolean()),
    ...lenientTexts('message', 'error'),
    fields: lenient(z.array(z.string())),
  }),
  {},
);

export function readAnswer(text: string): z.output<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

export const SUBMIT_PATH = submitAbstract.path;

/** The multipart body. The file comes last, so that the server can refuse the other fields before it reads the file. */
export function bodyOf(entry: AbstractEntry): FormData {
  const { abstractFile, captcha: _, reserved: __, ...rest } = entry;
  const fields: Omit<FieldsOnWire, 'reserved'> & { reserved?: string } = {
    ...rest,
    ...honeypotOf(entry),
  };
  const body = new FormData();
  for (const [name, text] of Object.entries(fields)) body.append(name, text);
  body.append('abstractFile', abstractFile);
  return body;
}
