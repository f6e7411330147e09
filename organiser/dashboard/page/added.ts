import { type ComponentType, createContext } from 'react';
import type { Conference } from '../read-pages.ts';
import { type Offer, offers } from './offered.ts';

/** A page of a feature. */
export type PageOfFeature = {
  /** The part of the address. */
  path: string;
  /** The text of its link. */
  words: string;
  /** The path of the page whose link follows; absent: it is the last one. */
  before?: string;
  /** Whether the organiser sees its link; absent: everybody does. */
  isFor?: (conference: Opened) => boolean;
  /** The kind of concern that its link counts. */
  counts?: string;
  Page: ComponentType<{ isOffLine?: boolean; onDone?: () => void }>;
  /** Whether it is the page of a dashboard without a network. */
  isOffLine?: true;
  /** Whether it is the page before a log-in. */
  isEntrance?: true;
};

/** The rights of the organiser, who is a colleague or at the tunnel. */
export type Opened = Pick<Conference, 'rights' | 'isColleague'>;

/** The actions that pages offer, with those of features. */
export const OffersContext = createContext<readonly Offer[]>(offers);
