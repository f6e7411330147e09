import { type ComponentType, createContext } from 'react';
import type { Rights } from '../rights.ts';
import { type Offer, offers } from './offered.ts';

/** A page of a feature. */
export type PageOfFeature = {
  /** The part of the address. */
  path: string;
  /** The text of its link. */
  words: string;
  /** The path of the page whose link follows. */
  before: string;
  /** Whether somebody with these rights may open it; absent: everybody may. */
  isFor?: (rights: Rights) => boolean;
  Page: ComponentType<{ isOffLine?: boolean }>;
  /** Whether it is the page of a dashboard without a network. */
  isOffLine?: true;
};

/** The actions that pages offer, with those of features. */
export const OffersContext = createContext<readonly Offer[]>(offers);
