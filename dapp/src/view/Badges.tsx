import type { Method } from '../methods/catalogue';
import { useTexts } from './useTexts';

export function Badges({ method }: { method: Method }) {
  const { text } = useTexts();
  const { 'x-prompts': prompts, 'x-callers': callers } = method;
  return (
    <ul className="badges">
      <li>{text(`methods.prompts.${prompts}`)}</li>
      <li>{text(`methods.callers.${callers}`)}</li>
    </ul>
  );
}
