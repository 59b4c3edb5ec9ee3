import type { MethodError } from '../methods/catalogue';
import { useTexts } from './useTexts';

export function ErrorTable({ errors }: { errors: readonly MethodError[] }) {
  const { text } = useTexts();
  if (errors.length === 0) return null;
  return (
    <details className="errors">
      <summary>{text('methods.errors', { count: String(errors.length) })}</summary>
      <dl>
        {errors.map(({ code, message, data }) => (
          <div key={data.kind}>
            <dt>
              <code>{code}</code> {data.kind}
            </dt>
            <dd lang="en">
              {message} <span className="quiet">{data.hint}</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
