import type { Method } from '../methods/catalogue';

const prompts: { readonly [prompt in Method['x-prompts']]: string } = {
  never: 'Never asks you',
  once: 'Asks you once',
  always: 'Asks you each time',
  sometimes: 'May ask you',
};
const callers: { readonly [caller in Method['x-callers']]: string } = {
  anyDapp: 'Any connected site may call it',
  companionDapp: 'Only this companion site may call it',
};

export function Badges({ method }: { method: Method }) {
  return (
    <ul className="badges">
      <li>{prompts[method['x-prompts']]}</li>
      <li>{callers[method['x-callers']]}</li>
    </ul>
  );
}
