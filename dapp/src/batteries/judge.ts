import { findForm } from '../methods/groups';
import { mismatch } from '../methods/mismatch';
import { joinAlternatives, say, type TextRef } from '../texts';
import type { Answer, Expected, Request, Step } from './battery';

/** The words for what is expected. */
export function expectation({ is, ...places }: Expected): TextRef {
  const kinds = 'kinds' in places ? joinAlternatives(places.kinds.map(String)) : '';
  if ('says' in places) return say('batteries.expect.says', { kinds, part: places.says });
  if (is === 'error') return say('batteries.expect.error', { kinds });
  if (is === 'either') return say('batteries.expect.either', { kinds });
  if ('members' in places)
    return say('batteries.expect.members', { members: JSON.stringify(places.members) });
  if ('value' in places)
    return say('batteries.expect.value', { value: JSON.stringify(places.value) });
  return say('batteries.expect.reply');
}

function describeAnswer(answer: Answer): TextRef {
  if (!('error' in answer))
    return say('batteries.expect.value', {
      value: JSON.stringify(answer.result ?? null).slice(0, 200),
    });
  const { kind, code, message } = answer.error;
  return say('batteries.why.error', { what: [kind ?? code, message].filter(Boolean).join(': ') });
}

/** Why an answer is wrong; null if it is as expected. */
function faultIn(request: Request, answer: Answer, expected: Expected): TextRef | null {
  const wrong = say('batteries.why.wrong', {
    expected: expectation(expected),
    got: describeAnswer(answer),
  });
  if ('error' in answer) {
    const { kind, code, message } = answer.error;
    const isListed =
      'kinds' in expected && expected.kinds.some((one) => one === kind || one === code);
    const isSaid = !('says' in expected) || message.includes(expected.says);
    if (isListed && isSaid) return null;
    return wrong;
  }
  if (expected.is === 'error') return wrong;
  const schema = findForm(request.method)?.result.schema;
  const fault = schema ? mismatch(answer.result, schema, say('batteries.why.theReply')) : null;
  if (fault !== null) return fault;
  const same = (one: unknown, second: unknown) => JSON.stringify(one) === JSON.stringify(second);
  const isOther = 'value' in expected && !same(answer.result, expected.value);
  const members = Object.entries(('members' in expected && expected.members) || {});
  const result = (answer.result ?? {}) as { readonly [name: string]: unknown };
  const lacksMember = members.some(([name, value]) => !same(result[name], value));
  if (isOther || lacksMember) return wrong;
  return null;
}

/** Why the answers to a step are wrong; null if they are as expected. */
export function findFault(
  step: Step,
  requests: readonly Request[],
  answers: readonly Answer[],
): TextRef | null {
  for (const [index, request] of requests.entries()) {
    const answer = answers[index];
    const fault = answer ? faultIn(request, answer, step.expected) : say('batteries.why.noAnswer');
    if (fault !== null)
      return requests.length === 1
        ? fault
        : say('batteries.why.request', { number: String(index + 1), fault });
  }
  const errors = answers.filter((answer) => 'error' in answer).length;
  if (errors === (step.errors ?? errors)) return null;
  return say('batteries.why.errors', {
    expected: String(step.errors),
    got: String(errors),
    count: String(answers.length),
  });
}
