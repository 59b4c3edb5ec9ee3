import { listParts, type Tree } from './fakeDialogs';
import type { openPage } from './openPage';

type Page = ReturnType<typeof openPage>;

/** Something that a user can operate on a drawing. */
export type Control = {
  readonly act: 'press' | 'submit' | 'change';
  readonly name: string;
  /** What a field is changed to. */
  readonly value?: unknown;
};

/** What is typed into fields of some names; into all others, a number. */
const texts: Readonly<Record<string, string>> = {
  to: '0x05dea1e77c8598f4f95c305e8c1a1acba5f082d294a437931131156915dea1e7',
  address: '0x05dea1e77c8598f4f95c305e8c1a1acba5f082d294a437931131156915dea1e7',
  name: 'A name',
  lines: '0x05dea1e77c8598f4f95c305e8c1a1acba5f082d294a437931131156915dea1e7 1',
};

const valueFor = ({ type, props }: Tree): unknown => {
  if (type === 'Checkbox') return props.checked !== true;
  if (type !== 'Dropdown') return texts[String(props.name)] ?? '1';
  const values = listParts(props.children).map((option) => option.props.value);
  return values.find((value) => value !== props.value) ?? values[0];
};

/** Everything on a drawing that can be operated now. */
export function listControls(tree: unknown): Control[] {
  const parts = listParts(tree);
  const forms = parts.filter(({ type }) => type === 'Form');
  return parts.flatMap((part): Control[] => {
    const { type, props } = part;
    const name = String(props.name);
    if (props.disabled === true) return [];
    if (/^(Checkbox|Dropdown|Input)$/u.test(type))
      return [{ act: 'change', name, value: valueFor(part) }];
    if (type !== 'Button') return [];
    const form = forms.find((one) => listParts(one.props.children).includes(part));
    return props.type === 'submit' && form
      ? [{ act: 'submit', name: String(form.props.name) }]
      : [{ act: 'press', name }];
  });
}

/** As the wallet reports what the user does. */
export async function operate(page: Page, { act, name, value }: Control): Promise<void> {
  if (act === 'press') return page.press(name);
  if (act === 'change') return page.fillIn(name, value);
  await page.submit(name);
}

/** A control without what it is about: the same one is operated once on each part. */
export const kindOf = ({ act, name }: Control): string =>
  `${act} ${name.replace(/0x[\da-f]+|https?:.*|\d+-.*|\d+$/gu, '#')}`;
