import type { Label } from '../texts';
import { Copy } from './Copy';

type Props = { readonly value: string; readonly subject: Label; readonly testId?: string };

/** Full hex text, visually grouped in fours; a copy of it has no gaps. */
export function Hex({ value, subject, testId }: Props) {
  const groups = value.match(/^0x|.{1,4}/gu) ?? [];
  return (
    <span className="hex">
      <code data-testid={testId}>
        {groups.map((group, index) => (
          <span key={index}>
            {group}
            <wbr />
          </span>
        ))}
      </code>
      <Copy text={value} subject={subject} />
    </span>
  );
}
