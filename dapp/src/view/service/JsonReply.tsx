import { pretty } from '../../log/copies';
import type { Done } from '../../service/service';
import { Code } from '../Code';
import { Copy } from '../Copy';
import { Taken } from './Taken';

/** A response as JSON, with its cost. */
export function JsonReply({ done, value }: { done: Done<unknown>; value: unknown }) {
  return (
    <>
      <h2>
        Reply <Taken done={done} />
        <Copy text={pretty(value)} what="reply" />
      </h2>
      <Code text={pretty(value)} testId="reply" />
    </>
  );
}
