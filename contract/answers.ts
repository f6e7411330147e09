import { type AnyRequest, NOTHING, ofRequests, type RequestId, requests } from './requests.ts';

/** Yes or no, a number, or a line of text. */
export type Answer = boolean | number | string;
export type Answers = Record<RequestId, Answer>;

/** An answer is undefined if the form did not ask. */
export type Requested = { [Id in RequestId]?: Answer | undefined };

/** All answers. An absent answer becomes no, 0 or an empty text. */
export function answersOf(requested: Requested): Answers {
  return ofRequests(({ id, kind }) => requested[id] ?? NOTHING[kind]);
}

/** The requests that a person made, with the answers. */
export function askedFor(requested: Requested): (AnyRequest & { answer: Answer })[] {
  const answers = answersOf(requested);
  return requests
    .map((request) => ({ ...request, answer: answers[request.id] }))
    .filter(({ kind, answer }) => answer !== NOTHING[kind]);
}

/** "accompanying person", "2 extra nights", "dietary requirements: vegan" */
export function requestWords(asked: AnyRequest & { answer: Answer }): string {
  const label = asked.label.toLowerCase();
  if (asked.kind === 'yes') return label;
  if (asked.kind === 'text') return `${label}: ${asked.answer}`;
  return asked.answer === 1 ? `1 ${asked.one}` : `${asked.answer} ${label}`;
}
