import type { JSXElement } from '@metamask/snaps-sdk/jsx';

/** A dialog's content, read from its tree from top to bottom. */
export type Shown = {
  title: string;
  /** In order; `section` is empty above the first section, `label` for a text without a label. */
  facts: { section: string; label: string; value: string }[];
  /** From top to bottom. */
  warnings: { title: string; text: string; severity: string }[];
  /** Names of buttons and checkboxes; disabled ones are prefixed with `!`. */
  buttons: string[];
};

type Part = JSXElement | string | Part[] | null | boolean | undefined;
type Tree = { type: string; props: Record<string, unknown> & { children?: Part } };

const partsOf = (part: Part): (string | Tree)[] => {
  if (Array.isArray(part)) return part.flatMap(partsOf);
  if (part === null || part === undefined || typeof part === 'boolean') return [];
  return [typeof part === 'string' ? part : (part as Tree)];
};

/** All text of a part of the tree, as drawn. */
export const getText = (part: Part): string =>
  partsOf(part)
    .map((each) => {
      if (typeof each === 'string') return each;
      const { title, label, extra, value, children } = each.props;
      return [title, label, extra, value, getText(children)].filter((text) => text).join(' ');
    })
    .join(' ');

const isSame = (shown: string | Tree | undefined, copied: string | Tree): boolean =>
  getText(shown as Part) === getText(copied as Part);

/** Parses the tree of a review; fails on unknown parts, so that nothing is missed. */
export function readDialog(dialog: JSXElement): Shown {
  const shown: Shown = { title: '', facts: [], warnings: [], buttons: [] };
  let section = '';
  const add = (label: string, part: Part) =>
    shown.facts.push({ section, label, value: getText(part) });

  const isOf = (part: string | Tree | undefined, types: readonly string[]) =>
    typeof part === 'object' && types.includes(part.type);
  const read = (each: string | Tree): void => {
    if (typeof each === 'string') throw new Error(`A bare text: ${each}`);
    const { children, label, title, severity, name, disabled, variant } = each.props;
    const parts = partsOf(children);
    const [first, second, ...others] = parts;
    // A long value stands above what copies it.
    const [copied, ...more] = others;
    const isWhole = copied === undefined || (isOf(copied, ['Copyable']) && isSame(second, copied));
    const isLabelled =
      isOf(first, ['Text']) && isOf(second, ['Text', 'Copyable']) && isWhole && !more.length;
    // Whom it concerns: by name or in short, with the full address beneath.
    const [of, short, ...further] = isOf(first, ['Box'])
      ? partsOf((first as Tree).props.children)
      : [];
    const isPair = isOf(of, ['Text']) && isOf(short, ['Text']) && further.length === 0;
    const isWhom = isPair && isOf(second, ['Text']) && parts.length === 2;
    switch (each.type) {
      case 'Heading':
        shown.title = getText(children);
        return;
      case 'Divider':
        return;
      case 'Row':
        // A warning that consists of a title only.
        if (variant === undefined) add(String(label), children);
        else
          shown.warnings.push({
            title: `${label}: ${getText(children)}`,
            text: '',
            ...brief(variant),
          });
        return;
      case 'Text':
        add('', children);
        return;
      case 'Section': {
        // A title may have a note beside it.
        const [heading, ...notes] = isOf(first, ['Box'])
          ? partsOf((first as Tree).props.children)
          : [first];
        section = getText(heading as Part);
        for (const part of [...notes, ...parts.slice(1)]) if (part !== undefined) read(part);
        return;
      }
      case 'Box':
        if (isWhom) {
          const named = getText(of as Part);
          add(`${named}, in short`, short as Part);
          add(named, second as Part);
        } else if (isLabelled) add(getText(first as Part), second as Part);
        else for (const part of parts) read(part);
        return;
      case 'Form':
      case 'Container':
      case 'Footer':
        for (const part of parts) read(part);
        return;
      case 'Banner':
        shown.warnings.push({
          title: String(title),
          text: getText(children),
          severity: String(severity),
        });
        return;
      case 'Field':
        add(String(label), chosenIn(first as Tree));
        return;
      case 'Button':
      case 'Checkbox':
        shown.buttons.push(`${disabled === true ? '!' : ''}${name}`);
        return;
      default:
        throw new Error(`A dialog has a ${each.type}, which this reader does not know.`);
    }
  };
  for (const each of partsOf(dialog)) read(each);
  return shown;
}

const brief = (variant: unknown) => ({
  severity: { critical: 'danger', warning: 'warning' }[String(variant)] ?? 'info',
});

/** The selected option, if the part is a selection. */
function chosenIn(part: Tree): Part {
  if (part.type !== 'Dropdown') return part as Part;
  const options = partsOf(part.props.children) as Tree[];
  return options.find(({ props }) => props.value === part.props.value)?.props.children;
}

/** The only value with that label, in the whole dialog or in a section; '' is above the first. */
export function shownAs({ facts }: Shown, label: string, section?: string): string {
  const found = facts.filter(
    (fact) => fact.label === label && (section === undefined || fact.section === section),
  );
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw new Error(`The dialog shows ${found.length} facts with the label '${label}'.`);
  return first.value;
}

/** An address as drawn in dialogs: in full, in groups of four. */
export const grouped = (address: string) =>
  `0x ${BigInt(address).toString(16).padStart(64, '0').match(/..../gu)?.join(' ')}`;

/**
 * FRI as dialogs show STRK: exact up to six decimals, else "≈" and six digits in total, with at
 * least two decimals; below 1, six decimals, or up to the second significant digit. Implemented
 * independently of the drawing, to find faults in it.
 */
export function strk(fri: bigint): string {
  const one = 10n ** 18n;
  const fraction = (fri % one).toString().padStart(18, '0');
  const leading = Math.max(6, fraction.search(/[1-9]/u) + 2);
  const decimals = fri < one ? leading : Math.max(2, 6 - String(fri / one).length);
  const step = 10n ** BigInt(18 - decimals);
  const isExact = fri % 10n ** 12n === 0n || fri % step === 0n;
  const near = isExact ? fri : ((fri + step / 2n) / step) * step;
  const whole = String(near / one).replace(/\B(?=(\d{3})+$)/gu, ',');
  const rest = (near % one).toString().padStart(18, '0').replace(/0+$/u, '');
  return `${isExact ? '' : '≈ '}${whole}${rest && `.${rest}`} STRK`;
}

/** FRI as details show STRK: to the last digit. */
export const wholly = (fri: bigint): string => {
  const fraction = (fri % 10n ** 18n).toString().padStart(18, '0').replace(/0+$/u, '');
  const whole = String(fri / 10n ** 18n).replace(/\B(?=(\d{3})+$)/gu, ',');
  return `${whole}${fraction && `.${fraction}`} STRK`;
};

/** Parses an exact amount of STRK to FRI. */
export function readFri(text = ''): bigint {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,18}))? STRK$/u.exec(text) ?? [];
  if (whole === undefined) throw new Error(`That is no amount of STRK: ${text}`);
  return BigInt(whole + fraction.padEnd(18, '0'));
}
