import { text } from '../draw';
import type { Method } from '../methods/catalogue';

export function Badges({ method }: { method: Method }) {
  const { 'x-prompts': prompts, 'x-callers': callers } = method;
  return (
    <ul className="badges">
      <li>{text(`methods.prompts.${prompts}`)}</li>
      <li>{text(`methods.callers.${callers}`)}</li>
    </ul>
  );
}
