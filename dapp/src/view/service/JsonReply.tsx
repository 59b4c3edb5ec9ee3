import { text } from '../../draw';
import { pretty } from '../../log/copies';
import type { Done } from '../../service/service';
import { say } from '../../texts';
import { Code } from '../Code';
import { Copy } from '../Copy';
import { Taken } from './Taken';

/** A response as JSON, with its cost. */
export function JsonReply({ done, value }: { done: Done<unknown>; value: unknown }) {
  return (
    <>
      <h2>
        {text('service.reply')} <Taken done={done} />
        <Copy text={pretty(value)} what={say('page.what.reply')} />
      </h2>
      <Code text={pretty(value)} testId="reply" />
    </>
  );
}
