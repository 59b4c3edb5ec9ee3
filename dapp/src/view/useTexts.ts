import { createElement, Fragment, type ReactNode } from 'react';
import type { Draw } from '../draw';
import { spoken } from '../language';
import { useStore } from '../store';
import { type Label, say, type TextName } from '../texts';

type Drawn = {
  readonly draw: Draw;
  /** A text of the page by its name. */
  readonly text: (name: TextName, places?: Readonly<Record<string, Label>>) => string;
  /** A sentence with elements at its places, such as links. */
  readonly rich: (name: TextName, places: Readonly<Record<string, ReactNode>>) => ReactNode;
};

/** The page's texts in the language that it speaks. */
export function useTexts(): Drawn {
  const { draw, texts } = useStore(spoken);
  return {
    draw,
    text: (name, places) => draw(say(name, places)),
    rich: (name, places) =>
      texts[name]
        .split(/\{(\w+)\}/u)
        .map((part, at) =>
          createElement(Fragment, { key: at }, at % 2 === 1 ? places[part] : part),
        ),
  };
}
