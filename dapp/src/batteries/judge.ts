import { findForm } from '../methods/groups';
import { mismatch } from '../methods/mismatch';
import type { Answer, Expected, Request, Step } from './battery';

/** The words for what is expected. */
export function expectation({ is, ...rest }: Expected): string {
  const kinds = 'kinds' in rest ? rest.kinds.join(' or ') : '';
  if (is === 'error') return `error ${kinds}`;
  if (is === 'either') return `a reply, or error ${kinds}`;
  if ('members' in rest) return `a reply with ${JSON.stringify(rest.members)}`;
  return 'value' in rest ? `the reply ${JSON.stringify(rest.value)}` : 'a reply';
}

const describeAnswer = (answer: Answer): string =>
  'error' in answer
    ? `error ${[answer.error.kind ?? answer.error.code, answer.error.message].filter(Boolean).join(': ')}`
    : `the reply ${JSON.stringify(answer.result ?? null).slice(0, 200)}`;

/** Why an answer is wrong; null if it is as expected. */
function faultIn(request: Request, answer: Answer, expected: Expected): string | null {
  const wrong = `Expected ${expectation(expected)}; got ${describeAnswer(answer)}`;
  if ('error' in answer) {
    const { kind, code } = answer.error;
    const isListed =
      'kinds' in expected && expected.kinds.some((one) => one === kind || one === code);
    return isListed ? null : wrong;
  }
  if (expected.is === 'error') return wrong;
  const schema = findForm(request.method)?.result.schema;
  const fault = schema ? mismatch(answer.result, schema, 'The reply') : null;
  if (fault !== null) return fault;
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const isOther = 'value' in expected && !same(answer.result, expected.value);
  const members = Object.entries(('members' in expected && expected.members) || {});
  const result = (answer.result ?? {}) as { readonly [name: string]: unknown };
  const lacksMember = members.some(([name, value]) => !same(result[name], value));
  return isOther || lacksMember ? wrong : null;
}

/** Why the answers to a step are wrong; null if they are as expected. */
export function findFault(
  step: Step,
  requests: readonly Request[],
  answers: readonly Answer[],
): string | null {
  for (const [at, request] of requests.entries()) {
    const answer = answers[at];
    const fault = answer ? faultIn(request, answer, step.expected) : 'No answer.';
    if (fault !== null) return requests.length === 1 ? fault : `Request ${at + 1}: ${fault}`;
  }
  const errors = answers.filter((answer) => 'error' in answer).length;
  return errors === (step.errors ?? errors)
    ? null
    : `Expected ${step.errors} errors; got ${errors} of ${answers.length}.`;
}
