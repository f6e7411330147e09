import { createElement, Fragment, type ReactNode } from 'react';

/** A label with elements in place of its placeholders: "Please write to {contact}." with a link. */
export function withElements(label: string, elements: Record<string, ReactNode>): ReactNode {
  const parts = label.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? elements[part] : part));
  return createElement(Fragment, null, ...parts);
}
