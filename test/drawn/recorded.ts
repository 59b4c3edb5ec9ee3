import type { JSXElement } from '@metamask/snaps-sdk/jsx';
import type { Border } from '../wallet/openModule';

/** A drawing of the module: what it hands to the wallet, and where the wallet shows it. */
export type Drawing = {
  name: string;
  kind: 'dialog' | 'alert' | 'page';
  tree: JSXElement;
  /** True where each text of a stranger is longer than any that there can be. */
  isFilled?: boolean;
};

/** Where the wallet stores the language that the user chose. */
export const speaking = (language: string) => ({ language });

/** Records everything that the module draws, each drawing once. */
export function recorder() {
  const drawn: Drawing[] = [];
  const seen = new Set<string>();
  let name = '';
  let kind: Drawing['kind'] = 'dialog';
  const add = (tree: JSXElement, as: Drawing['kind']) => {
    const text = JSON.stringify(tree);
    if (seen.has(text)) return;
    seen.add(text);
    const before = drawn.filter((one) => one.name.startsWith(name)).length;
    drawn.push({ name: before === 0 ? name : `${name}, ${before + 1}`, kind: as, tree });
  };
  const border: Border = (request, cross) => {
    const { ui, content } = (request.detail ?? {}) as { ui?: JSXElement; content?: JSXElement };
    if (ui) add(ui, kind);
    if (content) add(content, 'alert');
    return cross();
  };
  return {
    drawn,
    border,
    /** Names what is drawn from now on. */
    begin(what: string, as: Drawing['kind'] = 'dialog') {
      name = what;
      kind = as;
    },
  };
}
