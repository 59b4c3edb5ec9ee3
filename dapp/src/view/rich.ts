import { createElement, Fragment, type ReactNode } from 'react';
import { english } from '../english';
import type { TextName } from '../texts';

/** A sentence with elements at its places, such as links. */
export const rich = (name: TextName, places: Readonly<Record<string, ReactNode>>): ReactNode =>
  english[name]
    .split(/\{(\w+)\}/u)
    .map((part, index) =>
      createElement(Fragment, { key: index }, index % 2 === 1 ? places[part] : part),
    );
