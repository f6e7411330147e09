import * as z from 'zod/mini';
import { call } from './call.ts';
import { person } from './person.ts';
import { honeypot, line } from './text.ts';

/** The largest size of an abstract's file, in bytes. */
export const ABSTRACT_FILE_LIMIT = 25 * 1024 * 1024;

/** The allowed endings of the file's name. Upper and lower case do not matter. */
export const abstractFileTypes = ['pdf', 'doc', 'docx'] as const;
export type AbstractFileType = (typeof abstractFileTypes)[number];

/** One choice of a dropdown. */
const Option = z.object({ id: z.string(), option_name: z.string() });

export const listInterestAreas = call({
  method: 'GET',
  path: '/api/form-submission/get-interested-in-options',
  summary: 'The interest areas from which an author chooses one for an abstract',
  reply: z.array(Option),
});

export const listSessions = call({
  method: 'GET',
  path: '/api/form-submission/get-session-options',
  summary: 'The sessions from which an author chooses one for an abstract',
  reply: z.array(Option),
});

/** The largest number of characters in each field about a contribution, of authors and of their keywords. */
export const contributionLengths = { prefix: 20, title: 300, affiliation: 300, keywords: 300 };
export const MOST_AUTHORS = 60;

/** The text fields of the form. */
export const AbstractFields = z.object({
  titlePrefix: line(contributionLengths.prefix),
  name: person.name,
  phone: person.phone,
  email: person.email,
  organizationName: person.instituteOrUniversity,
  country: person.country,
  /** The id of an interest area. */
  interestedInId: line(100),
  /** The id of a session. */
  sessionId: line(100),
  ...honeypot,
});
export type AbstractFields = z.output<typeof AbstractFields>;

/** The page sends multipart/form-data; the names below are the names of the parts. Their order does not matter. */
export const submitAbstract = call({
  method: 'POST',
  path: '/api/form-submission/submit',
  summary:
    'Takes an abstract, as multipart/form-data: the fields and one file of at most 25 MB. The same file for the same session from the same person is the same abstract',
  body: z.extend(AbstractFields, { abstractFile: z.file() }),
  bodyType: 'multipart/form-data',
  reply: z.object({
    success: z.literal(true),
    message: z.string(),
    /** The reference that the author quotes in a mail. */
    reference: z.string(),
    /** The title of the session. */
    session: z.string(),
    fileName: z.string(),
    bytes: z.int(),
    /** The digest of the received bytes, in lower-case hexadecimal digits. */
    sha256: z.string(),
  }),
});
